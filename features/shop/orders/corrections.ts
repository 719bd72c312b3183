import { DAY_MS } from '#platform/shared/durations.ts'
/** Fields that the staff can correct until the order is shipped: recipient, contact and price. */
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

/** How long shipping can be undone. */
export const UNSHIP_MS = DAY_MS

/** Minimum days between two payment reminders. */
export const REMINDER_PAUSE_DAYS = 7
