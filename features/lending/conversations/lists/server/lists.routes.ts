import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#features/lending/conversations/transactions/server/door.ts'
import { countNewTransactions } from '#features/lending/conversations/views/server/door.ts'
import { speakerOf } from '#features/lending/conversations/who-sees/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { listsApi } from '../contract.ts'
import { keepView } from './archiving.ts'
import { listTransactions } from './listing.ts'
import { countWaitingFor } from './waiting-for.queries.ts'

export function addListRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'transactions', listsApi, {
    async list({ query, viewer }) {
      const speaker = await speakerOf(orm, viewer)
      return listTransactions(
        orm,
        { lang: viewer.lang, ...speaker },
        {
          transactionId: query.transaction_id,
          before: query.before ? new Date(query.before) : undefined,
          role: query.role,
          ...(query.state === 'waiting' ? { waitingAt: momentOf(deps) } : { state: query.state }),
          search: query.search,
        },
      )
    },
    async archive({ body: { transaction_id, archived }, viewer }) {
      await inTransaction(deps, ({ db }) => keepView(db, viewer.id, transaction_id, { archived }))
      return null
    },
    async mute({ body: { transaction_id, muted }, viewer }) {
      await inTransaction(deps, ({ db }) => keepView(db, viewer.id, transaction_id, { muted }))
      return null
    },
    async getNumberOfWaitingTransactions({ viewer }) {
      const speaker = await speakerOf(orm, viewer)
      return { count: await countWaitingFor(orm, speaker, momentOf(deps)) }
    },
    async getNumberOfNewTransactions({ viewer }) {
      return { count: await countNewTransactions(orm, viewer.id) }
    },
  })
}
