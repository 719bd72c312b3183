/**
 * Secrets of links in our mails and on paper: `/?lt=...` logs in, `/auth/resetPassword?token=...` sets a new password,
 * `/auth/loginLink?token=...` logs in with a button, `/auth/notMe?token=...` ends all sessions,
 * `/auth/confirmEmail?email_confirmation_token=...` confirms an address, `/profile/parcel?code=...` came in a parcel.
 * Importing this module removes them from the address bar, so it has to be imported first: no later request, bookmark
 * or referrer contains them.
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
const mark = loginToken === null ? null : takeFromAddress('asked')

/** The token of the link that opened the app. Returns it once, then null. */
export function redeemableToken(): string | null {
  const token = loginToken
  loginToken = null
  return token
}

/** The mark of the browser that requested the login link; null for other links. */
export const askedMark = (): string | null => mark

/** Screens of mailed links that act on a secret. */
type MailedScreen = 'resetpassword' | 'loginlink' | 'notme' | 'confirmemail'

const screen = /^\/auth\/(resetPassword|loginLink|notMe|confirmEmail)\/?$/i
  .exec(window.location.pathname)?.[1]
  ?.toLowerCase()
const parameter = screen === 'confirmemail' ? 'email_confirmation_token' : 'token'
const mailed = screen ? takeFromAddress(parameter) : null

/** The mailed token, if a mail opened the app at this screen; otherwise null. */
export const mailedToken = (at: MailedScreen): string | null => (at === screen ? mailed : null)

const parcelCode = /^\/profile\/parcel\/?$/i.test(window.location.pathname)
  ? takeFromAddress('code')
  : null

/** The scanned code that opened the app; still available after logging in. */
export function scannedParcelCode(): string | null {
  return parcelCode
}
