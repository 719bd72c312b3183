import { z } from 'zod'
import { latitudeSchema, longitudeSchema } from '#platform/shared/geography.ts'
import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'
import type { GeocodingResult, Place } from '../contract.ts'
import { type AddressQuery, type Geocoder, MAX_SUGGESTIONS, type PlaceQuery } from './geocoder.ts'
import { askProvider } from './provider-request.ts'

export interface ProviderOptions {
  /** Replaces the provider's public URL. */
  url?: string
  userAgent: string
  timeoutMs: number
}

type LocationType = GeocodingResult['location_type']

/** Labels are shown as plain text: swisstopo's contain markup, and other providers' may too. */
const plainText = (label: string) =>
  label
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const photonSchema = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([longitudeSchema, latitudeSchema]) }),
      properties: z.object({
        name: z.string().optional(),
        street: z.string().optional(),
        housenumber: z.string().optional(),
        postcode: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        country: z.string().optional(),
        countrycode: z.string().optional(),
        type: z.string().optional(),
      }),
    }),
  ),
})
type PhotonFeature = z.infer<typeof photonSchema>['features'][number]

function photonType({ properties }: PhotonFeature): LocationType {
  if (properties.housenumber || properties.type === 'house') return 'ROOFTOP'
  return properties.type === 'street' ? 'STREET' : 'APPROXIMATE'
}

function photonPlace(feature: PhotonFeature): Place {
  const { name, street, housenumber, postcode, city, country } = feature.properties
  const [longitude, latitude] = feature.geometry.coordinates
  const road = [street, housenumber].filter(Boolean).join(' ')
  const town = [postcode, city].filter(Boolean).join(' ')
  const parts = [name, road, town === name ? '' : town, country].filter(Boolean)
  return {
    label: plainText([...new Set(parts)].join(', ')),
    latitude,
    longitude,
    location_type: photonType(feature),
  }
}

/** Photon (komoot): OpenStreetMap data, built for search while typing. https://photon.komoot.io */
export function createPhoton({ url, ...request }: ProviderOptions): Geocoder {
  const ask = async (query: Record<string, string | number | undefined>) => {
    const base = url ?? 'https://photon.komoot.io'
    const answer = await askProvider({ base, path: '/api', query, ...request })
    return photonSchema.parse(answer).features
  }
  return {
    name: 'photon',
    intervalMs: 250,
    async geocode({ address, postcode, city, country }: AddressQuery) {
      const features = await ask({ q: `${address}, ${postcode} ${city}`, limit: 5 })
      const feature = features.find(
        ({ properties }) => properties.countrycode?.toUpperCase() === country,
      )
      if (!feature) return false
      const [longitude, latitude] = feature.geometry.coordinates
      return { latitude, longitude, location_type: photonType(feature) }
    },
    async search({ text, lang, near }: PlaceQuery) {
      const position = near ? { lat: near.latitude, lon: near.longitude } : {}
      const features = await ask({ q: text, lang, limit: MAX_SUGGESTIONS, ...position })
      return features.map(photonPlace).filter(({ label }) => label !== '')
    },
  }
}

const nominatimSchema = z.array(
  z.object({
    lat: z.coerce.number().pipe(latitudeSchema),
    lon: z.coerce.number().pipe(longitudeSchema),
    /** 30 is a house, 26 and 27 are streets, lower ranks are areas. */
    place_rank: z.number(),
  }),
)

/** Nominatim: OpenStreetMap data. Its public server allows one request per second and forbids suggestions. */
export function createNominatim({ url, ...request }: ProviderOptions): Geocoder {
  return {
    name: 'nominatim',
    intervalMs: 1_000,
    async geocode({ address, postcode, city, country }) {
      const answer = await askProvider({
        base: url ?? 'https://nominatim.openstreetmap.org',
        path: '/search',
        query: {
          format: 'jsonv2',
          street: address,
          postalcode: postcode,
          city,
          countrycodes: country.toLowerCase(),
          limit: 1,
        },
        ...request,
      })
      const [result] = nominatimSchema.parse(answer)
      if (!result) return false
      const type: LocationType =
        result.place_rank >= 30 ? 'ROOFTOP' : result.place_rank >= 26 ? 'STREET' : 'APPROXIMATE'
      return { latitude: result.lat, longitude: result.lon, location_type: type }
    },
  }
}

const swisstopoSchema = z.object({
  results: z.array(
    z.object({
      attrs: z.object({
        origin: z.string(),
        label: z.string(),
        lat: latitudeSchema,
        lon: longitudeSchema,
      }),
    }),
  ),
})

/** swisstopo's search service: addresses and places of Switzerland and Liechtenstein only. */
export function createSwisstopo({ url, ...request }: ProviderOptions): Geocoder {
  const ask = async (searchText: string, origins: string, lang: string, limit: number) => {
    const answer = await askProvider({
      base: url ?? 'https://api3.geo.admin.ch',
      path: '/rest/services/api/SearchServer',
      query: { searchText, origins, lang, limit, type: 'locations', sr: 4326 },
      ...request,
    })
    return swisstopoSchema.parse(answer).results.map(({ attrs }) => ({
      ...attrs,
      type: (attrs.origin === 'address' ? 'ROOFTOP' : 'APPROXIMATE') as LocationType,
    }))
  }
  return {
    name: 'swisstopo',
    intervalMs: 200,
    countries: ['CH', 'LI'],
    async geocode({ address, postcode, city }) {
      const [result] = await ask(`${address} ${postcode} ${city}`, 'address', DEFAULT_LANGUAGE, 1)
      if (!result) return false
      return { latitude: result.lat, longitude: result.lon, location_type: result.type }
    },
    async search({ text, lang }) {
      const results = await ask(text, 'zipcode,gg25,address', lang, MAX_SUGGESTIONS)
      return results.map(({ label, lat, lon, type }) => ({
        label: plainText(label),
        latitude: lat,
        longitude: lon,
        location_type: type,
      }))
    },
  }
}
