import type { FastifyInstance } from 'fastify'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { blocksApi } from '../contract.ts'
import { block, unblock } from './blocking.ts'
import { listBlocked } from './listing.ts'

/** Far more than anyone has reason to send. */
const BLOCKS: AttemptLimit = { max: 60, windowMs: HOUR_MS }

export function addBlockRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  const inTransaction = (work: (sending: Sending) => Promise<void>) =>
    orm.transaction((db) => work({ db, deps, now: clock() }))

  registerEndpoints(app, deps, 'blocks', blocksApi, {
    list: ({ viewer }) => listBlocked(orm, viewer.id),
    async block({ body: { user_id }, viewer }) {
      if (user_id === viewer.id) throw fieldError('user_id', VALIDATION.invalid)
      await limitAttempts(orm, ['block', viewer.id], BLOCKS, clock())
      await inTransaction((sending) => block(sending, viewer.id, user_id))
      return null
    },
    async unblock({ body: { user_id }, viewer }) {
      await inTransaction(({ db }) => unblock(db, viewer.id, user_id))
      return null
    },
  })
}
