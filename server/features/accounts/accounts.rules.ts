const DOTS_DO_NOT_COUNT = /@(?:gmail|googlemail)\.com$/

/**
 * The mailbox that mail to an address ends in, as far as can be told: `victim+7@` is `victim@`. For
 * counting only; accounts are told apart by their whole address.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase()
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const domain = address.slice(at)
  return (DOTS_DO_NOT_COUNT.test(domain) ? name.replaceAll('.', '') : name) + domain
}
