/** The parts of "Langstrasse 94, 8004 Zürich". */
export interface TypedAddress {
  /** Street and house number, in the order typed. */
  street: string
  /** Postcode, town, or nothing. */
  place: string
}

const STREET_FIRST = /^(\p{L}[^,\d]*\d{1,5}\s?(?:[a-z]|bis|ter)?)(?=[\s,;/.-]|$)(.*)$/iu
/** The French order of an address. "3D-Drucker" is no address. */
const NUMBER_FIRST = /^(\d{1,5}(?:\s?(?:bis|ter))?[\s,]+\p{L}[^,\d]*)(.*)$/iu

/**
 * The parts of what is typed as an address with a house number; null for everything else. Never
 * throws.
 */
export function readTypedAddress(text: string): TypedAddress | null {
  // Neither a database text nor a name of a street holds control characters.
  const typed = text.replace(/\p{C}/gu, '').trim()
  const [, street, place] = STREET_FIRST.exec(typed) ?? NUMBER_FIRST.exec(typed) ?? []
  if (street === undefined || place === undefined) return null
  return { street: street.trim(), place: place.replace(/^[\s,;/.-]+/, '') }
}
