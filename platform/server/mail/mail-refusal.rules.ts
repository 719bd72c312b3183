import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'

/** What a mail server said as it refused a mail. */
export interface MailRefusal {
  /** The enhanced status code (RFC 3463) such as `5.1.1`, or without one the reply code such as `550`. */
  code: string
  /**
   * What was refused: `address`: there is no such mailbox; `mailbox`: it takes nothing at the moment, since it is full or
   * disabled; `mail`: this mail, or its sender, is not wanted.
   */
  of: 'address' | 'mailbox' | 'mail'
  /** Whether the server will not take this mail later: a 5xx reply, or a report of a mail that came back. */
  final: boolean
}

const ENHANCED = /(?:^|[\s-])([45]\.\d{1,3}\.\d{1,3})(?=[\s,;:)]|$)/

/**
 * Of the enhanced codes those that are about the address: 5.1.x says that there is none or that it has moved. 5.1.7 and
 * 5.1.8 are about the address of the sender.
 */
const OF_ADDRESS = /^5\.1\.(?!7$|8$)/
/**
 * Those that are about the state of a mailbox that is there: disabled, full, and others. 5.2.3 is about the size of the
 * mail, 5.2.4 about a mailing list. All others say something of the way, of the mail or of its sender (5.7.x): where our
 * own server is misconfigured, that would be every address.
 */
const OF_MAILBOX = /^5\.2\.(?!3$|4$)/
/** For now only what a full or disabled mailbox says: 4.2.0 is how servers put off whom they do not know yet. */
const OF_MAILBOX_FOR_NOW = new Set(['4.2.1', '4.2.2'])
/** Replies to `RCPT TO` that are about the address where no enhanced code says more. */
const NO_MAILBOX = new Set([550, 551, 553])
/** The same about what the mailbox has room for. */
const FULL_MAILBOX = 552

/**
 * What a refusal for good says of the address.
 * @param toRecipient whether it was the reply to `RCPT TO`
 */
export function refusalOf({
  enhanced,
  reply,
  toRecipient,
}: {
  enhanced: string | undefined
  reply: number
  toRecipient: boolean
}): MailRefusal {
  const of = (address: boolean, mailbox: boolean) =>
    address ? 'address' : mailbox ? 'mailbox' : 'mail'
  if (enhanced) {
    return {
      code: enhanced,
      of: of(OF_ADDRESS.test(enhanced), OF_MAILBOX.test(enhanced)),
      final: true,
    }
  }
  // A report of a mail server need not name a code.
  const code = reply > 0 ? String(reply) : '5.0.0'
  const isOfAddress = toRecipient && NO_MAILBOX.has(reply)
  return { code, of: of(isOfAddress, toRecipient && reply === FULL_MAILBOX), final: true }
}

/**
 * Reads a refusal from an error of the transport: a 5xx reply to the recipient or to the mail itself, or one that says that
 * the mailbox is full or disabled for now. Null for all else that may be otherwise at the next try: other 4xx, no
 * connection, a wrong password of ours, a server that says 5xx to its greeting.
 * @param error as nodemailer rejects with
 */
export function readRefusal(error: unknown): MailRefusal | null {
  const { response, responseCode, command } = Object(error) as Record<string, unknown>
  const reply = Number(responseCode)
  if (command !== 'RCPT TO' && command !== 'DATA') return null
  const enhanced = ENHANCED.exec(String(response ?? ''))?.[1]
  if (reply >= 400 && reply < 500) {
    const isOfMailbox = enhanced !== undefined && OF_MAILBOX_FOR_NOW.has(enhanced)
    return isOfMailbox ? { code: enhanced, of: 'mailbox', final: false } : null
  }
  if (!(reply >= 500 && reply < 600)) return null
  const isFinal = enhanced?.startsWith('5') ? enhanced : undefined
  return refusalOf({ enhanced: isFinal, reply, toRecipient: command === 'RCPT TO' })
}

const FIRST_PAUSE_MS = 10 * MINUTE_MS
const LONGEST_PAUSE_MS = DAY_MS
/** A mailbox that has taken nothing for so long takes nothing any more. */
const GIVEN_UP_AFTER_MS = 14 * DAY_MS
/** A mail that has not come back for so long has arrived: then the next refusal is the first of another time. */
const ARRIVED_AFTER_MS = 3 * DAY_MS

/** Since when a mailbox has taken nothing, and how often that was tried. */
export interface Pause {
  since: Date
  tries: number
  /** Nothing is tried before. */
  until: Date
  /** When a server took a mail since the last refusal, which may still come back; null where none did. */
  taken_at: Date | null
}

/** 10 minutes, 20, 40 ... up to a day. */
const pauseMs = (tries: number) => Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)

/**
 * What another refusal by a mailbox means.
 * @param before null where it is the first one
 * @param isLost the mail came back: it will not be tried again
 * @returns the pause from now on; null where it has lasted for so long that nothing reaches the address
 */
export function nextPause(before: Pause | null, now: Date, isLost: boolean): Pause | null {
  const isOver =
    before?.taken_at != null && now.getTime() - before.taken_at.getTime() > ARRIVED_AFTER_MS
  const running = isOver ? null : before
  const since = running?.since ?? now
  if (now.getTime() - since.getTime() >= GIVEN_UP_AFTER_MS) return null
  // Of several mails at once one pauses.
  if (running && running.until > now && !isLost) return running
  const tries = Math.max((running?.tries ?? 0) + 1, isLost ? PAUSED_FOR_LONG : 1)
  return { since, tries, until: new Date(now.getTime() + pauseMs(tries)), taken_at: null }
}

/** After so many tries, which is half an hour, or a mail that came back, whoever waits for an answer is told. */
export const PAUSED_FOR_LONG = 3
