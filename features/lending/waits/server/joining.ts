import { eq } from 'drizzle-orm'
import { lockWhoMayAsk } from '#features/lending/conversations/requests/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { MAX_WAITS, WAIT_DAYS } from '../contract.ts'
import { findCopies, findLine, type Thing } from './line.queries.ts'
import { announceLine } from './line-news.ts'
import { isBack } from './turns.rules.ts'
import { countWaitsOf, deleteWait, doesHouseholdWait, insertWait } from './waits.queries.ts'

/**
 * Puts a member at the end of the line for a thing; repeating it is harmless. The rules are those for asking: there
 * is no line for a thing that the member could not ask for, except that nobody at the letterbox can be reached yet.
 * @throws {AppError} as asking does; household_waits, status_changed if the member can ask now, too_many_waits
 */
export async function joinLine(
  tx: Db,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  userId: string,
  thing: Thing,
): Promise<void> {
  const [letterbox] = await tx
    .select({ owner_id: letterboxes.user_id })
    .from(letterboxes)
    .where(eq(letterboxes.id, thing.letterbox_id))
  // A missing letterbox takes the same statements as a hidden one.
  const lender_id = letterbox?.owner_id ?? thing.letterbox_id
  const { reachable } = await lockWhoMayAsk(tx, userId, { lender_id, item_id: thing.item_id })
  const place = { user_id: userId, ...thing }
  const now = clock()
  const today = dayIn(config.timeZone, now)
  const earlier = (await findLine(tx, thing)).find(({ user_id }) => user_id === userId)
  if (earlier && earlier.state !== 'asked') return
  // The wait before a request that was declined.
  if (earlier) await deleteWait(tx, place)
  const copies = await findCopies(tx, thing, today)
  if (!copies || (reachable && isBack(copies))) throw new AppError('status_changed')
  if (await doesHouseholdWait(tx, place)) throw new AppError('household_waits')
  if ((await countWaitsOf(tx, userId)) >= MAX_WAITS) throw new AppError('too_many_waits')
  const expires_at = new Date(now.getTime() + WAIT_DAYS * DAY_MS)
  await insertWait(tx, { ...place, created_at: now, expires_at })
  await announceLine(tx, thing)
}
