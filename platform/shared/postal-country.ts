/** Country code before a postcode on letters: "FL-9490", "A-6800", "D 79539". */
const COUNTRY_SIGNS: Readonly<Record<string, string>> = {
  CH: 'CH',
  FL: 'LI',
  LI: 'LI',
  A: 'AT',
  AT: 'AT',
  D: 'DE',
  DE: 'DE',
  F: 'FR',
  FR: 'FR',
  I: 'IT',
  IT: 'IT',
}

/** Number of digits of a postcode in the most common countries. */
const DIGITS: Readonly<Record<string, number>> = { CH: 4, LI: 4, AT: 4, DE: 5, FR: 5, IT: 5 }

/** All of Liechtenstein; no other country with four digits uses these. */
const isOfLiechtenstein = (digits: string) => /^94(8[5-9]|9[0-8])$/.test(digits)
/** Vorarlberg and part of Tyrol, next to Liechtenstein; in Switzerland they are in Ticino. */
const isOfVorarlberg = (digits: string) => /^6[789]\d\d$/.test(digits)

/** Parses a typed postcode: the digits and the country code before them. */
export function readPostcode(text: string): { digits: string; country: string | null } | null {
  const [, sign, digits] = /^\s*(?:([A-Z]{1,2})\s*[-–.]?\s*)?(\d{4,5})\s*$/i.exec(text) ?? []
  if (digits === undefined) return null
  if (sign === undefined) return { digits, country: null }
  const country = COUNTRY_SIGNS[sign.toUpperCase()]
  return country === undefined ? null : { digits, country }
}

/**
 * Whether a postcode can belong to a country: `fits`, the ISO code of the country it belongs to, or `doubtful` if it is
 * from an unknown other country. Texts without four or five digits and distant countries are not judged.
 */
export function judgePostcode(text: string, country: string): 'fits' | 'doubtful' | { in: string } {
  const postcode = readPostcode(text)
  const expected = DIGITS[country]
  if (!postcode || expected === undefined) return 'fits'
  const { digits } = postcode
  if (postcode.country !== null) {
    return postcode.country === country ? 'fits' : { in: postcode.country }
  }
  if (isOfLiechtenstein(digits)) return country === 'LI' ? 'fits' : { in: 'LI' }
  if (digits.length !== expected) return 'doubtful'
  if (country !== 'LI') return 'fits'
  return isOfVorarlberg(digits) ? 'doubtful' : { in: 'CH' }
}
