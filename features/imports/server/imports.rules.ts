import { createHash } from 'node:crypto'
import { liesInCountry } from '#features/geocoding/server/door.ts'
import { ITEM_LANGUAGES } from '#features/items/item-languages.ts'
import { type PostalAddress, postalAddressSchema } from '#features/letterboxes/contract.ts'
import { COUNTRIES, FIRST_COUNTRIES } from '#platform/shared/countries.ts'
import type { Position } from '#platform/shared/geography.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { ImportProblem, ImportProblemCode, RowProblem } from '../import-problems.ts'
import type { CsvRow } from './csv-file.ts'
import { problem } from './import-words.ts'
import type { ItemNames } from './item-names.ts'

export interface ImportRow extends PostalAddress {
  line: number
  /** The same household in another file or another run has the same key. */
  key: string
  firstname: string
  lastname: string
  email: string | null
  messaging: boolean
  /** Null: to be found by its address. */
  position: Position | null
  items: number[]
  /** The row is imported, but not exactly as it is written. */
  warnings: ImportProblem[]
}

const COUNTRY_CODES = new Map(
  ITEM_LANGUAGES.flatMap((lang) => {
    const names = new Intl.DisplayNames([lang], { type: 'region' })
    return COUNTRIES.map((code) => [foldName(names.of(code) ?? code), code] as const)
  }),
)

/**
 * What countries of the region are called besides: their whole names, the signs on cars, and what is written before a
 * postcode.
 */
const MORE_NAMES: Record<string, string> = {
  CH: 'che, sui, schweizerische eidgenossenschaft, confederation suisse, confederazione svizzera, swiss confederation, svizra',
  LI: 'fl, lie, fuerstentum liechtenstein, fürstentum liechtenstein, principality of liechtenstein, principaute de liechtenstein, principato del liechtenstein',
  AT: 'a, aut, oe, oesterreich, republik österreich, republic of austria, vorarlberg',
  DE: 'd, deu, ger, brd, bundesrepublik deutschland, federal republic of germany, republique federale d allemagne',
  FR: 'f, fra, republique francaise, french republic, france metropolitaine',
  IT: 'i, ita, repubblica italiana, italian republic',
}
for (const [code, names] of Object.entries(MORE_NAMES)) {
  for (const name of names.split(', ')) COUNTRY_CODES.set(foldName(name), code)
}

/** A code, or a name in a language of the catalogue; nothing means Switzerland. */
export function readCountry(text = 'CH'): string | undefined {
  const code = text.toUpperCase()
  return COUNTRIES.includes(code) ? code : COUNTRY_CODES.get(foldName(text))
}

const YES = new Set(['1', 'true', 'yes', 'y', 'ja', 'j', 'oui', 'o', 'si', 'x', 'on'].map(foldName))
const NO = new Set(['0', 'false', 'no', 'n', 'nein', 'non', 'off', '-'].map(foldName)).add('')

function readFlag(text = ''): boolean | undefined {
  const word = foldName(text)
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}

