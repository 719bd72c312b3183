/**
 * Every URL of the web app. The router, links, mails and server-rendered pages use these; no other code builds URLs.
 */

/** Base path of sticker pictures. */
export const STICKER_BASE = '/img/stickers/'

/** Appends query parameters that are not undefined. */
function withQuery(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return text.length > 0 ? `${path}?${text.join('&')}` : path
}

/** A conversation, and the filter of the list beside it. */
export interface InboxQuery {
  transaction_id?: string | undefined
  show?: string | undefined
  search?: string | undefined
  /** A step of the conversation whose form opens. */
  step?: 'propose' | 'changeDays' | 'withdraw' | undefined
}

/** The screens with the map at full window height: `/`, `/map`, `/map/letterbox/{id}`. */
export function isMapScreen(pathname: string): boolean {
  return /^\/(map(\/letterbox\/[^/]+)?\/?)?$/i.test(pathname)
}

/** The skeleton of a screen, shown before the app runs and while its code loads. */
export type ScreenShape =
  | 'start'
  | 'map'
  | 'letterbox'
  | 'bare'
  | 'inbox'
  | 'cards'
  | 'form'
  | 'page'

const SHAPES: readonly (readonly [RegExp, ScreenShape])[] = [
  [/^\/$/, 'start'],
  [/^\/map\/letterbox\/[^/]+\/?$/i, 'letterbox'],
  [/^\/(map|embed)\/?$/i, 'map'],
  [/^\/resellers\/?$/i, 'bare'],
  [/^\/profile\/(inbox|messagePanel)\/?$/i, 'inbox'],
  [/^\/(profile|participate|order)\/?$/i, 'cards'],
  [/^\/((map\/)?auth|profile|order)\//i, 'form'],
]

export function shapeOf(pathname: string): ScreenShape {
  return SHAPES.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'page'
}

/** Screens without navigation and footer, which use the whole window. */
export function isBareScreen(pathname: string): boolean {
  return /^\/resellers\/?$/i.test(pathname)
}

/** The inbox screens; their own button takes the place of the feedback button. */
export function isInboxScreen(pathname: string): boolean {
  return /^\/profile\/(inbox|messagePanel)\/?$/i.test(pathname)
}

/** A single conversation, on phones. */
export function isMessagePanel(pathname: string): boolean {
  return /^\/profile\/messagePanel\/?$/i.test(pathname)
}

/** The steps of an order, from choosing a product to the thank-you page. */
export function isOrderScreen(pathname: string): boolean {
  return /^\/order(\/|$)/i.test(pathname)
}

/** Payment pages: the documents that may load scripts of payment providers. */
export function isPayingScreen(pathname: string): boolean {
  return /^\/order\/(StepFour|StepFive|payment)\/?$/i.test(pathname)
}

export type RegisterStep = 1 | 2 | 3 | 4

/** The steps of an order; `StepThree` has the registration's steps as children. */
export type OrderStep = 'StepTwo' | 'StepThree' | 'StepFour' | 'StepFive' | 'thank_you'

/** Answers to a request: yes, no, or yes on another day. */
export type RequestAnswer = 'accept' | 'decline' | 'propose'

/** Actions about the days of an agreement: accept new ones, or ask for others. */
export type DaysAnswer = 'agreeDays' | 'changeDays'

/** Answers to the question whether an item was picked up as agreed. */
export type FetchAnswer = 'handOver' | 'notFetched'

/** Paths with parameters, in the router's notation. */
export const patterns = {
  letterbox: '/map/letterbox/:id',
  letterboxCode: '/l/:code',
  flyer: '/n/:code',
  registerStep: '/auth/register/:step?',
  mapRegisterStep: '/map/auth/register/:step?',
  orderRegisterStep: '/order/StepThree/Register/:step?',
  providerReturn: '/auth/provider/:provider',
} as const

export const paths = {
  /**
   * `aid`: the announcement to open. `lt`: the token of a mailed link; `asked`: a value of the browser that requested
   * it.
   */
  home: (query: { aid?: string | undefined; lt?: string; asked?: string | undefined } = {}) =>
    withQuery('/', query),
  map: (
    query: { lat?: number; lng?: number; z?: number; sticker?: number; letterbox_id?: string } = {},
  ) => withQuery('/map', query),
  /** With a sticker, it is chosen already. */
  letterbox: (id: string, query: { sticker?: number } = {}) =>
    withQuery(patterns.letterbox.replace(':id', encodeURIComponent(id)), query),
  /** What a neighbour's flyer opens; the code is that of the letterbox. */
  flyer: (code: string) => patterns.flyer.replace(':code', encodeURIComponent(code)),
  /** The short address of a letterbox, which is printed. */
  letterboxCode: (code: string) =>
    patterns.letterboxCode.replace(':code', encodeURIComponent(code)),
  /** The map for embedding in other sites. */
  embed: () => '/embed',
  /** Chooses how the embedded map looks, and gives its code. */
  onYourSite: () => '/onYourSite',
  resellers: () => '/resellers',
  order: () => '/order',
  /** `pid`: the product. `orderId`: the order, for the thank-you page. */
  orderStep: (step: OrderStep, query: { pid?: number; orderId?: string } = {}) =>
    withQuery(`/order/${step}`, query),
  orderRegisterStep: (step: RegisterStep) =>
    patterns.orderRegisterStep.replace(':step?', `step${step}`),
  /** The back office; its screens are in `admin-paths.ts`. */
  admin: () => '/admin',
  participate: () => '/participate',
  about: () => '/about',
  /** Objection to a decision; linked in a mail. */
  objection: (query: { token?: string } = {}) => withQuery('/objection', query),
  /** Statistics about the community's lending. */
  impact: () => '/impact',
  /** A page about the community; `version`: an earlier one. */
  imprint: (query: { version?: number } = {}) => withQuery('/imprint', query),
  privacyNotice: (query: { version?: number } = {}) => withQuery('/privacy', query),
  terms: (query: { version?: number } = {}) => withQuery('/terms', query),
  accessibility: (query: { version?: number } = {}) => withQuery('/accessibility', query),
  /** `from`: where to go after logging in; only paths of this app are accepted. */
  login: (from?: string) => withQuery('/auth/login', { from }),
  /** The login after a link that the old site had made. */
  loginAfterOldLink: (query: { lang?: string | undefined } = {}) =>
    withQuery('/auth/login', { old_link: 1, ...query }),
  logout: () => '/auth/logout',
  registerStep: (step: RegisterStep) => patterns.registerStep.replace(':step?', `step${step}`),
  mapRegisterStep: (step: RegisterStep) =>
    patterns.mapRegisterStep.replace(':step?', `step${step}`),
  forgotPassword: () => '/auth/forgotPassword',
  resetPassword: (query: { token?: string } = {}) => withQuery('/auth/resetPassword', query),
  confirmEmail: (query: { email_confirmation_token?: string } = {}) =>
    withQuery('/auth/confirmEmail', query),
  /** A login link that the staff sent; its button logs in. */
  loginByLink: (query: { token?: string } = {}) => withQuery('/auth/loginLink', query),
  /**
   * "It was not me", linked in mails about account changes; its button acts. `former`: for a previous address of the
   * account, which it restores.
   */
  notMe: (query: { token?: string; former?: 'email' } = {}) => withQuery('/auth/notMe', query),
  /** Where an identity provider redirects to. */
  providerReturn: (provider: string) =>
    patterns.providerReturn.replace(':provider', encodeURIComponent(provider)),
  /** Asks what to do with a provider's account that no account here is linked to. */
  providerUnknown: () => '/auth/provider',
  setPassword: (query: { lt?: string; asked?: string | undefined } = {}) =>
    withQuery('/auth/setPassword', query),
  profile: () => '/profile',
  updateAccount: () => '/profile/updateAccount',
  deleteAccount: () => '/profile/deleteAccount',
  security: () => '/profile/security',
  userOrders: () => '/profile/userOrders',
  /** Entering the code of a parcel; `code`: from the slip's QR code. */
  parcel: (query: { code?: string } = {}) => withQuery('/profile/parcel', query),
  /** Start and end of the membership as a supporter. */
  memberships: () => '/profile/memberships',
  /** Paying a stored order. `key`: secret of a guest's order, which only its mails contain. */
  payment: (query: { orderId?: string; key?: string | undefined } = {}) =>
    withQuery('/order/payment', query),
  inbox: (query: InboxQuery & { lt?: string } = {}) => withQuery('/profile/inbox', query),
  messagePanel: (query: InboxQuery = {}) => withQuery('/profile/messagePanel', query),
  /** Linked by the buttons of a mailed request; the answer still has to be confirmed there. */
  answerRequest: (
    query: {
      transaction_id?: string
      answer?: RequestAnswer | DaysAnswer | FetchAnswer
      lt?: string
    } = {},
  ) => withQuery('/profile/inbox/answer', query),
  /** Linked in the mail that asks its receiver whether they wrote a reply. */
  heldReply: (query: { token?: string; answer?: 'yes' | 'no' } = {}) =>
    withQuery('/replies/held', query),
  /** The feed for calendar programs. */
  calendarFeed: (secret: string) => `/calendar/${secret}.ics`,
  /** Creating and revoking a calendar address. */
  calendar: () => '/profile/calendar',
  /** What the own letterbox lends, and when. */
  lent: () => '/profile/lent',
  wishes: () => '/profile/wishes',
  household: () => '/profile/household',
  /** The short address of the own letterbox and its QR code. */
  ownCode: () => '/profile/code',
  /** Slips for the neighbours, to print. */
  ownFlyers: () => '/profile/flyers',
  poster: () => '/profile/poster',
  /** Own stickers for printing and cutting out. */
  stickerSheet: () => '/profile/stickerSheet',
  /** Linked in mails about messages, wishes, waits, invitations and the own stickers. */
  mailsOff: (query: { token?: string } = {}) => withQuery('/mails/off', query),
  confirmWish: (query: { token?: string } = {}) => withQuery('/wishes/confirm', query),
  leaveWait: (query: { token?: string } = {}) => withQuery('/waits/leave', query),
  endWish: (query: { token?: string } = {}) => withQuery('/wishes/end', query),
  joinHousehold: (query: { token?: string } = {}) => withQuery('/household/join', query),
  confirmItems: (
    query: {
      token?: string
      answer?: 'still_true' | 'still_lending' | 'not_now' | 'take_off'
    } = {},
  ) => withQuery('/letterbox/confirm', query),
  holiday: () => '/profile/holiday',
  privacy: () => '/profile/privacy',
  blocked: () => '/profile/blocked',
  notifications: () => '/profile/notifications',
  updateLetterBoxAddress: () => '/profile/updateLetterBoxAddress',
  updateLetterBoxLocation: () => '/profile/updateLetterBoxLocation',
  updateLetterBoxItems: () => '/profile/updateLetterBoxItems',
} as const

/** The path of an old hash link (`/#/auth/logout`), or null. */
export function pathOfHash(hash: string): string | null {
  if (!hash.startsWith('#/') || hash.startsWith('#//')) return null
  return hash.slice(1)
}

/** Whether a path names a letterbox or a conversation by a number, as a site did that was moved in. */
const hasOldId = (path: string): boolean =>
  /^\/map\/letterbox\/\d+\/?(\?|$)/i.test(path) ||
  /[?&](letterbox_id|transaction_id)=\d+(&|$)/.test(path)

/** The token of a link that logs in, confirms an address or leads to a new password. */
const MAILED_TOKEN =
  /^\/auth\/resetPassword\/?\?(?:.*&)?token=([^&]*)|^\/auth\/confirmEmail\/?\?(?:.*&)?email_confirmation_token=([^&]*)|^\/[^?]*\?(?:.*&)?lt=([^&]*)/i
/** 32 bytes as base64url. */
const OWN_TOKEN = /^[\w-]{43}$/

/** Whether a path has a token that another site made. */
export function hasOldToken(path: string): boolean {
  const [, ...tokens] = MAILED_TOKEN.exec(path) ?? []
  const token = tokens.find((each) => each !== undefined)
  return token !== undefined && token !== '' && !OWN_TOKEN.test(token)
}

/** Whether the server has to look up what a path of another site is called here. */
export const isOfOldSite = (path: string): boolean => hasOldId(path) || hasOldToken(path)
