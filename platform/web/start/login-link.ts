/**
 * Secrets of the links in our mails and on our papers: `/?lt=...` logs in, `/auth/resetPassword?token=...`
 * sets a new password, `/auth/loginLink?token=...` logs in by a button, `/auth/notMe?token=...` ends all sessions,
 * `/auth/confirmEmail?email_confirmation_token=...` confirms an address, `/profile/parcel?code=...` came in a parcel. Importing this module removes them from the address bar, so it is
 * imported before everything else: no later request, bookmark or referrer holds them.
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

/** The token of the link the app was opened with, once; null afterwards. */
export function redeemableToken(): string | null {
  const token = loginToken
  loginToken = null
  return token
}

/** What the browser made that asked for the login link; null where it was another link. */
export const askedMark = (): string | null => mark

/** Screens that a link of a mail opens with a secret, which does something there. */
type MailedScreen = 'resetpassword' | 'loginlink' | 'notme' | 'confirmemail'

const screen = /^\/auth\/(resetPassword|loginLink|notMe|confirmEmail)\/?$/i
  .exec(window.location.pathname)?.[1]
  ?.toLowerCase()
const parameter = screen === 'confirmemail' ? 'email_confirmation_token' : 'token'
const mailed = screen ? takeFromAddress(parameter) : null

/** The token of the mail that opened the app at a screen; null where something else opened it, or another screen. */
export const mailedToken = (at: MailedScreen): string | null => (at === screen ? mailed : null)

const parcelCode = /^\/profile\/parcel\/?$/i.test(window.location.pathname)
  ? takeFromAddress('code')
  : null

/** The code whose scan opened the app; it is still available after logging in. */
export function scannedParcelCode(): string | null {
  return parcelCode
}
