import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import type { MailedSecret } from '#platform/server/identity/mailed-codes.ts'
import type { QueuedMail } from '#platform/server/mail/mail-queue.ts'
import { answerTo } from '#platform/server/questions.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { emailConfirmation } from './mails.ts'
import { MISSED_REQUESTS } from './questions.ts'

interface ConfirmationMail extends MailedSecret {
  user: { id: string; email: string; firstname: string; lang: Language }
}

/** Builds the confirmation mail, which also says what people wait for meanwhile. */
export async function confirmationMail(
  db: Db,
  { config, features }: Pick<Deps, 'config' | 'features'>,
  { user, secret, code }: ConfirmationMail,
): Promise<QueuedMail> {
  const url = config.publicUrl + paths.confirmEmail({ email_confirmation_token: secret })
  const wanted = await answerTo({ features }, MISSED_REQUESTS)(db, user.id, user.lang)
  return {
    to: user.email,
    lang: user.lang,
    content: emailConfirmation({ firstname: user.firstname, url, code, wanted }),
  }
}

/** Queues the {@link confirmationMail} in the transaction `db` that creates the account. */
export async function enqueueConfirmationMail(
  db: Db,
  deps: MailDeps & Pick<Deps, 'features'>,
  mail: ConfirmationMail,
): Promise<void> {
  await deps.mails.enqueue(db, await confirmationMail(db, deps, mail))
}