/** A plain decimal number, with a point or a comma; neither exponents nor hexadecimal. */
function readDegrees(text: string): number | undefined {
  return /^[-+]?\d{1,9}([.,]\d{1,20})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

const isFirstCountry = (code: string) => FIRST_COUNTRIES.some((first) => first === code)
/** Swiss projected coordinates (LV95), metres. */
const isSwissGrid = (a: number, b: number) =>
  [a, b].some((value) => value >= 2_400_000 && value <= 2_900_000)

async function readPosition(
  { latitude, longitude }: CsvRow['fields'],
  country: string,
): Promise<{ position: Position | null } | ImportProblem> {
  if (!latitude && !longitude) return { position: null }
  if (!latitude || !longitude)
    return problem('degrees_missing', { column: latitude ? 'longitude' : 'latitude' })
  const position = { latitude: readDegrees(latitude), longitude: readDegrees(longitude) }
  for (const name of ['latitude', 'longitude'] as const) {
    if (position[name] === undefined) {
      const text = (name === 'latitude' ? latitude : longitude).slice(0, 40)
      return problem('degrees_unusable', { column: name, text })
    }
  }
  return checkPosition(position as Position, country)
}

async function checkPosition(
  position: Position,
  country: string,
): Promise<{ position: Position } | ImportProblem> {
  const { latitude, longitude } = position
  if (isSwissGrid(latitude, longitude)) return problem('swiss_grid')
  const inRange = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (inRange && (!isFirstCountry(country) || (await liesInCountry(position, country))))
    return { position }
  const swapped = { latitude: longitude, longitude: latitude }
  if (Math.abs(swapped.latitude) <= 90 && (await liesInCountry(swapped, country)))
    return problem('degrees_swapped')
  if (!inRange) return problem('degrees_out_of_range')
  return problem('outside_country', {
    latitude: `${latitude}`,
    longitude: `${longitude}`,
    country,
  })
}

const FIELD_PROBLEMS: Record<string, ImportProblemCode> = {
  address: 'address_unusable',
  address_addition: 'address_addition_unusable',
  postcode: 'postcode_unusable',
  city: 'city_unusable',
}

const foldStreet = (address: string) => foldName(address).replace(/str(?= |$|\d)/g, 'strasse')

/** Who lives where: a hash over what does not change when someone corrects accents or case. */
function importKey(row: PostalAddress & { firstname: string; lastname: string }): string {
  const parts = [
    foldStreet(row.address),
    foldName(row.address_addition ?? ''),
    foldName(row.postcode),
    foldName(row.city),
    row.country,
    foldName(row.firstname),
    foldName(row.lastname),
  ]
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

type Owner = Pick<ImportRow, 'firstname' | 'lastname' | 'email' | 'messaging' | 'warnings'>

/** What is odd about an owner costs no letterbox: it is left away and said. */
function readOwner({
  firstname = '',
  lastname = '',
  email: typed,
  messaging,
}: CsvRow['fields']): Owner | ImportProblem {
  if ([...firstname].length > 100 || [...lastname].length > 100) return problem('name_too_long')
  const warnings: ImportProblem[] = []
  const parsed = typed === undefined ? null : emailSchema.safeParse(typed)
  if (parsed && !parsed.success) {
    warnings.push(problem('email_unusable', { text: typed?.slice(0, 80) ?? '' }))
  }
  const flag = readFlag(messaging)
  if (flag === undefined) {
    warnings.push(problem('messaging_unclear', { text: messaging?.slice(0, 40) ?? '' }))
  }
  const email = parsed?.data ?? null
  // Without an address nobody could be told of a request.
  if (flag && email === null && warnings.length === 0) {
    warnings.push(problem('messaging_without_email'))
  }
  return { firstname, lastname, email, messaging: flag === true && email !== null, warnings }
}

/**
 * Warnings about what a file says and an import leaves away: with `strict` one of them holds everything back,
 * as a row that is left out does.
 */
const LOSSES: readonly ImportProblemCode[] = [
  'item_unknown',
  'item_unknown_suggested',
  'messaging_unclear',
  'email_unusable',
]
export const isLoss = ({ code }: ImportProblem): boolean => LOSSES.includes(code)

/** Everything about a row that can be decided without the database. */
export async function readImportRow(
  { line, fields }: CsvRow,
  itemNames: ItemNames,
): Promise<ImportRow | RowProblem> {
  const country = readCountry(fields.country)
  if (!country) {
    return { line, ...problem('country_unknown', { text: fields.country?.slice(0, 40) ?? '' }) }
  }
  const address = postalAddressSchema.safeParse({ ...fields, country })
  if (!address.success) {
    const field = String(address.error.issues[0]?.path[0])
    return { line, ...problem(FIELD_PROBLEMS[field] ?? 'address_unusable') }
  }
  const owner = readOwner(fields)
  if ('code' in owner) return { line, ...owner }
  const place = await readPosition(fields, country)
  if ('code' in place) return { line, ...place }
  const items = itemNames.findAll(fields.items ?? '')
  const row = { ...address.data, ...owner, warnings: [...owner.warnings, ...items.problems] }
  return { ...row, line, key: importKey(row), position: place.position, items: items.ids }
}

/**
 * Keeps the first of rows that mean the same letterbox or the same e-mail address.
 * @param seen the lines of all rows before these, by key and address; those of these rows come in
 */
export function rejectDuplicates(
  rows: ImportRow[],
  seen: Map<string, number>,
): {
  rows: ImportRow[]
  rejections: RowProblem[]
} {
  const rejections: RowProblem[] = []
  const kept = rows.filter((row) => {
    const twin = seen.get(row.key)
    const mail = row.email ? `mail:${row.email.toLowerCase()}` : undefined
    const mailTwin = mail ? seen.get(mail) : undefined
    if (twin !== undefined)
      rejections.push({ line: row.line, ...problem('same_letterbox', { other: `${twin}` }) })
    else if (mailTwin !== undefined)
      rejections.push({ line: row.line, ...problem('same_email', { other: `${mailTwin}` }) })
    else {
      seen.set(row.key, row.line)
      if (mail) seen.set(mail, row.line)
    }
    return twin === undefined && mailTwin === undefined
  })
  return { rows: kept, rejections }
}
