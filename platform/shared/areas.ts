import { z } from 'zod'
import { isCountry } from './countries.ts'
import { VALIDATION } from './errors.ts'

/** As many as a large city has. */
export const AREA_POSTCODES_MAX = 300
export const AREA_CORNERS_MAX = 100

const postcodeSchema = z
  .string(VALIDATION.invalid)
  .regex(/^[0-9A-Za-z][0-9A-Za-z -]{1,19}$/, VALIDATION.invalid)

const cornerSchema = z.tuple([
  z.number(VALIDATION.invalid).min(-180, VALIDATION.invalid).max(180, VALIDATION.invalid),
  z.number(VALIDATION.invalid).min(-90, VALIDATION.invalid).max(90, VALIDATION.invalid),
])

/** The part of the community to which the tasks of a person are limited: postcodes of a country, or an outline. */
export const areaSchema = z.object({
  /** The country of the postcodes; null for an outline. */
  country: z.string(VALIDATION.invalid).refine(isCountry, VALIDATION.invalid).nullable(),
  postcodes: z
    .array(postcodeSchema, VALIDATION.invalid)
    .max(AREA_POSTCODES_MAX, VALIDATION.tooLong),
  /** Corners as longitude and latitude, the last one connected with the first; empty for postcodes. */
  outline: z.array(cornerSchema, VALIDATION.invalid).max(AREA_CORNERS_MAX, VALIDATION.tooLong),
})
export type Area = z.infer<typeof areaSchema>

/** An area that somebody sets: either postcodes and their country, or at least three corners. */
export const newAreaSchema = areaSchema.refine(
  ({ country, postcodes, outline }) =>
    country === null
      ? postcodes.length === 0 && outline.length >= 3
      : postcodes.length > 0 && outline.length === 0,
  VALIDATION.invalid,
)

const storedPostcode = (postcode: string) => postcode.replaceAll(' ', '').toUpperCase()

/**
 * The area as it is stored: each postcode once, in capitals and without spaces. The database function `area_covers`
 * compares them with addresses in this form.
 */
export function storedArea(area: Area): Area {
  return { ...area, postcodes: [...new Set(area.postcodes.map(storedPostcode))].sort() }
}

/** Where something is. Without a spot, only postcodes can cover it. */
export interface Place {
  country: string
  postcode: string
  latitude: number | null
  longitude: number | null
}

/**
 * Whether a stored area covers a place, for places that are in no table: the decision of the database function
 * `area_covers`. Only on the edge of an outline they differ: the database counts it as inside.
 */
export function areaCovers({ country, postcodes, outline }: Area, place: Place): boolean {
  if (country !== null)
    return country === place.country && postcodes.includes(storedPostcode(place.postcode))
  const { latitude, longitude } = place
  return latitude !== null && longitude !== null && windings(outline, longitude, latitude) !== 0
}

/**
 * How often an outline winds around a point: 0 outside. Algorithm: D. Sunday, "Inclusion of a Point in a Polygon".
 */
function windings(outline: Area['outline'], x: number, y: number): number {
  let count = 0
  let from = outline.at(-1)
  for (const to of outline) {
    if (!from) break
    const [x0, y0] = from
    const [x1, y1] = to
    /** Positive: the point is left of the edge. */
    const side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
    if (y0 <= y && y1 > y && side > 0) count += 1
    if (y0 > y && y1 <= y && side < 0) count -= 1
    from = to
  }
  return count
}
