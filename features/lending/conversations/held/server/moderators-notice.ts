import { countWaitingThanks } from '#features/lending/conversations/thanks/server/door.ts'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { enqueueSeldomStaffMail } from '#platform/server/mail/seldom-staff-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { countWaiting } from './held.queries.ts'
import { heldMessages } from './mails.ts'

const EVERY_MS = HOUR_MS

/**
 * Mails all moderators that a message waits, at most once an hour, in the database transaction that stores the
 * message.
 */
export async function tellModerators({ db, deps, now }: Sending): Promise<void> {
  const page = deps.config.publicUrl + paths.login(adminPaths.screen('held-messages'))
  await enqueueSeldomStaffMail(
    db,
    deps,
    { call: 'GET /admin/held-messages', content: heldMessages({ count: 1, page }) },
    { key: 'held_messages_told_at', everyMs: EVERY_MS, now },
  )
}

/** Updates the number of waiting messages and thanks right before the mail is sent; null if none waits any more. */
export async function reviseHeldMessages<Content extends { count: number }>(
  db: Db,
  content: Content,
): Promise<Content | null> {
  const count = (await countWaiting(db)) + (await countWaitingThanks(db))
  return count > 0 ? { ...content, count } : null
}
