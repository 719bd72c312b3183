/** Two domains of one provider. */
const GMAIL = '@gmail.com'
const ALSO_GMAIL = '@googlemail.com'

/**
 * The mailbox behind an address, as far as we can tell: `victim+7@` is `victim@`, and `vic.tim@` as well at Gmail. Only
 * used for counting; accounts have whole addresses.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase()
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const domain = address.slice(at)
  const isGmail = domain === GMAIL || domain === ALSO_GMAIL
  return isGmail ? name.replaceAll('.', '') + GMAIL : name + domain
}
