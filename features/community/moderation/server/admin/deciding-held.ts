import { refuseHeld, releaseHeld } from '#features/lending/conversations/messages/server/door.ts'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import { recordActs } from '#features/people/audit/server/door.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type Refusal, stateReasons } from './refusing.ts'

/** Records what a moderator decided. @returns how many messages were still held */
async function record(
  { db, now }: Sending,
  moderator: Viewer,
  ids: string[],
  verb: 'release' | 'discard',
): Promise<number> {
  const acts = ids.map((subject_id) => ({ subject: 'held_message' as const, subject_id, verb }))
  await recordActs(db, moderator, acts, now)
  return ids.length
}

/** Delivers the messages as if they were sent now. */
export async function release(sending: Sending, moderator: Viewer, ids: string[]): Promise<number> {
  const decided = await releaseHeld(sending, moderator, ids)
  return record(sending, moderator, decided, 'release')
}

/** Refuses the messages, and notifies each author once with the reason. */
export async function discard(
  sending: Sending,
  moderator: Viewer,
  { ids, ...refusal }: { ids: string[] } & Refusal,
): Promise<number> {
  const { decided, refused } = await refuseHeld(sending, moderator, ids)
  await stateReasons(sending, moderator, refused, refusal)
  return record(sending, moderator, decided, 'discard')
}
