import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { paths } from '#platform/shared/paths.ts'
import type { passkeyAdded, passkeyRemoved } from './mails.ts'

/** Notifies the owner of an added or removed passkey, in the transaction `db` of the change. */
export async function enqueuePasskeyMail(
  db: Db,
  deps: MailDeps & Pick<Deps, 'clock'>,
  user: UserRow,
  mail: typeof passkeyAdded | typeof passkeyRemoved,
  name: string,
): Promise<void> {
  if (!user.email) return
  const { mails, config } = deps
  await mails.enqueue(db, {
    to: user.email,
    lang: user.lang,
    content: mail({
      firstname: user.firstname,
      name,
      url: config.publicUrl + paths.security(),
      notMeUrl: await notMeUrl(db, deps, user),
    }),
  })
}
