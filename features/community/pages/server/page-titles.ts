import { type ServerTexts, texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths, patterns } from '#platform/shared/paths.ts'

type TitleName = keyof ServerTexts<'pages'>['server']['titles']

/** Titles of the screens before the app runs and for link previews. The start page only has the community's name. */
const TITLES: Readonly<Record<string, TitleName>> = {
  [paths.map()]: 'map',
  [patterns.letterbox]: 'map',
  [patterns.letterboxCode]: 'letterboxCode',
  [patterns.flyer]: 'flyer',
  [paths.embed()]: 'embed',
  [patterns.registerStep]: 'register',
  [patterns.mapRegisterStep]: 'registerOnMap',
  [patterns.orderRegisterStep]: 'registerToOrder',
  [patterns.providerReturn]: 'providerReturn',
  [paths.providerUnknown()]: 'providerUnknown',
  [paths.resellers()]: 'resellers',
  [paths.order()]: 'order',
  [paths.orderStep('StepTwo')]: 'orderMap',
  [paths.orderStep('StepThree')]: 'orderAddress',
  [paths.orderStep('StepFour')]: 'orderConfirm',
  [paths.orderStep('StepFive')]: 'orderPay',
  [paths.orderStep('thank_you')]: 'orderThanks',
  [paths.participate()]: 'participate',
  [paths.onYourSite()]: 'onYourSite',
  [paths.about()]: 'about',
  [paths.objection()]: 'objection',
  [paths.impact()]: 'impact',
  [paths.imprint()]: 'imprint',
  [paths.privacyNotice()]: 'privacyNotice',
  [paths.terms()]: 'terms',
  [paths.accessibility()]: 'accessibility',
  [paths.login()]: 'login',
  [paths.logout()]: 'logout',
  [paths.forgotPassword()]: 'forgotPassword',
  [paths.resetPassword()]: 'resetPassword',
  [paths.confirmEmail()]: 'confirmEmail',
  [paths.loginByLink()]: 'loginByLink',
  [paths.notMe()]: 'notMe',
  [paths.setPassword()]: 'setPassword',
  [paths.profile()]: 'profile',
  [paths.updateAccount()]: 'updateAccount',
  [paths.deleteAccount()]: 'deleteAccount',
  [paths.security()]: 'security',
  [paths.userOrders()]: 'userOrders',
  [paths.parcel()]: 'parcel',
  [paths.memberships()]: 'memberships',
  [paths.payment()]: 'payment',
  [paths.inbox()]: 'inbox',
  [paths.messagePanel()]: 'messagePanel',
  [paths.answerRequest()]: 'answerRequest',
  [paths.heldReply()]: 'heldReply',
  [paths.calendar()]: 'calendar',
  [paths.lent()]: 'lent',
  [paths.wishes()]: 'wishes',
  [paths.household()]: 'household',
  [paths.ownCode()]: 'ownCode',
  [paths.ownFlyers()]: 'ownFlyers',
  [paths.poster()]: 'poster',
  [paths.stickerSheet()]: 'stickerSheet',
  [paths.mailsOff()]: 'mailsOff',
  [paths.confirmWish()]: 'confirmWish',
  [paths.endWish()]: 'endWish',
  [paths.leaveWait()]: 'leaveWait',
  [paths.joinHousehold()]: 'joinHousehold',
  [paths.confirmItems()]: 'confirmItems',
  [paths.holiday()]: 'holiday',
  [paths.privacy()]: 'privacy',
  [paths.blocked()]: 'blocked',
  [paths.notifications()]: 'notifications',
  [paths.updateLetterBoxAddress()]: 'address',
  [paths.updateLetterBoxLocation()]: 'location',
  [paths.updateLetterBoxItems()]: 'items',
}

/**
 * Title of a screen without the community's name; null for the start page.
 * @param screen null for an unknown address
 */
export function pageTitle(lang: Language, screen: string | null, brand: string): string | null {
  if (screen === paths.home()) return null
  const name = (screen !== null && TITLES[screen]) || 'none'
  const t = texts('pages', lang)
  return t(`server.titles.${name}`, { brand })
}
