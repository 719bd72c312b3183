import type { FastifyInstance } from 'fastify'
import { isActive, roleNameOf } from '#features/places/letterboxes/map-index/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { isOutOfReach } from '../../askable.ts'
import { EXPORT_LIMIT, type LetterboxExport, letterboxExportApi } from '../../contract.export.ts'
import { findPublicPage } from '../letterboxes.queries.ts'
import type { FullLetterbox } from '../presenter.ts'

function presentFeature(
  { letterbox, owner, items, reachable }: FullLetterbox,
  publicUrl: string,
  now: Date,
): LetterboxExport['features'][number] {
  return {
    type: 'Feature',
    id: letterbox.id,
    geometry: {
      type: 'Point',
      coordinates: [letterbox.longitude ?? 0, letterbox.latitude ?? 0],
    },
    properties: {
      postcode: letterbox.postcode,
      city: letterbox.city,
      country: letterbox.country,
      role_name: roleNameOf(owner, now),
      enable_messaging: owner.enable_messaging && !isOutOfReach(owner, reachable),
      takes_requests: owner.takes_requests,
      active: isActive(owner, now),
      items: items.map(({ id }) => id),
      url: publicUrl + paths.letterbox(letterbox.id),
    },
  }
}

/** The public map for other programs. A client that reads all pages gets each letterbox once. */
export function addLetterboxExportRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock } = deps
  registerEndpoints(
    app,
    deps,
    'letterboxes',
    letterboxExportApi,
    {
      async geojson({ query, reply }) {
        const limit = query.limit ?? EXPORT_LIMIT.default
        const rows = await findPublicPage(database.orm, query.after ?? null, limit + 1)
        const page = rows.slice(0, limit)
        const last = rows.length > limit ? page.at(-1)?.letterbox.id : undefined
        reply
          .header('cache-control', 'public, max-age=60')
          .type('application/geo+json; charset=utf-8')
        const now = clock()
        return {
          type: 'FeatureCollection' as const,
          features: page.map((row) => presentFeature(row, config.publicUrl, now)),
          next: last
            ? `${config.publicUrl}${API_BASE}${letterboxExportApi.geojson.path}?limit=${limit}&after=${last}`
            : null,
        }
      },
    },
    { geojson: 'feeds' },
  )
}
