import type { ImportProblem, ImportProblemCode } from '../import-problems.ts'

/** As printed by `npm run import`. For a row it completes "line 7: ...". */
const SENTENCES: Record<ImportProblemCode, string> = {
  spreadsheet: 'This is a spreadsheet: save it as "CSV UTF-8" and import that file.',
  not_text: 'This is not a text file: save it as "CSV UTF-8".',
  too_large: 'The file is larger than {megabytes} MB: split it.',
  takes_too_long: 'The file takes too long to read: check that it is the right one, or split it.',
  too_many_rows: 'The file has more than {rows} rows: split it.',
  empty: 'The file is empty.',
  columns_missing:
    'Column {columns} is missing. The first line must name the columns; found: {found}.',
  column_twice: 'Column {column} comes twice: "{name}".',
  not_utf8:
    'The file is not UTF-8; it was read as Windows-1252 (Latin-1). Check that names with accents are right.',
  mac_roman:
    'The file is not UTF-8; it was read as Mac Roman. Check that names with accents are right.',
  column_unknown: 'Column "{name}" is not known and was ignored.',
  quote_not_closed: 'a quote is opened here or before and never closed',
  quote_inside:
    'a quote stands in the middle of a field: double it, or put the whole field in quotes',
  too_many_fields:
    'has {fields} fields, the first line names {columns}: put fields that contain "{delimiter}" in quotes',
  address_unusable: 'the address is missing or longer than 200 characters',
  address_addition_unusable: 'the address addition is longer than 200 characters',
  postcode_unusable: 'the postcode is missing or longer than 20 characters',
  city_unusable: 'the city is missing or longer than 100 characters',
  country_unknown: 'unknown country "{text}"',
  name_too_long: 'a name is longer than 100 characters',
  email_unusable: '"{text}" is not an e-mail address: imported without one, with messaging off',
  messaging_unclear: 'messaging "{text}" is neither yes nor no: imported with messaging off',
  degrees_missing: '{column} is missing: give both or neither',
  degrees_unusable: '{column} "{text}" is not a number of degrees such as 47.3769',
  swiss_grid: 'the position is in Swiss grid metres (LV95): convert it to WGS 84 degrees',
  degrees_swapped: 'latitude and longitude are swapped',
  degrees_out_of_range: 'latitude must be between -90 and 90, longitude between -180 and 180',
  outside_country: 'the position {latitude}, {longitude} is not in {country}',
  item_unknown: 'unknown item "{text}": imported without it',
  item_unknown_suggested: 'unknown item "{text}": did you mean "{suggestion}"? Imported without it',
  place_unknown: 'no place "{city}" is known in {country}: give latitude and longitude',
  same_letterbox: 'the same letterbox as line {other}',
  same_email:
    '{email} is already the address of line {other}, in another house: imported without it, nobody logs in there',
  joined:
    'the same house and e-mail address as line {other}: one letterbox with the stickers of both',
  spot_guessed:
    'no house "{text}" is known: it stands in its street, until its owner confirms the spot',
  number_missing: 'the address "{text}" has no house number: imported nevertheless',
  email_several: '"{text}" holds several e-mail addresses: {email} is used',
  language_unknown: 'language "{text}" is none of de, en, fr: the language of the import is used',
  map_unclear:
    '"{text}" does not say whether this is shown on the map: imported without showing it',
  name_unclear: '"{text}" does not say whether the name is shown: imported without showing it',
  has_account: '{email} has an account already: its owner places the letterbox',
  left_out: 'left out by hand',
  far_away: 'lies {km} km from the middle of the others: imported nevertheless',
  messaging_without_email:
    'messaging needs an e-mail address to reach the owner: imported with messaging off',
}

/** A problem as an English sentence. */
export const sentenceOf = ({ code, values }: ImportProblem): string =>
  SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Creates an {@link ImportProblem}. */
export const problem = (
  code: ImportProblemCode,
  values: Record<string, string> = {},
): ImportProblem => ({ code, values })
