import { paths, patterns } from './paths.ts'

// Apart from the paths: the browser does not need the list, and would load it before all else.

/** The router's screens; a test compares them. The back office is left out, so that its screens stay private. */
export const SCREENS: readonly string[] = [
  patterns.letterbox,
  patterns.letterboxCode,
  patterns.flyer,
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
  paths.onYourSite(),
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
  paths.ownCode(),
  paths.ownFlyers(),
  paths.poster(),
  paths.stickerSheet(),
  paths.mailsOff(),
  paths.confirmWish(),
  paths.endWish(),
  paths.leaveWait(),
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

/** The router's pattern of the screen at a path; null for unknown paths and for the back office. */
export const screenOf = (pathname: string): string | null =>
  SCREEN_PATTERNS.find(([pattern]) => pattern.test(pathname))?.[1] ?? null
