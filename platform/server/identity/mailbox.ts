/** One provider under two names. */
const GMAIL = '@gmail.com'
const ALSO_GMAIL = '@googlemail.com'

/**
 * The mailbox that mail to an address ends in, as far as can be told: `victim+7@` is `victim@`, and at Gmail so is `vic.tim@`. For
 * counting only; accounts are told apart by their whole address.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase()
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const domain = address.slice(at)
  const isGmail = domain === GMAIL || domain === ALSO_GMAIL
  return isGmail ? name.replaceAll('.', '') + GMAIL : name + domain
}
