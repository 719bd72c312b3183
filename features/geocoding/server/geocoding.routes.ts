import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { geocodingApi } from '../contract.ts'
import { createGeocoding } from './cached-geocoding.ts'

export function addGeocodingRoutes(app: FastifyInstance, deps: Deps): void {
  const geocoding = createGeocoding({ ...deps, streets: deps.streetMap.streets })
  app.addHook('onListen', (done) => {
    geocoding.prepare().catch((error: unknown) => app.log.warn({ err: error }, 'no place list'))
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
        return geocoding.search({ text: q, lang, near })
      },
    },
    {
      geocode: { max: 60, timeWindow: '1 minute' },
      search: { max: 300, timeWindow: '1 minute' },
    },
  )
}
