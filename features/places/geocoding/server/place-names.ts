import { foldName } from '#platform/shared/input/folded-name.ts'

/**
 * Names of places as people type them. The place list and the typed text are folded in the same way, so "Zürich",
 * "Zurich", "ZUERICH" and "zürich " share one key. Folding preserves prefixes: the folded prefix of a name is a prefix
 * of the folded name.
 */

const SAINT = /(?<![^ ])(?:ste|sankt|sainte?|skt)(?![^ ])/g

/** Replaces all spellings of "Saint" by "st", so that "Sankt Gallen" and "St. Gallen" share a prefix. */
export function foldSaint(folded: string): string {
  return folded.replace(SAINT, 'st')
}

/** Keys longer than one letter, plus their variants with unified spellings of "Saint". */
function withSaint(folded: string[]): string[] {
  const keys = new Set(folded.filter((key) => key.length > 1))
  for (const key of [...keys]) keys.add(foldSaint(key))
  return [...keys]
}

/**
 * The folded spellings of a written name: the whole name, the name without brackets, each language of "Biel/Bienne", and
 * the quarter's own name in "Zürich (Kreis 4) / Langstrasse".
 */
export function spellings(name: string): string[] {
  if (!/[(/]/.test(name)) return withSaint([foldName(name)])
  const open = name.replace(/\s*\([^)]*\)/g, '')
  return withSaint([name, open, ...open.split('/')].map(foldName))
}

/**
 * Keys to look up for a typed city, the most exact first: the text itself, then without a trailing canton ("Buchs SG"),
 * a part in brackets or a by-name ("Muri b. Bern", "Affoltern a.A.").
 */
export function lookups(city: string): string[] {
  const names = spellings(city)
  const words = foldName(city.replace(/\s*\([^)]*\)/g, '')).split(' ')
  for (let length = words.length - 1; length > 0; length--) {
    const shorter = words.slice(0, length).join(' ')
    if (shorter.length >= 4) names.push(shorter, foldSaint(shorter))
  }
  return [...new Set(names)]
}

const CANTONS = new Set(
  'AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH'.split(' '),
)

/** The canton with this two-letter code. */
export const cantonOfCode = (code: string): string | undefined =>
  CANTONS.has(code) ? code : undefined

/** The canton at the end of "Buchs SG" or "Buchs (SG)". */
export const cantonIn = (city: string): string | undefined =>
  cantonOfCode(/[\s(]([A-Z]{2})\)?\s*$/.exec(city)?.[1] ?? '')

/** Cantons that the first two digits of a Swiss postcode can lie in; borders are approximate. */
const SWISS_POSTCODES: Record<string, string> = {
  10: 'VD FR',
  11: 'VD',
  12: 'GE VD',
  13: 'VD',
  14: 'VD',
  15: 'VD FR',
  16: 'FR VD',
  17: 'FR BE',
  18: 'VD VS',
  19: 'VS',
  20: 'NE',
  21: 'NE',
  22: 'NE',
  23: 'NE JU BE',
  24: 'NE',
  25: 'BE SO NE',
  26: 'BE',
  27: 'BE JU',
  28: 'JU BE',
  29: 'JU',
  30: 'BE',
  31: 'BE FR',
  32: 'BE SO FR',
  33: 'BE SO',
  34: 'BE',
  35: 'BE',
  36: 'BE',
  37: 'BE',
  38: 'BE',
  39: 'VS',
  40: 'BS',
  41: 'BL BS SO',
  42: 'BL SO JU BS',
  43: 'AG',
  44: 'BL',
  45: 'SO BE',
  46: 'SO AG BL',
  47: 'SO',
  48: 'AG LU',
  49: 'BE LU',
  50: 'AG SO',
  51: 'AG',
  52: 'AG',
  53: 'AG',
  54: 'AG',
  55: 'AG',
  56: 'AG',
  57: 'AG LU',
  58: 'AG',
  60: 'LU OW NW',
  61: 'LU',
  62: 'LU AG',
  63: 'ZG NW OW LU SZ',
  64: 'SZ UR LU',
  65: 'TI GR',
  66: 'TI',
  67: 'TI',
  68: 'TI',
  69: 'TI',
  70: 'GR',
  71: 'GR',
  72: 'GR',
  73: 'GR SG',
  74: 'GR',
  75: 'GR',
  76: 'GR',
  77: 'GR',
  78: 'GR',
  80: 'ZH',
  81: 'ZH AG',
  82: 'SH TG ZH',
  83: 'ZH TG',
  84: 'ZH SH TG',
  85: 'TG ZH',
  86: 'ZH SG',
  87: 'GL SG SZ ZH',
  88: 'ZH SZ SG',
  89: 'ZH AG',
  90: 'SG AI AR',
  91: 'AR SG AI',
  92: 'SG TG',
  93: 'TG SG',
  94: 'SG AR AI',
  95: 'TG SG',
  96: 'SG TG',
}
/** GeoNames codes of the German states for each first digit of a postcode. */
const GERMAN_POSTCODES = [
  '13 14 15 11',
  '16 11 12',
  '04 03 10 06 12',
  '06 05 15 14 07',
  '07 06',
  '07 08 05',
  '05 08 09 01 02',
  '01',
  '02 01',
  '02 15 01',
]
const AUSTRIAN_POSTCODES = ['', '09', '03 01', '03', '04', '05 04', '07 08', '01', '06', '02 07']

/** Whether a postcode fits a region (GeoNames admin codes); undefined if the postcode does not tell. */
export function postcodeFits(
  country: string,
  postcode: string,
  { admin1, admin2 }: { admin1: string; admin2: string },
): boolean | undefined {
  const digits = postcode.replace(/\D/g, '')
  if (digits.length < 4) return undefined
  const first = Number(digits[0])
  if (country === 'CH') return SWISS_POSTCODES[digits.slice(0, 2)]?.split(' ').includes(admin1)
  if (country === 'DE') return GERMAN_POSTCODES[first]?.split(' ').includes(admin1)
  if (country === 'AT') return AUSTRIAN_POSTCODES[first]?.split(' ').includes(admin1)
  if (country === 'FR') return admin2 === digits.slice(0, 2)
  return undefined
}
