import type { GeocodingResult, Place } from '@letterlend/contract/geocoding.ts'
import type { Position } from '@letterlend/contract/geography.ts'
import type { Language } from '@letterlend/contract/languages.ts'

export interface AddressQuery {
  address: string
  postcode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

export interface PlaceQuery {
  text: string
  lang: Language
  /** Places near here come first. */
  near?: Position
}

/** Where positions come from. Every provider is asked by the server only, never by a browser. */
export interface Geocoder {
  name: string
  /** Least time between two requests of all users and processes together; the provider's rule. */
  intervalMs: number
  /** False when the provider does not know the address. Rejects when it does not answer properly. */
  geocode(address: AddressQuery): Promise<GeocodingResult | false>
  /** Suggestions while typing; left out where the provider forbids that. */
  search?(query: PlaceQuery): Promise<Place[]>
}

export const MAX_SUGGESTIONS = 8
