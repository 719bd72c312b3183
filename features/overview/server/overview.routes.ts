import type { FastifyInstance } from 'fastify'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { adminOverviewApi } from '../contract.ts'
import { countOverview } from './overview.counting.ts'
import { keepPeriods } from './overview.keeping.ts'
import { mostMissing, mostWanted, periodOf } from './overview.rules.ts'
import { countQueues } from './queues.queries.ts'

export function addOverviewRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock } = deps
  const counted = keepPeriods(deps, (period) => countOverview(deps, period))
  registerEndpoints(app, deps, 'overview', adminOverviewApi, {
    queues: ({ viewer }) =>
      countQueues(database.orm, deps, {
        viewer,
        now: clock(),
      }),
    async overview({ query: { region, ...range } }) {
      const running = dayIn(config.timeZone, clock()).slice(0, 7)
      const { demands, ...numbers } = await counted(periodOf(range, running))
      const there = demands.get(region ?? null) ?? []
      return { ...numbers, most_wanted: mostWanted(there), most_missing: mostMissing(there) }
    },
  })
}
