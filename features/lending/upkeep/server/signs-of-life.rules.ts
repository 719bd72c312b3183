import { DAY_MS } from '#platform/shared/durations.ts'

/** What was asked of a letterbox, and what followed from getting no answer. */
export interface Silence {
  /** When its owner was asked for a sign of life, and a second time. */
  sign_asked_at: Date | null
  sign_asked_again_at: Date | null
  /** Since when neighbours are told that it has not answered lately. */
  silent_since: Date | null
  /** Since when it is off the map for that. */
  gone_since: Date | null
}

/** What is known of a letterbox when it is decided whether to ask for a sign of life. */
export interface SignFacts extends Silence {
  /** Whether neighbours could ask it, and a mail would reach its owner: nobody else is asked. */
  can_be_asked: boolean
  /** When somebody of the household last answered, wrote, changed or confirmed something. */
  last_sign_at: Date
  /** When the last but one of the requests that nobody answered ended; null where there were not two. */
  second_expired_at: Date | null
}

/**
 * What is to be done now: ask for the first or the second time, tell neighbours of the silence, take the letterbox off
 * the map, or forget all of it.
 */
export type SignStep = 'ask' | 'ask_again' | 'call_silent' | 'take_off' | 'forget'

/** Who does not answer is asked a second time after this. */
const ASK_AGAIN_MS = 10 * DAY_MS
/** Neighbours are told after this, and never sooner than {@link TIME_TO_ANSWER_MS} after the second mail. */
const CALL_SILENT_MS = 21 * DAY_MS
const TIME_TO_ANSWER_MS = 7 * DAY_MS
/** It leaves the map after this, and never sooner than {@link TIME_TO_NOTICE_MS} after neighbours were told. */
const TAKE_OFF_MS = 56 * DAY_MS
const TIME_TO_NOTICE_MS = TAKE_OFF_MS - CALL_SILENT_MS

/**
 * The next step on the way from a letterbox that is fine to one that is gone. One step at a time, each from what is
 * stored of the ones before: a server that stood still for months starts with a mail, not with the end. Any sign of
 * life leads back.
 * @param season days without a sign of life after which somebody is asked; 0: nobody ever is
 * @returns null where nothing is to be done now
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

/** Whether there was a sign of life since it was asked for. */
export function hasAnswered({ last_sign_at, sign_asked_at }: SignFacts): boolean {
  return sign_asked_at !== null && last_sign_at > sign_asked_at
}

/** Whether a letterbox let two requests end without a word, or was silent for a season. */
function isReason(
  { last_sign_at, second_expired_at }: SignFacts,
  season: number,
  now: Date,
): boolean {
  if (second_expired_at !== null && second_expired_at > last_sign_at) return true
  return now.getTime() - last_sign_at.getTime() >= season * DAY_MS
}
