import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { AnswerBytes } from '#platform/server/http/answer-bytes.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { impactApi } from '../contract.ts'
import { countImpact, type PastMonths } from './impact.counting.ts'
import { keepFresh } from './impact.keeping.ts'

/** How old the numbers may be that this process tells. */
const FRESH_MS = 10 * 60_000
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=600'

export function addImpactRoutes(app: FastifyInstance, deps: Deps): void {
  const past: PastMonths = new Map()
  const current = keepFresh(deps, FRESH_MS, async () =>
    AnswerBytes.of(impactApi.show.answer, await countImpact(deps, past)),
  )
  registerEndpoints(app, deps, 'impact', impactApi, {
    async show({ request, reply }) {
      return (await current()).send(request, reply, CACHE_CONTROL)
    },
  })
}
