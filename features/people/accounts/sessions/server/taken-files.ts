import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { type AttemptLimit, countAttempt } from '#platform/server/identity/attempts.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { fileTaken, type TakenFile } from './mails.ts'
import { notMeUrl } from './new-device.ts'

/** Limit per kind of file: someone who downloads all morning gets mails for the first files only. */
const MAILS: AttemptLimit = { max: 3, windowMs: DAY_MS }

/**
 * Records that a member of the staff downloads a file with other people's data, and mails them:
 * such a file is what a thief of their session would take first. Runs in the transaction `tx` that
 * writes the audit log.
 */
export async function tellOfTakenFile(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  file: TakenFile,
): Promise<void> {
  const now = deps.clock()
  await recordSecurityEvent(tx, viewer.id, { kind: 'file_taken', origin: viewer }, now)
  const user = await findUser(tx, viewer.id)
  if (!user?.email) return
  if ((await countAttempt(tx, ['fileTaken', user.id, file], MAILS, now)).over) return
  const { firstname, lang, email: to } = user
  const content = fileTaken({ firstname, file, notMeUrl: await notMeUrl(tx, deps, user) })
  await deps.mails.enqueue(tx, { to, lang, content })
}
