import type { FastifyInstance } from 'fastify'
import { readTransaction } from '#features/lending/conversations/lists/server/door.ts'
import { inTransaction } from '#features/lending/conversations/transactions/server/door.ts'
import { findSpeaker } from '#features/lending/conversations/who-sees/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { requestsApi } from '../contract.ts'
import { findAllowance } from './allowance.queries.ts'
import { listAlternatives } from './alternatives.ts'
import { askSeveral, createTransaction, listTakenDays } from './asking.ts'
import { findStanding } from './standing-requests.ts'

export function addRequestRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  const one = async ({ id, lang }: Viewer, transactionId: string) =>
    readTransaction(orm, { ...(await findSpeaker(orm, id)), lang }, transactionId)

  registerEndpoints(
    app,
    deps,
    'transactions',
    requestsApi,
    {
      async create({ body: { renter_id: lender_id, ...request }, viewer }) {
        const message = await inTransaction(deps, (sending) =>
          createTransaction(sending, viewer.id, { ...request, lender_id }),
        )
        return one(viewer, message.transaction_id)
      },
      async ask({ body: { renter_ids: lender_ids, ...request }, viewer }) {
        const ids = await inTransaction(deps, (sending) =>
          askSeveral(sending, viewer.id, { ...request, lender_ids }),
        )
        return Promise.all(ids.map((id) => one(viewer, id)))
      },
      async standing({ query, viewer }) {
        const { renter_id: lenderId, item_id: itemId } = query
        const { id, household } = await findStanding(orm, {
          borrowerId: viewer.id,
          lenderId,
          itemId,
        })
        return { transaction: id ? await one(viewer, id) : null, household }
      },
      alternatives: ({ query, viewer }) => listAlternatives(deps, viewer.id, query.transaction_id),
      takenDays({ query: { renter_id: lender_id, item_id }, viewer }) {
        return listTakenDays(orm, viewer.id, { lender_id, item_id }, momentOf(deps).today)
      },
      async allowance({ viewer }) {
        const { left, more_at } = await findAllowance(
          orm,
          deps.settings.current().limits,
          viewer.id,
          clock(),
        )
        return { left, more_at: more_at.toISOString() }
      },
    },
    { create: 'sending', ask: 'sending' },
  )
}
