/**
 * Every address of the web app. The router, the links of its pages, the mails and the pages made on
 * the server take it from here; nothing else writes an address itself.
 */

/** Where the pictures of the stickers are served. */
export const STICKER_BASE = '/img/stickers/'

/** Appends the given query, leaving out what is undefined. */
function withQuery(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return text.length > 0 ? `${path}?${text.join('&')}` : path
}

/** A conversation, and what the list beside it is narrowed to. */
export interface InboxQuery {
  transaction_id?: string | undefined
  show?: string | undefined
  search?: string | undefined
  /** A step of the conversation, whose form opens. */
  step?: 'propose' | 'changeDays' | 'withdraw' | undefined
}

/** The screens that are the map, as tall as the window: `/`, `/map`, `/map/letterbox/{id}`. */
export function isMapScreen(pathname: string): boolean {
  return /^\/(map(\/letterbox\/[^/]+)?\/?)?$/i.test(pathname)
}

/** What a screen looks like while it is on its way: seen before the app runs, and while its code comes. */
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

/** Where an order is paid: the documents that may load the scripts of payment providers. */
export function isPayingScreen(pathname: string): boolean {
  return /^\/order\/(StepFour|StepFive|payment)\/?$/i.test(pathname)
}

export type RegisterStep = 1 | 2 | 3 | 4

/** The steps of an order by themselves; `StepThree` has those of the registration as children. */
export type OrderStep = 'StepTwo' | 'StepThree' | 'StepFour' | 'StepFive' | 'thank_you'

/** What can be said to a request: yes, no, or yes on another day. */
export type RequestAnswer = 'accept' | 'decline' | 'propose'

/** What can be done about the days of what is agreed: say yes to other ones, or ask for them. */
export type DaysAnswer = 'agreeDays' | 'changeDays'

/** The answers to the question whether a thing was fetched as agreed. */
export type FetchAnswer = 'handOver' | 'notFetched'

/** Addresses of which a part varies, as a router writes them. */
export const patterns = {
  letterbox: '/map/letterbox/:id',
  registerStep: '/auth/register/:step?',
  mapRegisterStep: '/map/auth/register/:step?',
  orderRegisterStep: '/order/StepThree/Register/:step?',
  providerReturn: '/auth/provider/:provider',
} as const

export const paths = {
  /** `aid`: the announcement that opens there. `lt`: the token of a mailed link; `asked`: what the browser made that asked for it. */
  home: (query: { aid?: string | undefined; lt?: string; asked?: string | undefined } = {}) =>
    withQuery('/', query),
  map: (
    query: { lat?: number; lng?: number; z?: number; sticker?: number; letterbox_id?: string } = {},
  ) => withQuery('/map', query),
  letterbox: (id: string) => patterns.letterbox.replace(':id', encodeURIComponent(id)),
  /** The map for other sites' pages. */
  embed: () => '/embed',
  resellers: () => '/resellers',
  /** Where stickers are ordered: the choice of a product. */
  order: () => '/order',
  /** `pid`: the product that is being ordered. `orderId`: the order that thanks are said for. */
  orderStep: (step: OrderStep, query: { pid?: number; orderId?: string } = {}) =>
    withQuery(`/order/${step}`, query),
  orderRegisterStep: (step: RegisterStep) =>
    patterns.orderRegisterStep.replace(':step?', `step${step}`),
  /** The back office; its screens stand in `admin-paths.ts`. */
  admin: () => '/admin',
  participate: () => '/participate',
  about: () => '/about',
  /** Where one objects to what was decided; the link of a mail leads there. */
  objection: (query: { token?: string } = {}) => withQuery('/objection', query),
  /** What the community lends, in numbers. */
  impact: () => '/impact',
  /** What the community says of itself; `version`: an earlier one. */
  imprint: (query: { version?: number } = {}) => withQuery('/imprint', query),
  privacyNotice: (query: { version?: number } = {}) => withQuery('/privacy', query),
  terms: (query: { version?: number } = {}) => withQuery('/terms', query),
  accessibility: (query: { version?: number } = {}) => withQuery('/accessibility', query),
  /** `from`: where to go after logging in; only a path of this app is honoured. */
  login: (from?: string) => withQuery('/auth/login', { from }),
  logout: () => '/auth/logout',
  registerStep: (step: RegisterStep) => patterns.registerStep.replace(':step?', `step${step}`),
  mapRegisterStep: (step: RegisterStep) =>
    patterns.mapRegisterStep.replace(':step?', `step${step}`),
  forgotPassword: () => '/auth/forgotPassword',
  resetPassword: (query: { token?: string } = {}) => withQuery('/auth/resetPassword', query),
  confirmEmail: (query: { email_confirmation_token?: string } = {}) =>
    withQuery('/auth/confirmEmail', query),
  /** Where a link opens that the staff has sent: it logs in once its button is pressed. */
  loginByLink: (query: { token?: string } = {}) => withQuery('/auth/loginLink', query),
  /** What mails about changes of an account lead to whoever did not make them: it acts once its button is pressed. `former`: to an
   * address that the account had before, which it gives back. */
  notMe: (query: { token?: string; former?: 'email' } = {}) => withQuery('/auth/notMe', query),
  /** Where a provider of accounts sends people back to. */
  providerReturn: (provider: string) =>
    patterns.providerReturn.replace(':provider', encodeURIComponent(provider)),
  /** What becomes of an account elsewhere that no account here knows yet. */
  providerUnknown: () => '/auth/provider',
  setPassword: (query: { lt?: string; asked?: string | undefined } = {}) =>
    withQuery('/auth/setPassword', query),
  profile: () => '/profile',
  updateAccount: () => '/profile/updateAccount',
  deleteAccount: () => '/profile/deleteAccount',
  security: () => '/profile/security',
  userOrders: () => '/profile/userOrders',
  /** Where the code from a parcel is entered; `code`: as the slip's own code has it. */
  parcel: (query: { code?: string } = {}) => withQuery('/profile/parcel', query),
  /** Until when one is a supporter, and since when. */
  memberships: () => '/profile/memberships',
  /** Where an order that was stored is paid. `key`: of a guest's, what its mails know and nobody else. */
  payment: (query: { orderId?: string; key?: string | undefined } = {}) =>
    withQuery('/order/payment', query),
  inbox: (query: InboxQuery & { lt?: string } = {}) => withQuery('/profile/inbox', query),
  messagePanel: (query: InboxQuery = {}) => withQuery('/profile/messagePanel', query),
  /** What the buttons of a mailed request lead to: nothing is answered before it is confirmed there. */
  answerRequest: (
    query: {
      transaction_id?: string
      answer?: RequestAnswer | DaysAnswer | FetchAnswer
      lt?: string
    } = {},
  ) => withQuery('/profile/inbox/answer', query),
  /** What the mail leads to that asks whether a reply was its reader's. */
  heldReply: (query: { token?: string; answer?: 'yes' | 'no' } = {}) =>
    withQuery('/replies/held', query),
  /** What a calendar program reads. */
  calendarFeed: (secret: string) => `/calendar/${secret}.ics`,
  /** Where somebody gets such an address, and ends it. */
  calendar: () => '/profile/calendar',
  /** What of the own letterbox is lent when. */
  lent: () => '/profile/lent',
  wishes: () => '/profile/wishes',
  household: () => '/profile/household',
  /** The own letterbox, to be printed. */
  poster: () => '/profile/poster',
  /** The own stickers, to be printed and cut out. */
  stickerSheet: () => '/profile/stickerSheet',
  /** What the mails about messages, a wish, an invitation and the own stickers lead to. */
  mailsOff: (query: { token?: string } = {}) => withQuery('/mails/off', query),
  confirmWish: (query: { token?: string } = {}) => withQuery('/wishes/confirm', query),
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
  /** Whom one has blocked. */
  blocked: () => '/profile/blocked',
  /** How often one is told of what. */
  notifications: () => '/profile/notifications',
  updateLetterBoxAddress: () => '/profile/updateLetterBoxAddress',
  updateLetterBoxLocation: () => '/profile/updateLetterBoxLocation',
  updateLetterBoxItems: () => '/profile/updateLetterBoxItems',
} as const

