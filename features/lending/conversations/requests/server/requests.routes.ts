import type { FastifyInstance } from 'fastify'
import {
  explainConstraints,
  findSpeaker,
  readTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { requestsApi } from '../contract.ts'
import { findAllowance } from './allowance.queries.ts'
import { listAlternatives } from './alternatives.ts'
import { askSeveral, createTransaction, listTakenDays } from './requests.asking.ts'
import { findStanding } from './standing-requests.ts'

/** Asking for a thing. */
export function addRequestRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  const inTransaction = <T>(work: (sending: Sending) => Promise<T>) =>
    explainConstraints(orm.transaction((db) => work({ db, deps, now: clock() })))
  const one = async ({ id, lang }: Viewer, transactionId: string) =>
    readTransaction(orm, { ...(await findSpeaker(orm, id)), lang }, transactionId)

  registerEndpoints(
    app,
    deps,
    'transactions',
    requestsApi,
    {
      async create({ body, viewer }) {
        const message = await inTransaction((sending) =>
          createTransaction(sending, viewer.id, body),
        )
        return one(viewer, message.transaction_id)
      },
      async ask({ body, viewer }) {
        const ids = await inTransaction((sending) => askSeveral(sending, viewer.id, body))
        return Promise.all(ids.map((id) => one(viewer, id)))
      },
      async standing({ query, viewer }) {
        const { renter_id: renterId, item_id: itemId } = query
        const { id, household } = await findStanding(orm, {
          borrowerId: viewer.id,
          renterId,
          itemId,
        })
        return { transaction: id ? await one(viewer, id) : null, household }
      },
      alternatives: ({ query, viewer }) => listAlternatives(deps, viewer.id, query.transaction_id),
      takenDays: ({ query, viewer }) => listTakenDays(orm, viewer.id, query, momentOf(deps).today),
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
