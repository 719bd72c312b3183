import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { geocodingApi } from '../contract.ts'
import { createGeocoding } from './cached-geocoding.ts'

/**
 * The place list is loaded this long after the start. A search before then waits a second for it. Loading is delayed
 * because a starting server is busy, and because one that stops soon does not need the list.
 */
const PREPARED_AFTER_MS = 20_000

export function addGeocodingRoutes(app: FastifyInstance, deps: Deps): void {
  const geocoding = createGeocoding({ ...deps, streets: deps.streetMap.streets })
  const prepare = () => {
    geocoding.prepare().catch((error: unknown) => app.log.warn({ err: error }, 'no place list'))
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', (done) => {
    timer = setTimeout(prepare, PREPARED_AFTER_MS).unref()
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer)
    done()
  })
  registerEndpoints(
    app,
    deps,
    'geocoding',
    geocodingApi,
    {
      geocode: ({ body }) => geocoding.geocode(body),
      async search({ query, reply }) {
        const { q, lang, latitude, longitude } = query
        const near =
          latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
        reply.header('cache-control', 'public, max-age=3600')
        const { country: home } = deps.settings.current().operator
        return geocoding.search({ text: q, lang, near, home })
      },
    },
    {
      geocode: 'addresses',
      search: 'place_search',
    },
  )
}
