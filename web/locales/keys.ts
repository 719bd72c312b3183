import type about from './en/about.json'
import type accounts from './en/accounts.json'
import type announcements from './en/announcements.json'
import type banner from './en/banner.json'
import type borrow from './en/borrow.json'
import type generalFeedbacks from './en/general-feedbacks.json'
import type household from './en/household.json'
import type inbox from './en/inbox.json'
import type orders from './en/orders.json'
import type privacy from './en/privacy.json'
import type profile from './en/profile.json'
import type reports from './en/reports.json'
import type resellers from './en/resellers.json'
import type security from './en/security.json'
import type share from './en/share.json'
import type tours from './en/tours.json'
import type upkeep from './en/upkeep.json'
import type wishes from './en/wishes.json'
import type { texts } from './en.ts'

/** The texts of the start screen, and those that come with their screen. */
type Texts = typeof texts & {
  'general-feedbacks': typeof generalFeedbacks
  about: typeof about
  accounts: typeof accounts
  announcements: typeof announcements
  banner: typeof banner
  borrow: typeof borrow
  household: typeof household
  inbox: typeof inbox
  orders: typeof orders
  privacy: typeof privacy
  profile: typeof profile
  reports: typeof reports
  resellers: typeof resellers
  security: typeof security
  share: typeof share
  tours: typeof tours
  upkeep: typeof upkeep
  wishes: typeof wishes
}

/** A screen's texts: one file a language. */
export type Namespace = keyof Texts

/** `dashboard.inbox`; plural forms are one key. */
type Path<T, Start extends string = ''> = {
  [Name in keyof T & string]: T[Name] extends string
    ? `${Start}${Name extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Name}`
    : Path<T[Name], `${Start}${Name}.`>
}[keyof T & string]

/** `layout:dismiss` */
export type FullKey<Name extends Namespace = Namespace> = Name extends Name
  ? `${Name}:${Path<Texts[Name]>}`
  : never

/** A key of the first namespace by itself, or of any of them in full. */
export type Key<First extends Namespace, Others extends Namespace = never> =
  | Path<Texts[First]>
  | FullKey<First | Others>
