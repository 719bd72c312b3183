import CoordinateParser from 'coordinate-parser'
import { type Position, positionSchema } from '#platform/shared/geography.ts'
import type { Place } from '../contract.ts'

/** A decimal point, comma or degree sign. Whole numbers alone could be house numbers or postcodes. */
const IS_FINE = /\d[.,]\d|[°º'′]/
/** "47,14 9,52", the notation in languages with decimal commas. */
const COMMAS = /^\s*(-?\d{1,2}),(\d+)[\s;,]+(-?\d{1,3}),(\d+)\s*$/

/** The position written as degrees ("47.14, 9.52", "47°08′24″N 9°31′12″E"); null for any other text. */
export function readSpot(text: string): Position | null {
  if (!IS_FINE.test(text)) return null
  const withPoints = text.replace(COMMAS, '$1.$2 $3.$4')
  try {
    const parsed = new CoordinateParser(withPoints)
    const spot = { latitude: parsed.getLatitude(), longitude: parsed.getLongitude() }
    return positionSchema.safeParse(spot).data ?? null
  } catch {
    // Names, addresses and unfinished input end here.
    return null
  }
}

/** Five decimals are a precision of one metre. */
const written = (degrees: number) => String(Math.round(degrees * 1e5) / 1e5)

export const placeOfSpot = ({ latitude, longitude }: Position): Place => ({
  label: `${written(latitude)}, ${written(longitude)}`,
  latitude,
  longitude,
  location_type: 'STREET',
})
