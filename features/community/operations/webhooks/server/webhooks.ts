import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { webhooks as webhooksTable } from '../tables.ts'
import { webhookOff } from './mails.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import { defineDelivering, queueingWebhooks } from './webhooks.jobs.ts'
import { countWebhooks, deleteOldDeliveries, listWebhooks } from './webhooks.queries.ts'
import { addWebhookRoutes } from './webhooks.routes.ts'

export const webhooks: Feature = {
  name: 'webhooks',
  routes: addWebhookRoutes,
  mails: [webhookOff],
  start: defineDelivering,
  jobs: [queueingWebhooks, cleaning(deleteOldDeliveries)],
  keys: [
    {
      id: 'webhooks',
      async state(db) {
        const total = await countWebhooks(db)
        return { isSet: total > 0, madeAt: null, previousUntil: null, count: total }
      },
      async rotate(tx) {
        for (const { id } of await listWebhooks(tx)) {
          const secret = newWebhookSecret()
          await tx.update(webhooksTable).set({ secret }).where(eq(webhooksTable.id, id))
        }
      },
    },
  ],
}
