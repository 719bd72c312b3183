import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { webhookOff } from './mails.ts'
import { defineTurns, queueingTurns } from './webhooks.jobs.ts'
import {
  deleteOldDeliveries,
  deletePreviousSecrets,
  listWebhooks,
  rotateSecret,
} from './webhooks.queries.ts'
import { addWebhookRoutes } from './webhooks.routes.ts'

export const webhooks: Feature = {
  name: 'webhooks',
  routes: addWebhookRoutes,
  mails: [webhookOff],
  start: defineTurns,
  jobs: [queueingTurns, cleaning(deleteOldDeliveries), cleaning(deletePreviousSecrets)],
  keys: [
    {
      id: 'webhooks',
      async state(db, { clock }) {
        const now = clock()
        const rows = await listWebhooks(db)
        const ends = rows.flatMap(({ previous_until: until }) =>
          until && until > now ? [until] : [],
        )
        return {
          isSet: rows.length > 0,
          madeAt: null,
          previousUntil: ends.length === 0 ? null : new Date(Math.max(...ends.map(Number))),
          count: rows.length,
        }
      },
      async rotate(tx, { clock }, { atOnce }) {
        for (const { id } of await listWebhooks(tx)) {
          await rotateSecret(tx, id, { now: clock(), atOnce })
        }
      },
    },
  ],
}
