import { createHash } from 'node:crypto'
import {
  type PostalAddress,
  postalAddressSchema,
} from '#features/people/accounts/name-and-address.ts'
import { liesInCountry } from '#features/places/geocoding/server/door.ts'
import { readCountry } from '#platform/server/country-names.ts'
import { FIRST_COUNTRIES } from '#platform/shared/countries.ts'
import type { Position } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'
import { judgePostcode } from '#platform/shared/postal-country.ts'
import type { ImportProblem, ImportProblemCode, RowProblem } from '../import-problems.ts'
import type { CsvRow } from './csv-file.ts'
import { type ImportOwner, readOwner } from './import-owners.rules.ts'
import { problem } from './import-words.ts'
import type { ItemNames } from './item-names.ts'

export interface ImportRow extends PostalAddress, ImportOwner {
  line: number
  /** The same household has the same key in every file and run. */
  key: string
  /** Null: to be looked up by its address. */
  position: Position | null
  items: number[]
}

/** A row without a country gets the community's, unless its postcode exists in one other country only. */
function countryOfPostcode(postcode: string, community: string): string {
  const judgement = judgePostcode(postcode, community)
  return typeof judgement === 'object' ? judgement.in : community
}

/** The number follows the street, except in France. */
function withHouseNumber(address: string, number: string, country: string): string {
  if (number === '' || address === '') return address
  const isThere = foldName(address).split(' ').includes(foldName(number))
  if (isThere) return address
  return country === 'FR' ? `${number} ${address}` : `${address} ${number}`
}

/** A plain decimal number with a point or a comma; no exponents, no hexadecimal. */
function readDegrees(text: string): number | undefined {
  return /^[-+]?\d{1,9}([.,]\d{1,20})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

const isFirstCountry = (code: string) => FIRST_COUNTRIES.some((first) => first === code)
/** Swiss projected coordinates (LV95), in metres. */
const isSwissGrid = (a: number, b: number) =>
  [a, b].some((value) => value >= 2_400_000 && value <= 2_900_000)

export async function readPosition(
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

const foldStreet = (street: string) => foldName(street).replace(/str(?= |$|\d)/g, 'strasse')

/** "12 a, rue du Rhône" and "Rue du Rhône 12A" are the same house. */
function foldAddress(address: string): string {
  const { street, number, rest } = splitAddress(address)
  return [foldStreet(street), foldName(number).replace(/\s/g, ''), foldName(rest)].join(' ')
}

/** The same for all rows of one house, however it is written. */
export const houseKey = (row: PostalAddress): string =>
  [
    foldAddress(row.address),
    foldName(row.address_addition ?? ''),
    foldName(row.postcode),
    foldName(row.city),
    row.country,
  ].join('\n')

/** A hash of name and address that survives corrections of accents or case. */
function importKey(row: PostalAddress & { firstname: string; lastname: string }): string {
  const parts = [houseKey(row), foldName(row.firstname), foldName(row.lastname)]
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

/**
 * Warnings that lose something the file says. With `strict`, one of them prevents the import, as a skipped row does.
 */
const LOSSES: readonly ImportProblemCode[] = [
  'item_unknown',
  'item_unknown_suggested',
  'messaging_unclear',
  'email_unusable',
  'language_unknown',
  'map_unclear',
  'name_unclear',
]
export const isLoss = ({ code }: ImportProblem): boolean => LOSSES.includes(code)

/**
 * Everything about a row that can be decided without the database.
 * @param community country of rows that name none
 */
export async function readImportRow(
  { line, fields }: CsvRow,
  itemNames: ItemNames,
  community: string,
): Promise<ImportRow | RowProblem> {
  const { postcode = '', house_number = '' } = fields
  const country = fields.country
    ? readCountry(fields.country)
    : countryOfPostcode(postcode, community)
  if (!country) {
    return { line, ...problem('country_unknown', { text: fields.country?.slice(0, 40) ?? '' }) }
  }
  const typed = withHouseNumber(fields.address ?? '', house_number, country)
  const address = postalAddressSchema.safeParse({ ...fields, address: typed, country })
  if (!address.success) {
    const field = String(address.error.issues[0]?.path[0])
    return { line, ...problem(FIELD_PROBLEMS[field] ?? 'address_unusable') }
  }
  const owner = readOwner(fields)
  if ('code' in owner) return { line, ...owner }
  const place = await readPosition(fields, country)
  if ('code' in place) return { line, ...place }
  const items = itemNames.findAll(fields.items ?? '')
  const hasNumber = /\p{N}/u.test(address.data.address)
  const missing = hasNumber
    ? []
    : [problem('number_missing', { text: address.data.address.slice(0, 80) })]
  return {
    ...address.data,
    ...owner,
    warnings: [...missing, ...owner.warnings, ...items.problems],
    line,
    key: importKey({ ...address.data, ...owner }),
    position: place.position,
    items: items.ids,
  }
}
