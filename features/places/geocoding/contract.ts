import { z } from 'zod'
import { postalAddressSchema } from '#features/people/accounts/name-and-address.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { latitudeSchema, longitudeSchema, queryNumberSchema } from '#platform/shared/geography.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'

export const geocodingResultSchema = z.object({
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  location_type: z.enum(['ROOFTOP', 'STREET', 'APPROXIMATE']),
})
export type GeocodingResult = z.infer<typeof geocodingResultSchema>

export const placeSchema = z.object({
  label: z.string(),
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  location_type: geocodingResultSchema.shape.location_type,
  /** Zoom level for places larger than a town, such as a country. */
  zoom: z.int().optional(),
  /** True if the typed text is exactly the name of the place, in any language. */
  named: z.boolean().optional(),
  /** The typed house number, if the suggested street does not have it. */
  unknown_number: z.string().optional(),
  /** The typed street, if no source knows it; the place is then its town. */
  unknown_street: z.string().optional(),
})
export type Place = z.infer<typeof placeSchema>

export const geocodingApi = defineEndpoints({
  geocode: {
    method: 'POST',
    path: '/map/geocoding',
    whileWaiting: true,
    summary: 'Returns the position of an address, or false',
    access: 'optional',
    body: postalAddressSchema.pick({ address: true, city: true, postcode: true, country: true }),
    status: 200,
    answer: z.union([geocodingResultSchema, z.literal(false)]),
    errors: ['validation', 'rate_limited'],
  },
  search: {
    method: 'GET',
    path: '/map/search',
    summary:
      'Lists places, streets and houses whose names are or begin with the text, likeliest first; also postcodes, countries, and positions in degrees',
    access: 'public',
    query: z.object({
      q: z.string().trim().min(2).max(100),
      lang: sentLanguageSchema,
      /** Suggestions near this position come first. */
      latitude: queryNumberSchema.pipe(latitudeSchema).optional(),
      longitude: queryNumberSchema.pipe(longitudeSchema).optional(),
    }),
    status: 200,
    answer: z.array(placeSchema),
    errors: ['rate_limited'],
  },
})
