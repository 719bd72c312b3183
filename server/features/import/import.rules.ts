import { createHash } from 'node:crypto'
import { emailSchema } from '@letterlend/contract/accounts.ts'
import { COUNTRIES, FIRST_COUNTRIES } from '@letterlend/contract/countries.ts'
import type { Position } from '@letterlend/contract/geography.ts'
import { type PostalAddress, postalAddressSchema } from '@letterlend/contract/letterboxes.ts'
import { liesInCountry } from '../../geocoding/offline.ts'
import { foldName } from '../../geocoding/place-names.ts'
import type { CsvRow } from './csv-file.ts'
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
}

/** Why a row is not imported, as the end of the sentence "line 7: ...". */
export interface Rejection {
  line: number
  reason: string
}

const LANGUAGES = ['de', 'en', 'fr', 'it']
const COUNTRY_CODES = new Map(
  LANGUAGES.flatMap((lang) => {
    const names = new Intl.DisplayNames([lang], { type: 'region' })
    return COUNTRIES.map((code) => [foldName(names.of(code) ?? code), code] as const)
  }),
)

/** A code, or a name in one of four languages; nothing means Switzerland. */
function readCountry(text = 'CH'): string | undefined {
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
): Promise<{ position: Position | null } | { reason: string }> {
  if (!latitude && !longitude) return { position: null }
  if (!latitude || !longitude)
    return { reason: `${latitude ? 'longitude' : 'latitude'} is missing: give both or neither` }
  const position = { latitude: readDegrees(latitude), longitude: readDegrees(longitude) }
  for (const name of ['latitude', 'longitude'] as const) {
    if (position[name] === undefined) {
      const given = (name === 'latitude' ? latitude : longitude).slice(0, 40)
      return { reason: `${name} "${given}" is not a number of degrees such as 47.3769` }
    }
  }
  return checkPosition(position as Position, country)
}

async function checkPosition(
  position: Position,
  country: string,
): Promise<{ position: Position } | { reason: string }> {
  const { latitude, longitude } = position
  if (isSwissGrid(latitude, longitude))
    return { reason: 'the position is in Swiss grid metres (LV95): convert it to WGS 84 degrees' }
  const inRange = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (inRange && (!isFirstCountry(country) || (await liesInCountry(position, country))))
    return { position }
  const swapped = { latitude: longitude, longitude: latitude }
  if (Math.abs(swapped.latitude) <= 90 && (await liesInCountry(swapped, country)))
    return { reason: 'latitude and longitude are swapped' }
  if (!inRange)
    return { reason: 'latitude must be between -90 and 90, longitude between -180 and 180' }
  return { reason: `the position ${latitude}, ${longitude} is not in ${country}` }
}

const FIELD_REASONS: Record<string, string> = {
  address: 'the address is missing or longer than 200 characters',
  address_addition: 'the address addition is longer than 200 characters',
  postcode: 'the postcode is missing or longer than 20 characters',
  city: 'the city is missing or longer than 100 characters',
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

function readOwner({ firstname = '', lastname = '', email, messaging }: CsvRow['fields']) {
  if ([...firstname].length > 100 || [...lastname].length > 100)
    return { reason: 'a name is longer than 100 characters' }
  const parsedEmail = email === undefined ? null : emailSchema.safeParse(email)
  if (parsedEmail && !parsedEmail.success)
    return { reason: `"${email?.slice(0, 80)}" is not an e-mail address` }
  const flag = readFlag(messaging)
  if (flag === undefined)
    return { reason: `messaging "${messaging?.slice(0, 40)}" is neither yes nor no` }
  if (flag && !parsedEmail)
    return { reason: 'messaging needs an e-mail address to reach the owner' }
  return { owner: { firstname, lastname, email: parsedEmail?.data ?? null, messaging: flag } }
}

/** Everything about a row that can be decided without the database. */
export async function readImportRow(
  { line, fields }: CsvRow,
  itemNames: ItemNames,
): Promise<ImportRow | Rejection> {
  const country = readCountry(fields.country)
  if (!country) return { line, reason: `unknown country "${fields.country?.slice(0, 40)}"` }
  const address = postalAddressSchema.safeParse({ ...fields, country })
  if (!address.success) {
    const field = String(address.error.issues[0]?.path[0])
    return { line, reason: FIELD_REASONS[field] ?? `${field} cannot be used` }
  }
  const read = readOwner(fields)
  if ('reason' in read) return { line, reason: read.reason ?? '' }
  const place = await readPosition(fields, country)
  if ('reason' in place) return { line, reason: place.reason }
  const items = itemNames.findAll(fields.items ?? '')
  if ('reason' in items) return { line, reason: items.reason }
  const row = { ...address.data, ...read.owner }
  return { ...row, line, key: importKey(row), position: place.position, items: items.ids }
}

/** Keeps the first of rows that mean the same letterbox or the same e-mail address. */
export function rejectDuplicates(rows: ImportRow[]): {
  rows: ImportRow[]
  rejections: Rejection[]
} {
  const seen = new Map<string, number>()
  const rejections: Rejection[] = []
  const kept = rows.filter((row) => {
    const twin = seen.get(row.key)
    const mail = row.email ? `mail:${row.email.toLowerCase()}` : undefined
    const mailTwin = mail ? seen.get(mail) : undefined
    if (twin !== undefined)
      rejections.push({ line: row.line, reason: `the same letterbox as line ${twin}` })
    else if (mailTwin !== undefined)
      rejections.push({ line: row.line, reason: `the same e-mail address as line ${mailTwin}` })
    else {
      seen.set(row.key, row.line)
      if (mail) seen.set(mail, row.line)
    }
    return twin === undefined && mailTwin === undefined
  })
  return { rows: kept, rejections }
}
