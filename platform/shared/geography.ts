import { z } from 'zod'

export const latitudeSchema = z.number().min(-90).max(90)
export const longitudeSchema = z.number().min(-180).max(180)

/** WGS 84 in decimal degrees. */
export const positionSchema = z.object({ latitude: latitudeSchema, longitude: longitudeSchema })
export type Position = z.infer<typeof positionSchema>

const DEGREES = '(-?\\d{1,3}(?:\\.\\d{1,20})?)'
/** `47.1,9.5`, and the formats of old clients: `LatLng(47.1, 9.5)`, `[47.1,9.5]`, `{"lat":47.1,"lng":9.5}`. */
const CORNER = new RegExp(
  `^\\s*(?:LatLng\\(|\\[|\\{\\s*"lat"\\s*:)?\\s*${DEGREES}\\s*,\\s*(?:"lng"\\s*:\\s*)?${DEGREES}\\s*[)\\]}]?\\s*$`,
)

/** Corner of a box in a query: `lat,lng`. */
export const cornerSchema = z
  .string()
  .regex(CORNER)
  .transform((text) => {
    const [, latitude, longitude] = CORNER.exec(text) ?? []
    return { latitude: Number(latitude), longitude: Number(longitude) }
  })
  .pipe(positionSchema)

/** A box crosses the antimeridian if its south-west longitude is greater than the north-east one. */
export interface Box {
  northEast: Position
  southWest: Position
}

/** Converts metres to degrees of latitude; a degree is never less than 110.5 km. */
export const degreesOf = (metres: number) => metres / 110_500

/** The box around a circle; it may cross the antimeridian or span the whole globe. */
export function boxAround({ latitude, longitude }: Position, metres: number): Box {
  const high = degreesOf(metres)
  const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  const wrap = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
  return {
    southWest: {
      latitude: Math.max(-90, latitude - high),
      longitude: wide >= 180 ? -180 : wrap(longitude - wide),
    },
    northEast: {
      latitude: Math.min(90, latitude + high),
      longitude: wide >= 180 ? 180 : wrap(longitude + wide),
    },
  }
}

/** A number in a query string; rejects NaN, Infinity, hexadecimal numbers and empty text. */
export const queryNumberSchema = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,20})?$/)
  .transform(Number)

export const queryIntSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

/** `true` or missing; everything else is malformed. */
export const queryFlagSchema = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')

const R = 6_371_008.8

const RADIANS = Math.PI / 180

/** Great-circle distance in metres between two WGS 84 positions (haversine, mean Earth radius). */
export function distanceInMetres(a: Position, b: Position): number {
  return metresFrom(a)(b.latitude, b.longitude)
}

/** {@link distanceInMetres} from one position to many; common terms are computed once. */
export function metresFrom(from: Position): (latitude: number, longitude: number) => number {
  const cosine = Math.cos(from.latitude * RADIANS)
  return (latitude, longitude) => {
    const dLat = (latitude - from.latitude) * RADIANS
    const dLng = (longitude - from.longitude) * RADIANS
    const h =
      Math.sin(dLat / 2) ** 2 + cosine * Math.cos(latitude * RADIANS) * Math.sin(dLng / 2) ** 2
    return 2 * R * Math.asin(Math.min(1, Math.sqrt(h)))
  }
}
