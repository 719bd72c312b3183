import type { FastifyInstance } from 'fastify'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { heldMessagesApi } from '../contract.admin.ts'
import { discardHeld, releaseHeld } from './deciding.ts'
import { readHeldMessages } from './held-messages.queries.ts'
import { decideThanks, readHeldThanks } from './held-thanks.ts'

/** Routes of held messages. */
export function addHeldMessageRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const inTransaction = <T>(work: (sending: Sending) => Promise<T>) =>
    database.orm.transaction((db) => work({ db, deps, now: clock() }))

  registerEndpoints(app, deps, 'heldMessages', heldMessagesApi, {
    list: ({ query, viewer }) =>
      inTransaction(({ db, now }) => readHeldMessages(db, viewer, query, now)),
    thanks: ({ viewer }) => inTransaction(({ db, now }) => readHeldThanks(db, viewer, now)),
    settleThanks: async ({ body, viewer }) => ({
      decided: await inTransaction((sending) => decideThanks(sending, viewer, body)),
    }),
    release: async ({ body, viewer }) => ({
      decided: await inTransaction((sending) => releaseHeld(sending, viewer, body.ids)),
    }),
    discard: async ({ body, viewer }) => ({
      decided: await inTransaction((sending) => discardHeld(sending, viewer, body)),
    }),
  })
}
