/** What a column of a file can hold. */
export const COLUMNS = [
  'address',
  'house_number',
  'address_addition',
  'postcode',
  'city',
  'country',
  'latitude',
  'longitude',
  'items',
  'firstname',
  'lastname',
  'email',
  'language',
  'show_on_map',
  'hide_from_map',
  'show_name',
  'messaging',
] as const
export type Column = (typeof COLUMNS)[number]

/** Extra columns in a file of rejected rows. A corrected file may still have them; they are ignored. */
export const REJECTS_COLUMNS = { line: 'letterlend line', reason: 'letterlend reason' } as const
