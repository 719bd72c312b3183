/** Every link of the app. Pages and features never write an address themselves. */

/** Appends the given query, leaving out what is undefined. */
function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** The `id` that the map screen gives its search field; the search link of the navigation focuses it. */
export const SEARCH_FIELD_ID = 'map-search'

/** The screens that are the map, as tall as the window: `/`, `/map`, `/map/letterbox/{id}`. */
export function isMapScreen(pathname: string): boolean {
  return /^\/(map(\/letterbox\/[^/]+)?\/?)?$/i.test(pathname)
}

/** State of a link to the map by which someone asks to be shown around again. */
export const SHOW_AROUND = { showAround: true } as const

/** Screens without navigation and footer: all of the window is theirs. */
export function isBareScreen(pathname: string): boolean {
  return /^\/resellers\/?$/i.test(pathname)
}

/** The conversations; their own button stands where that for feedback would. */
export function isInboxScreen(pathname: string): boolean {
  return /^\/profile\/(inbox|messagePanel)\/?$/i.test(pathname)
}

/** One conversation alone, on phones. */
export function isMessagePanel(pathname: string): boolean {
  return /^\/profile\/messagePanel\/?$/i.test(pathname)
}

/** The steps of an order, from the choice of a product to the thanks. */
export function isOrderScreen(pathname: string): boolean {
  return /^\/order(\/|$)/i.test(pathname)
}

export type RegisterStep = 1 | 2 | 3 | 4

export const paths = {
  /** `aid`: the announcement that opens there. */
  home: (query: { aid?: string | undefined } = {}) => withQuery('/', query),
  map: (
    query: { lat?: number; lng?: number; z?: number; sticker?: number; letterbox_id?: string } = {},
  ) => withQuery('/map', query),
  letterbox: (id: string) => `/map/letterbox/${encodeURIComponent(id)}`,
  /** The map for other sites' pages. */
  embed: () => '/embed',
  resellers: () => '/resellers',
  banner: () => '/admin/banner',
  participate: () => '/participate',
  about: () => '/about',
  privacyNotice: () => '/privacy',
  /** `from`: where to go after logging in; only a path of this app is honoured. */
  login: (from?: string) => withQuery('/auth/login', { from }),
  logout: () => '/auth/logout',
  registerStep: (step: RegisterStep) => `/auth/register/step${step}`,
  mapRegisterStep: (step: RegisterStep) => `/map/auth/register/step${step}`,
  forgotPassword: () => '/auth/forgotPassword',
  resetPassword: () => '/auth/resetPassword',
  confirmEmail: () => '/auth/confirmEmail',
  setPassword: () => '/auth/setPassword',
  profile: () => '/profile',
  updateAccount: () => '/profile/updateAccount',
  deleteAccount: () => '/profile/deleteAccount',
  security: () => '/profile/security',
  userOrders: () => '/profile/userOrders',
  inbox: (query: { transaction_id?: string } = {}) => withQuery('/profile/inbox', query),
  messagePanel: (query: { transaction_id?: string } = {}) =>
    withQuery('/profile/messagePanel', query),
  wishes: () => '/profile/wishes',
  household: () => '/profile/household',
  /** What the mail of an invitation leads to. */
  joinHousehold: (token: string) => withQuery('/household/join', { token }),
  holiday: () => '/profile/holiday',
  privacy: () => '/profile/privacy',
  updateLetterBoxAddress: () => '/profile/updateLetterBoxAddress',
  updateLetterBoxLocation: () => '/profile/updateLetterBoxLocation',
  updateLetterBoxItems: () => '/profile/updateLetterBoxItems',
} as const

/** A path of this app to go back to, or null: an address of another site is never followed. */
export function safeReturnPath(from: string | null | undefined): string | null {
  if (!from?.startsWith('/') || from.startsWith('//') || from.includes('\\')) return null
  const url = new URL(from, window.location.origin)
  if (url.origin !== window.location.origin) return null
  if (/^\/auth\/(login|logout)\b/i.test(url.pathname)) return null
  return `${url.pathname}${url.search}`
}

/** The path an old hash link (`/#/auth/logout`) stands for, or null. */
export function pathOfHash(hash: string): string | null {
  if (!hash.startsWith('#/') || hash.startsWith('#//')) return null
  return hash.slice(1)
}
