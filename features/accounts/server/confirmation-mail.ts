import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import type { MailedSecret } from '#platform/server/identity/mailed-codes.ts'
import type { QueuedMail } from '#platform/server/mail/mail.queue.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { emailConfirmation } from './mails/email-confirmation.ts'

interface ConfirmationMail extends MailedSecret {
  user: { id: string; email: string; firstname: string; lang: Language }
}

/** Asks to confirm an address. */
export function confirmationMail(
  config: Config,
  { user, secret, code }: ConfirmationMail,
): QueuedMail {
  const url = config.publicUrl + paths.confirmEmail({ email_confirmation_token: secret })
  return {
    to: user.email,
    lang: user.lang,
    content: emailConfirmation({ firstname: user.firstname, url, code }),
  }
}

/** {@link confirmationMail}, in the transaction `db` that made the account. */
export function enqueueConfirmationMail(
  db: Db,
  { mails, config }: MailDeps,
  mail: ConfirmationMail,
): Promise<void> {
  return mails.enqueue(db, confirmationMail(config, mail))
}
