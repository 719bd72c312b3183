import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts'

/** A user who viewed the conversation this recently may still have it open. */
const VIEW_MS = MINUTE_MS

/** What a user has seen of a transaction and was notified of. */
export interface View {
  /** When the user last had it open. */
  viewed_at: Date | null
  /** The message that was mailed; null once the conversation has been opened since. */
  told_of: string | null
}

/**
 * Delay in seconds until a user is notified of a message. A user who has the conversation open needs no
 * notification; after the delay it is checked again.
 */
export function secondsUntilTold(view: View | null, now: Date): number {
  const waitMs = (view?.viewed_at?.getTime() ?? 0) + VIEW_MS - now.getTime()
  // Never longer than that, even if the clock was set back meanwhile.
  return Math.max(0, Math.ceil(Math.min(waitMs, VIEW_MS) / SECOND_MS))
}
