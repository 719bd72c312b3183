/** What a mail server said as it refused a mail for good. */
export interface MailRefusal {
  /** The enhanced status code (RFC 3463) such as `5.1.1`, or without one the reply code such as `550`. */
  code: string
  /** Nothing reaches this address; otherwise it is this mail, or its sender, that is not wanted. */
  ofAddress: boolean
}

const ENHANCED = /(?:^|[\s-])(5\.\d{1,3}\.\d{1,3})(?=[\s,;:)]|$)/

/**
 * Of the enhanced codes those that are about the mailbox: 5.1.x says that there is none or that it has moved, 5.2.x that
 * it takes nothing. 5.1.7 and 5.1.8 are about the address of the sender. All others say something of the way, of the mail
 * or of its sender (5.7.x): where our own server is misconfigured, that would be every address.
 */
const OF_MAILBOX = /^5\.(?:1\.(?!7$|8$)|2\.)/
/** Replies to `RCPT TO` that are about the mailbox where no enhanced code says more. */
const NO_MAILBOX = new Set([550, 551, 553])

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
  if (enhanced) return { code: enhanced, ofAddress: OF_MAILBOX.test(enhanced) }
  // A report of a mail server need not name a code.
  const code = reply > 0 ? String(reply) : '5.0.0'
  return { code, ofAddress: toRecipient && NO_MAILBOX.has(reply) }
}

/**
 * Whether an error of the transport is a refusal for good: a 5xx reply to the recipient or to the mail itself. Null for all
 * that may be otherwise at the next try: 4xx, no connection, a wrong password of ours, a server that says 5xx to its greeting.
 * @param error as nodemailer rejects with
 */
export function readRefusal(error: unknown): MailRefusal | null {
  const { response, responseCode, command } = Object(error) as Record<string, unknown>
  const reply = Number(responseCode)
  if (!(reply >= 500 && reply < 600)) return null
  if (command !== 'RCPT TO' && command !== 'DATA') return null
  const enhanced = ENHANCED.exec(String(response ?? ''))?.[1]
  return refusalOf({ enhanced, reply, toRecipient: command === 'RCPT TO' })
}
