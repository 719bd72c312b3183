import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'

/** A mail server's rejection. */
export interface MailRefusal {
  /** Enhanced status code (RFC 3463) such as `5.1.1`, otherwise the reply code such as `550`. */
  code: string
  /**
   * The object of the rejection. `address`: the mailbox does not exist; `mailbox`: it accepts nothing now because it is
   * full or disabled; `mail`: this mail or its sender is not accepted.
   */
  of: 'address' | 'mailbox' | 'mail'
  /** Permanent: a 5xx reply, or a bounce. */
  final: boolean
}

const ENHANCED = /(?:^|[\s-])([45]\.\d{1,3}\.\d{1,3})(?=[\s,;:)]|$)/

/**
 * Enhanced codes about the address: 5.1.x means that it does not exist or has moved. 5.1.7 and 5.1.8 are about the
 * sender.
 */
const OF_ADDRESS = /^5\.1\.(?!7$|8$)/
/**
 * Enhanced codes about an existing mailbox: disabled, full and others. 5.2.3 is about the size of the mail, 5.2.4 about
 * a mailing list. All other codes are about the route, the mail or its sender (5.7.x): if our own server is
 * misconfigured, they would affect every address.
 */
const OF_MAILBOX = /^5\.2\.(?!3$|4$)/
/** Temporary codes of a full or disabled mailbox. 4.2.0 is left out, since it is used for greylisting. */
const OF_MAILBOX_FOR_NOW = new Set(['4.2.1', '4.2.2'])
/** Reply codes to `RCPT TO` that are about the address, if there is no enhanced code. */
const NO_MAILBOX = new Set([550, 551, 553])
/** The same for a full mailbox. */
const FULL_MAILBOX = 552

/**
 * Classifies a permanent rejection.
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
  // A bounce may come without a code.
  const code = reply > 0 ? String(reply) : '5.0.0'
  const isOfAddress = toRecipient && NO_MAILBOX.has(reply)
  return { code, of: of(isOfAddress, toRecipient && reply === FULL_MAILBOX), final: true }
}

/**
 * Reads a rejection from a transport error: a 5xx reply to the recipient or the mail, or a temporary one for a full or
 * disabled mailbox. Null for everything that may be different at the next attempt: other 4xx replies, no connection, a
 * wrong password of ours, or a 5xx greeting.
 * @param error from nodemailer
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
/** A mailbox that has rejected everything for this long counts as dead. */
const GIVEN_UP_AFTER_MS = 14 * DAY_MS
/** A mail that has not bounced for this long has arrived, so a later rejection starts a new pause. */
const ARRIVED_AFTER_MS = 3 * DAY_MS

/** Since when a mailbox has rejected mails, and how many attempts were made. */
export interface Pause {
  since: Date
  tries: number
  /** No attempt is made before this time. */
  until: Date
  /** When a server last accepted a mail since the last rejection. It may still bounce. Null if none was accepted. */
  taken_at: Date | null
}

/** 10 minutes, 20, 40 ... up to a day. */
const pauseMs = (tries: number) => Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)

/**
 * The effect of another rejection by a mailbox.
 * @param before null at the first rejection
 * @param isLost the mail bounced and will not be retried
 * @returns the new pause; null if the mailbox has been failing for so long that it counts as dead
 */
export function nextPause(before: Pause | null, now: Date, isLost: boolean): Pause | null {
  const isOver =
    before?.taken_at != null && now.getTime() - before.taken_at.getTime() > ARRIVED_AFTER_MS
  const running = isOver ? null : before
  const since = running?.since ?? now
  if (now.getTime() - since.getTime() >= GIVEN_UP_AFTER_MS) return null
  // If several mails are rejected at once, only one extends the pause.
  if (running && running.until > now && !isLost) return running
  const tries = Math.max((running?.tries ?? 0) + 1, isLost ? PAUSED_FOR_LONG : 1)
  return { since, tries, until: new Date(now.getTime() + pauseMs(tries)), taken_at: null }
}

/** After this many attempts (half an hour), or a bounce, people who wait for an answer are informed. */
export const PAUSED_FOR_LONG = 3
