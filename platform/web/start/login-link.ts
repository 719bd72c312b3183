/**
 * Secrets of the links in our mails and on our papers: `/?lt=...` logs in,
 * `/auth/resetPassword?token=...` sets a new password, `/profile/parcel?code=...` came in a parcel. Importing this module takes them out of the address bar, so it is imported before
 * everything else: no later request, bookmark or referrer carries them.
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

/** The token of the recovery mail the app was opened with; null where it was opened otherwise. */
export function passwordResetToken(): string | null {
  return resetToken
}

const parcelCode = /^\/profile\/parcel\/?$/i.test(window.location.pathname)
  ? takeFromAddress('code')
  : null

/** The code that was scanned to open the app; it is still there after logging in. */
export function scannedParcelCode(): string | null {
  return parcelCode
}
