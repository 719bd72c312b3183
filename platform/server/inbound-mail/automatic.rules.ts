/** A header by its name in small letters; undefined where the mail has none. */
export type HeaderOf = (name: string) => string | undefined

/** Headers that only machines write: filters of leave of absence, mailing lists, and servers that could not deliver. */
const OF_MACHINES = [
  'x-autoreply',
  'x-autorespond',
  'x-autoreply-from',
  'x-failed-recipients',
  'x-ms-exchange-inbox-rules-loop',
  'list-id',
  'list-post',
  'list-unsubscribe',
  'feedback-id',
]

const PRECEDENCE = /^\s*(bulk|junk|list|auto_reply)\s*$/i
const MACHINE = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)(\+[^@]*)?@/i

/** How Exchange, Outlook and others begin the subject of an answer that nobody wrote. */
const SUBJECT =
  /^\s*(automatische antwort|abwesenheitsnotiz|abwesenheit|automatic reply|auto(matic)?[- ]?reply|out of (the )?office|réponse automatique|absence du bureau|message d['’]absence)\s*(:|$)/i

/**
 * Whether nobody wrote a mail by hand (RFC 3834): it is neither taken nor answered, so that two programs never write to
 * each other without end.
 * @param sender the address in `From`
 */
export function isAutomatic(headerOf: HeaderOf, sender: string | null): boolean {
  const submitted = headerOf('auto-submitted')
    ?.replace(/[;(].*$/s, '')
    .trim()
    .toLowerCase()
  if (submitted !== undefined && submitted !== 'no') return true
  if (PRECEDENCE.test(headerOf('precedence') ?? '')) return true
  if (OF_MACHINES.some((name) => headerOf(name) !== undefined)) return true
  if (/^\s*<\s*>\s*$/.test(headerOf('return-path') ?? '')) return true
  if (/multipart\/report/i.test(headerOf('content-type') ?? '')) return true
  if (sender !== null && MACHINE.test(sender)) return true
  return SUBJECT.test(headerOf('subject') ?? '')
}
