import type { Db } from '../../db/client.ts'
import type { MailDeps } from '../../mail/mail.messages.ts'
import type { UserRow } from '../letterboxes/letterboxes.presenter.ts'

/** Tells the owner of a passkey that came or went, in the transaction `db` that did it. */
export async function enqueuePasskeyMail(
  db: Db,
  { mails, config }: MailDeps,
  user: UserRow,
  what: { template: 'passkeyAdded' | 'passkeyRemoved'; name: string },
): Promise<void> {
  if (!user.email) return
  await mails.enqueue(db, {
    to: user.email,
    lang: user.lang,
    content: {
      ...what,
      firstname: user.firstname,
      url: `${config.publicUrl}/profile/security`,
    },
  })
}
