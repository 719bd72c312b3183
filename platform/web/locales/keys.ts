import type { texts } from './en.ts'

/** The texts of the start screen, and those that come with their screen. */
type Texts = typeof texts & {
  'general-feedbacks': typeof import('./en/general-feedbacks.json')
  admin: typeof import('./en/admin.json')
  'admin-announcements': typeof import('./en/admin-announcements.json')
  'admin-audit': typeof import('./en/admin-audit.json')
  'admin-letterboxes': typeof import('./en/admin-letterboxes.json')
  'admin-orders': typeof import('./en/admin-orders.json')
  'admin-items': typeof import('./en/admin-items.json')
  'admin-overview': typeof import('./en/admin-overview.json')
  'admin-imports': typeof import('./en/admin-imports.json')
  'admin-inboxes': typeof import('./en/admin-inboxes.json')
  'admin-settings': typeof import('./en/admin-settings.json')
  'admin-users': typeof import('./en/admin-users.json')
  about: typeof import('./en/about.json')
  accounts: typeof import('./en/accounts.json')
  announcements: typeof import('./en/announcements.json')
  blocks: typeof import('./en/blocks.json')
  borrow: typeof import('./en/borrow.json')
  household: typeof import('./en/household.json')
  impact: typeof import('./en/impact.json')
  inbox: typeof import('./en/inbox.json')
  letterboxes: typeof import('./en/letterboxes.json')
  loans: typeof import('./en/loans.json')
  memberships: typeof import('./en/memberships.json')
  notifications: typeof import('./en/notifications.json')
  orders: typeof import('./en/orders.json')
  parcels: typeof import('./en/parcels.json')
  payments: typeof import('./en/payments.json')
  privacy: typeof import('./en/privacy.json')
  profile: typeof import('./en/profile.json')
  reports: typeof import('./en/reports.json')
  resellers: typeof import('./en/resellers.json')
  security: typeof import('./en/security.json')
  share: typeof import('./en/share.json')
  'sticker-sheet': typeof import('./en/sticker-sheet.json')
  tours: typeof import('./en/tours.json')
  upkeep: typeof import('./en/upkeep.json')
  wishes: typeof import('./en/wishes.json')
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
