import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { ResponseCache } from '#platform/server/http/response-cache.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { impactApi } from '../contract.ts'
import { countImpact, type PastMonths } from './counting.ts'
import { keepFresh } from './keeping.ts'

/** Maximum age of the figures before this process counts them again. */
const FRESH_MS = 10 * MINUTE_MS
/** How long a response is reused without looking up the figures. */
const RESPONSE_MS = 10_000
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=600'

export function addImpactRoutes(app: FastifyInstance, deps: Deps): void {
  const past: PastMonths = new Map()
  const current = keepFresh(deps, FRESH_MS, () => countImpact(deps, past))
  registerEndpoints(
    app,
    deps,
    'impact',
    impactApi,
    { show: current },
    {},
    { show: new ResponseCache({ cacheControl: CACHE_CONTROL, ttl: RESPONSE_MS }) },
  )
}
