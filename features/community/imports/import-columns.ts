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

/** What stands behind the columns in a file of rejected rows; a corrected file may still have it, and it is passed over. */
export const REJECTS_COLUMNS = { line: 'letterlend line', reason: 'letterlend reason' } as const
