import type { FastifyInstance } from 'fastify'
import { recordAct } from '#features/people/audit/server/door.ts'
import { paperConfigOf } from '#features/shop/orders/papers/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { adminOverviewApi } from '../contract.admin.ts'
import { countOverview } from './counting.ts'
import { countYear } from './counting-yearly-report.ts'
import { keepPeriods } from './keeping.ts'
import { mostMissing, mostWanted, periodOf } from './overview.rules.ts'
import { queuesCounter } from './queues.queries.ts'
import { reportYear } from './yearly-report.rules.ts'

export function addOverviewRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock } = deps
  const countQueues = queuesCounter(deps)
  const counted = keepPeriods(deps, (period) => countOverview(deps, period))
  registerEndpoints(
    app,
    deps,
    'overview',
    adminOverviewApi,
    {
      async report({ query: { year, lang, regions_from }, viewer, reply }) {
        const which = reportYear(year, dayIn(config.timeZone, clock()).slice(0, 7))
        const report = await countYear(deps, which)
        const act = { subject: 'yearly_report', subject_id: `${year}`, verb: 'print' } as const
        await recordAct(database.orm, viewer, act, clock())
        const { renderYearlyReport, reportName } = await import('./yearly-report.ts')
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${reportName(year, lang)}.pdf"`)
          .send(await renderYearlyReport(report, { lang, regions_from }, paperConfigOf(deps)))
      },
      queues: ({ viewer }) => countQueues(database.orm, viewer, clock()),
      async overview({ query: { region, ...range } }) {
        const running = dayIn(config.timeZone, clock()).slice(0, 7)
        const { demands, ...numbers } = await counted(periodOf(range, running))
        const there = demands.get(region ?? null) ?? []
        return { ...numbers, most_wanted: mostWanted(there), most_missing: mostMissing(there) }
      },
    },
    { report: 'exports' },
  )
}