/** As the router has them, which a test compares. Nobody is told which screens the back office has. */
export const SCREENS: readonly string[] = [
  patterns.letterbox,
  patterns.registerStep,
  patterns.mapRegisterStep,
  patterns.orderRegisterStep,
  patterns.providerReturn,
  paths.home(),
  paths.map(),
  paths.embed(),
  paths.resellers(),
  paths.order(),
  paths.orderStep('StepTwo'),
  paths.orderStep('StepThree'),
  paths.orderStep('StepFour'),
  paths.orderStep('StepFive'),
  paths.orderStep('thank_you'),
  paths.participate(),
  paths.about(),
  paths.objection(),
  paths.impact(),
  paths.imprint(),
  paths.privacyNotice(),
  paths.terms(),
  paths.accessibility(),
  paths.login(),
  paths.logout(),
  paths.forgotPassword(),
  paths.resetPassword(),
  paths.confirmEmail(),
  paths.loginByLink(),
  paths.notMe(),
  paths.providerUnknown(),
  paths.setPassword(),
  paths.profile(),
  paths.updateAccount(),
  paths.deleteAccount(),
  paths.security(),
  paths.userOrders(),
  paths.parcel(),
  paths.memberships(),
  paths.payment(),
  paths.inbox(),
  paths.messagePanel(),
  paths.answerRequest(),
  paths.heldReply(),
  paths.calendar(),
  paths.lent(),
  paths.wishes(),
  paths.household(),
  paths.poster(),
  paths.stickerSheet(),
  paths.mailsOff(),
  paths.confirmWish(),
  paths.endWish(),
  paths.joinHousehold(),
  paths.confirmItems(),
  paths.holiday(),
  paths.privacy(),
  paths.blocked(),
  paths.notifications(),
  paths.updateLetterBoxAddress(),
  paths.updateLetterBoxLocation(),
  paths.updateLetterBoxItems(),
]

const SCREEN_PATTERNS = SCREENS.map((path) => {
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => {
      if (!part.startsWith(':')) return `/${part}`
      return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
    })
  return [new RegExp(`^${parts.join('')}/?$`, 'i'), path] as const
})

/** The screen of the web app at an address, as its router has it; null for none, and for the back office, of which the address says nothing. */
export const screenOf = (pathname: string): string | null =>
  SCREEN_PATTERNS.find(([pattern]) => pattern.test(pathname))?.[1] ?? null

/** The path an old hash link (`/#/auth/logout`) stands for, or null. */
export function pathOfHash(hash: string): string | null {
  if (!hash.startsWith('#/') || hash.startsWith('#//')) return null
  return hash.slice(1)
}
