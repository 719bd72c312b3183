import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/client.ts'
import type { Street } from '#platform/server/street-map/address-list.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { geocodingResultSchema, type Place } from '../contract.ts'
import {
  type AddressQuery,
  type Geocoder,
  type Geocoding,
  MAX_SUGGESTIONS,
  type PlaceQuery,
} from './geocoder.ts'
import { readCached, reserveSlot, writeCached } from './geocoding.queries.ts'
import { geocodeOffline, liesInCountry, placeIndex } from './offline.ts'
import { searchOffline } from './place-search.ts'
import { PROVIDER_TIMEOUT_MS } from './provider-request.ts'
import { createNominatim, createPhoton, createSwisstopo } from './providers.ts'
import { RegionalGeocoding } from './streets/regional.ts'
import { WrittenPlaces } from './written-places.ts'

interface GeocodingDeps {
  config: Pick<Config, 'geocoders' | 'geocoderUrl' | 'brandName' | 'publicUrl'>
  database: Database
  logger: Pick<FastifyBaseLogger, 'warn'>
  /** Streets of the community's own regions; addresses found here are not looked up elsewhere. */
  streets: readonly Street[]
  timeoutMs?: number
}

const PATIENCE_MS = { someoneWaits: 2_000, import: DAY_MS }
/** After a failure, requests to the provider pause; each further failure doubles the pause. */
const REST_MS = { first: 5_000, longest: 5 * MINUTE_MS }

const rememberedSchema = z.union([geocodingResultSchema, z.literal(false)])
const rememberedPlacesSchema = z.custom<Place[]>((value) => Array.isArray(value))

const CREATE = { photon: createPhoton, nominatim: createNominatim, swisstopo: createSwisstopo }

/** The configured services, in their order. */
function createProviders({ config, timeoutMs }: GeocodingDeps): Geocoder[] {
  const { geocoders, geocoderUrl } = config
  const common = {
    userAgent: `${config.brandName.replace(/[^\x20-\x7e]/g, '')} (${config.publicUrl})`,
    timeoutMs: timeoutMs ?? PROVIDER_TIMEOUT_MS,
  }
  return geocoders.map((name, nth) => {
    const isLast = nth === geocoders.length - 1
    return CREATE[name]({ ...common, ...(isLast && geocoderUrl && { url: geocoderUrl }) })
  })
}

/** The key is a hash, so that no address is stored. */
function cacheKey(provider: string, kind: string, parts: string[]): string {
  const text = [kind, ...parts.map(foldName)].join('\n')
  return `${provider}:${createHash('sha256').update(text).digest('base64url')}`
}

/** Counts consecutive failures and decides when the provider may be queried again. */
class Rest {
  #until = 0
  #pause: number = REST_MS.first

  isOver(): boolean {
    return Date.now() >= this.#until
  }
  begin(): void {
    this.#until = Date.now() + this.#pause
    this.#pause = Math.min(this.#pause * 2, REST_MS.longest)
  }
  end(): void {
    this.#pause = REST_MS.first
  }
}

async function preparePlaces(): Promise<void> {
  await placeIndex()
}

/** One provider, through the cache and its rate limit. */
class AskedProvider {
  readonly #provider: Geocoder
  readonly #deps: GeocodingDeps
  readonly #rest = new Rest()

  constructor(provider: Geocoder, deps: GeocodingDeps) {
    this.#provider = provider
    this.#deps = deps
  }

  /** Queries the provider; undefined if it gives no usable answer. */
  async #ask<T>(
    key: string,
    schema: z.ZodType<T>,
    patienceMs: number,
    request: () => Promise<T>,
  ): Promise<T | undefined> {
    const { database, logger } = this.#deps
    const { name, intervalMs } = this.#provider
    const remembered = schema.safeParse(await readCached(database, key))
    if (remembered.success) return remembered.data
    if (!this.#rest.isOver()) return undefined
    const delay = await reserveSlot(database, name, { intervalMs, patienceMs })
    if (delay === null) return undefined
    if (delay > 0) await wait(delay)
    try {
      const answer = await request()
      this.#rest.end()
      await writeCached(this.#deps.database, key, answer)
      return answer
    } catch (error) {
      this.#rest.begin()
      logger.warn({ err: error, provider: name }, 'geocoder gave no usable answer')
      return undefined
    }
  }

  async geocode(address: AddressQuery, patienceMs: number) {
    const { address: street, postcode, city, country } = address
    const { name, countries } = this.#provider
    if (countries && !countries.includes(country)) return undefined
    const key = cacheKey(name, 'address', [street, postcode, city, country])
    return this.#ask(key, rememberedSchema, patienceMs, async () => {
      const result = await this.#provider.geocode(address)
      // A result outside the country is dropped: it is a homonym, or its coordinates were swapped.
      return result && (await liesInCountry(result, country)) ? result : false
    })
  }

  async search(query: PlaceQuery): Promise<Place[]> {
    const { name, search } = this.#provider
    if (!search) return []
    // Suggestions prefer nearby places. Positions are rounded to a tenth of a degree so that neighbours share a cache
    // entry.
    const near = query.near
      ? [query.near.latitude.toFixed(1), query.near.longitude.toFixed(1)].join(' ')
      : ''
    const key = cacheKey(name, 'search', [query.text, query.lang, near])
    return (await this.#ask(key, rememberedPlacesSchema, 300, () => search(query))) ?? []
  }
}

/** Several providers: an address is looked up until one knows it. */
class OnlineGeocoding implements Geocoding {
  readonly #providers: readonly AskedProvider[]

  constructor(providers: readonly AskedProvider[]) {
    this.#providers = providers
  }

  async geocode(address: AddressQuery, { patient = false } = {}) {
    const patienceMs = patient ? PATIENCE_MS.import : PATIENCE_MS.someoneWaits
    for (const provider of this.#providers) {
      const place = await provider.geocode(address, patienceMs)
      if (place) return place
    }
    return geocodeOffline(address)
  }

  /** Suggestions of the first provider come first; the next ones fill what is left. */
  async search(query: PlaceQuery): Promise<Place[]> {
    const found = new Map<string, Place>()
    for (const provider of this.#providers) {
      if (found.size >= MAX_SUGGESTIONS) break
      for (const place of await provider.search(query)) {
        if (!found.has(place.label)) found.set(place.label, place)
      }
    }
    const places = [...found.values()].slice(0, MAX_SUGGESTIONS)
    return places.length > 0 ? places : searchOffline(query)
  }

  prepare = preparePlaces
}

const OFFLINE: Geocoding = {
  geocode: geocodeOffline,
  search: searchOffline,
  prepare: preparePlaces,
}

/** Searches the community's own streets, then the configured providers. The place list is the fallback for all. */
export function createGeocoding(deps: GeocodingDeps): Geocoding {
  const providers = createProviders(deps).map((provider) => new AskedProvider(provider, deps))
  const elsewhere = providers.length > 0 ? new OnlineGeocoding(providers) : OFFLINE
  const { streets } = deps
  const named = streets.length > 0 ? new RegionalGeocoding(streets, elsewhere) : elsewhere
  return new WrittenPlaces(streets, named)
}
