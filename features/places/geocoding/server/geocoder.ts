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
  /** Places near this position come first. */
  near?: Position
  /** ISO code of the community's own country; its places rank before those of other countries. */
  home?: string | undefined
}

/** A source of positions. Only the server queries providers, never a browser. */
export interface Geocoder {
  name: string
  /** Minimum time between two requests, across all users and processes; set by the provider's rules. */
  intervalMs: number
  /** ISO codes of the only countries that it knows; left out: the whole world. */
  countries?: readonly string[]
  /** False if the provider does not know the address. Rejects if the provider fails. */
  geocode(address: AddressQuery): Promise<GeocodingResult | false>
  /** Suggestions while typing; undefined if the provider forbids them. */
  search?(query: PlaceQuery): Promise<Place[]>
}

/** The server's interface for positions, whatever the source. */
export interface Geocoding {
  /**
   * The position of an address: from the community's own lists, the cache, the provider, or the centre of the place;
   * false if not even the place is known. Never rejects because of a provider. A `patient` caller (the import) waits
   * for the provider's rate limit, others get the centre of the place instead.
   */
  geocode(address: AddressQuery, options?: { patient?: boolean }): Promise<GeocodingResult | false>
  search(query: PlaceQuery): Promise<Place[]>
  /** Loads the lists ahead of time, so that the first caller does not wait for them. */
  prepare(): Promise<void>
}

export const MAX_SUGGESTIONS = 8
