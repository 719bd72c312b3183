import { countWaitingThanks } from '#features/lending/conversations/thanks/server/door.ts'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import { findPlaceOfOwner } from '#features/places/letterboxes/members/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { enqueueSeldomStaffMail } from '#platform/server/mail/seldom-staff-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import type { Area } from '#platform/shared/areas.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { countWaiting } from './held.queries.ts'
import { heldMessages } from './mails.ts'

const EVERY_MS = HOUR_MS

/**
 * Mails the moderators that a message to this lender waits, at most once an hour, in the database transaction that stores
 * the message.
 */
export async function tellModerators(
  { db, deps, now }: Sending,
  lenderId: string | null,
): Promise<void> {
  const page = deps.config.publicUrl + paths.login(adminPaths.screen('held-messages'))
  await enqueueSeldomStaffMail(
    db,
    deps,
    {
      call: 'GET /admin/held-messages',
      place: await findPlaceOfOwner(db, lenderId),
      content: (area) => heldMessages({ count: 1, page, area }),
    },
    { key: 'held_messages_told_at', everyMs: EVERY_MS, now },
  )
}

/**
 * Updates the number of waiting messages and thanks in the readers' area right before the mail is sent; null if none
 * waits any more.
 */
export async function reviseHeldMessages<Content extends { count: number; area?: Area | null }>(
  db: Db,
  content: Content,
): Promise<Content | null> {
  const readers = { id: null, area: content.area ?? null }
  const count = (await countWaiting(db, readers)) + (await countWaitingThanks(db, readers))
  return count > 0 ? { ...content, count } : null
}
