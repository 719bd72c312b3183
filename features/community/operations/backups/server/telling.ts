import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { backupDownloaded } from './mails.ts'

/** Mails the administrator who downloads a backup, in the transaction that permits it. */
export async function tellOfDownload(
  tx: Db,
  deps: Deps,
  userId: string,
  name: string,
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user?.email) return
  await deps.mails.enqueue(tx, {
    to: user.email,
    lang: user.lang,
    content: backupDownloaded({
      firstname: user.firstname,
      name,
      notMeUrl: await notMeUrl(tx, deps, user),
    }),
  })
}
