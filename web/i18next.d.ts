import 'i18next'
import type about from './locales/en/about.json'
import type accounts from './locales/en/accounts.json'
import type announcements from './locales/en/announcements.json'
import type banner from './locales/en/banner.json'
import type borrow from './locales/en/borrow.json'
import type generalFeedbacks from './locales/en/general-feedbacks.json'
import type household from './locales/en/household.json'
import type inbox from './locales/en/inbox.json'
import type orders from './locales/en/orders.json'
import type privacy from './locales/en/privacy.json'
import type profile from './locales/en/profile.json'
import type reports from './locales/en/reports.json'
import type resellers from './locales/en/resellers.json'
import type security from './locales/en/security.json'
import type share from './locales/en/share.json'
import type tours from './locales/en/tours.json'
import type upkeep from './locales/en/upkeep.json'
import type wishes from './locales/en/wishes.json'
import type { texts } from './locales/en.ts'

/** The texts of the start screen, and those that come with their screen. */
type Texts = typeof texts & {
  about: typeof about
  accounts: typeof accounts
  announcements: typeof announcements
  banner: typeof banner
  borrow: typeof borrow
  'general-feedbacks': typeof generalFeedbacks
  household: typeof household
  inbox: typeof inbox
  orders: typeof orders
  privacy: typeof privacy
  profile: typeof profile
  reports: typeof reports
  security: typeof security
  share: typeof share
  tours: typeof tours
  upkeep: typeof upkeep
  wishes: typeof wishes
  resellers: typeof resellers
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'layout'
    resources: Texts
  }
}
