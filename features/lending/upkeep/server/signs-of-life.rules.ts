import { DAY_MS } from '#platform/shared/durations.ts'

/** When a letterbox's owner was asked for a sign of life, and what followed from the silence. */
export interface Silence {
  /** When its owner was asked for a sign of life, the first and the second time. */
  sign_asked_at: Date | null
  sign_asked_again_at: Date | null
  /** Since when neighbours see the letterbox as silent. */
  silent_since: Date | null
  /** Since when it is off the map because of the silence. */
  gone_since: Date | null
}

/** The facts that decide whether to ask for a sign of life. */
export interface SignFacts extends Silence {
  /** Whether neighbours could ask it and a mail would reach its owner; otherwise the owner is not asked. */
  can_be_asked: boolean
  /** When a member of the household last answered, wrote, changed or confirmed something. */
  last_sign_at: Date
  /** When the second-latest unanswered request expired; null if there were fewer than two. */
  second_expired_at: Date | null
}

/**
 * The next step: ask the first or the second time, show neighbours the silence, take the letterbox off the map,
 * or reset all of it.
 */
export type SignStep = 'ask' | 'ask_again' | 'call_silent' | 'take_off' | 'forget'

/** An owner who does not answer is asked a second time after this. */
const ASK_AGAIN_MS = 10 * DAY_MS
/** Neighbours see the silence after this, but not sooner than {@link TIME_TO_ANSWER_MS} after the second mail. */
const CALL_SILENT_MS = 21 * DAY_MS
const TIME_TO_ANSWER_MS = 7 * DAY_MS
/**
 * It leaves the map after this, but not sooner than {@link TIME_TO_NOTICE_MS} after neighbours could see the
 * silence.
 */
const TAKE_OFF_MS = 56 * DAY_MS
const TIME_TO_NOTICE_MS = TAKE_OFF_MS - CALL_SILENT_MS

/**
 * The next step from an active letterbox to one that is gone. One step at a time, each based on the stored
 * previous ones: a server that was down for months starts with a mail and does not take letterboxes off at once.
 * Any sign of life resets it.
 * @param season days without a sign of life after which owners are asked; 0: never
 * @returns null if nothing is due
 */
export function nextSignStep(facts: SignFacts, season: number, now: Date): SignStep | null {
  const { sign_asked_at, sign_asked_again_at, silent_since, gone_since } = facts
  const passed = (since: Date, time: number) => now.getTime() - since.getTime() >= time
  const isAsking = season > 0 && facts.can_be_asked
  if (sign_asked_at === null) return isAsking && isReason(facts, season, now) ? 'ask' : null
  if (!isAsking || hasAnswered(facts)) return 'forget'
  if (gone_since !== null) return null
  if (silent_since !== null) {
    const isTime = passed(sign_asked_at, TAKE_OFF_MS) && passed(silent_since, TIME_TO_NOTICE_MS)
    return isTime ? 'take_off' : null
  }
  if (sign_asked_again_at !== null) {
    const isTime =
      passed(sign_asked_at, CALL_SILENT_MS) && passed(sign_asked_again_at, TIME_TO_ANSWER_MS)
    return isTime ? 'call_silent' : null
  }
  return passed(sign_asked_at, ASK_AGAIN_MS) ? 'ask_again' : null
}

/** Whether there was a sign of life after the question. */
export function hasAnswered({ last_sign_at, sign_asked_at }: SignFacts): boolean {
  return sign_asked_at !== null && last_sign_at > sign_asked_at
}

/** Whether a letterbox let two requests expire in silence, or gave no sign of life for a season. */
function isReason(
  { last_sign_at, second_expired_at }: SignFacts,
  season: number,
  now: Date,
): boolean {
  if (second_expired_at !== null && second_expired_at > last_sign_at) return true
  return now.getTime() - last_sign_at.getTime() >= season * DAY_MS
}
