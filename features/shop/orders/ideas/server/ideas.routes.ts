import type { FastifyInstance } from 'fastify'
import { CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { sendCsv } from '#platform/server/http/csv.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { texts } from '#platform/server/texts.ts'
import { orderIdeasApi } from '../contract.admin.ts'
import { ideaPagesOf, lockIdea, markIdea, searchIdeas } from './ideas.queries.ts'

const COLUMNS = ['order_date', 'refno', 'state', 'idea']

/** Routes for the sticker ideas that customers send with orders. */
export function addOrderIdeaRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  registerEndpoints(
    app,
    deps,
    'orders',
    orderIdeasApi,
    {
      list: ({ query }) => searchIdeas(orm, query),

      mark: ({ body: { id, from, to }, viewer }) =>
        orm.transaction(async (tx) => {
          const idea = await lockIdea(tx, id)
          if (!idea) throw new AppError('not_found')
          if (idea.state !== from) throw new AppError('changed_meanwhile', { current: idea })
          await markIdea(tx, id, to)
          const verb = to === 'settled' ? 'settle' : to === 'seen' ? 'read' : 'reopen'
          await recordAct(
            tx,
            viewer,
            {
              subject: 'order',
              subject_id: id,
              verb,
              label: idea.refno,
              before: { idea: from },
              after: { idea: to },
            },
            clock(),
          )
          return { ...idea, state: to }
        }),

      async export({ query, viewer, reply }) {
        const after = { ideas: true, ...query, search: query.search === '' ? '' : CHANGED }
        const act = { subject: 'order', subject_id: 'all', verb: 'export', after } as const
        await recordAct(orm, viewer, act, clock())
        const file = texts('orders', viewer.lang)('papers.ideasFile')
        const name = `${file}-${dayIn(deps.config.timeZone, clock())}.csv`
        return sendCsv(reply, name, COLUMNS, ideaPagesOf(orm, query))
      },
    },
    { export: 'exports' },
  )
}
