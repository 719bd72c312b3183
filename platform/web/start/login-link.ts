/**
 * Secrets of the links in our mails and on our papers: `/?lt=...` logs in, `/auth/resetPassword?token=...`
 * sets a new password, `/auth/loginLink?token=...` logs in by a button, `/profile/parcel?code=...` came in a parcel. Importing this module removes them from
 * the address bar, so it is imported before everything else: no later request, bookmark or referrer holds
 * them.
 */

function takeFromAddress(name: string): string | null {
  const url = new URL(window.location.href)
  const token = url.searchParams.get(name)
  if (token === null) return null
  url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
  return token
}

let loginToken = takeFromAddress('lt')

/** The token of the link the app was opened with, once; null afterwards. */
export function redeemableToken(): string | null {
  const token = loginToken
  loginToken = null
  return token
}

const resetToken = /^\/auth\/resetPassword\/?$/i.test(window.location.pathname)
  ? takeFromAddress('token')
  : null

/** The token of the recovery mail that opened the app; null where something else opened it. */
export function passwordResetToken(): string | null {
  return resetToken
}

const staffLoginToken = /^\/auth\/loginLink\/?$/i.test(window.location.pathname)
  ? takeFromAddress('token')
  : null

/** The token of a link that the staff has sent to log in; null where something else opened the app. */
export function sentLoginToken(): string | null {
  return staffLoginToken
}

const parcelCode = /^\/profile\/parcel\/?$/i.test(window.location.pathname)
  ? takeFromAddress('code')
  : null

/** The code whose scan opened the app; it is still available after logging in. */
export function scannedParcelCode(): string | null {
  return parcelCode
}
