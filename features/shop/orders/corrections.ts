import { DAY_MS } from '#platform/shared/durations.ts'
/** What the staff can correct in an order until it is shipped: on the parcel, in the post, and in what it costs. */
export const PERSONAL_FIELDS = [
  'firstname',
  'lastname',
  'email',
  'address',
  'address_addition',
  'postcode',
  'city',
  'country',
] as const
export const PRICED_FIELDS = ['amount', 'donation'] as const

export const CORRECTABLE_FIELDS = [...PERSONAL_FIELDS, ...PRICED_FIELDS] as const
export type CorrectableField = (typeof CORRECTABLE_FIELDS)[number]

/** For how long it can be taken back that an order was shipped. */
export const UNSHIP_MS = DAY_MS

/** How long nobody is reminded again who was reminded to pay. */
export const REMINDER_PAUSE_DAYS = 7
