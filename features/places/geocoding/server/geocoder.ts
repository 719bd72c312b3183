import type { Position } from '#platform/shared/geography.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { GeocodingResult, Place } from '../contract.ts'

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
  /** ISO code of the community's own country, whose places come before those of others. */
  home?: string | undefined
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

/** What the server asks for positions, whoever knows them. */
export interface Geocoding {
  /**
   * The position of an address: the community's own, the provider's, a remembered one, or the middle
   * of the place; false when not even the place is known. Never rejects because of a provider. A
   * `patient` caller (the import) waits for the provider's rate, others get the middle of the place
   * instead.
   */
  geocode(address: AddressQuery, options?: { patient?: boolean }): Promise<GeocodingResult | false>
  search(query: PlaceQuery): Promise<Place[]>
  /** Reads the lists, so that whoever asks first does not wait for them. */
  prepare(): Promise<void>
}

export const MAX_SUGGESTIONS = 8
