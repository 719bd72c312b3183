import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { AuditVerb } from '#features/people/audit/audit-acts.ts'
import { type Act, recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { MAX_WEBHOOKS, webhooksApi } from '../contract.admin.ts'
import { webhook_deliveries, webhooks } from '../tables.ts'
import { WEBHOOK_EVENTS } from '../webhook-events.ts'
import { mayBeCalled, postMessage } from './posting.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import {
  announceDue,
  countWebhooks,
  findDelivery,
  findWebhook,
  listDeliveries,
  listWebhooks,
  presentDelivery,
  presentSecret,
  presentWebhook,
  rotateSecret,
  signingSecrets,
  type WebhookRow,
} from './webhooks.queries.ts'

/** Throws `not_found` if there is no row. */
function present<Row>(row: Row | null | undefined): Row {
  if (!row) throw new AppError('not_found')
  return row
}

/** Webhooks, for administrators. */
export function addWebhookRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock } = deps
  const { orm } = database

  const note = (
    tx: Db,
    viewer: Viewer,
    { id, url }: WebhookRow,
    verb: AuditVerb,
    after: Act['after'] = null,
  ) =>
    recordAct(
      tx,
      viewer,
      { subject: 'webhook', subject_id: id, label: new URL(url).host, verb, after },
      clock(),
    )

  registerEndpoints(app, deps, 'webhooks', webhooksApi, {
    list: async () => (await listWebhooks(orm)).map(presentWebhook),

    create({ body, viewer }) {
      if (!mayBeCalled(body.url, config.webhookOrigins)) throw fieldError('url', VALIDATION.invalid)
      const events = WEBHOOK_EVENTS.filter((event) => body.events.includes(event))
      return orm.transaction(async (tx) => {
        if ((await countWebhooks(tx)) >= MAX_WEBHOOKS) throw new AppError('too_many_webhooks')
        const row = { url: body.url, events, secret: newWebhookSecret(), created_at: clock() }
        const webhook = present((await tx.insert(webhooks).values(row).returning())[0])
        await note(tx, viewer, webhook, 'create', { events })
        return presentWebhook(webhook)
      })
    },

    secret: ({ query, viewer }) =>
      orm.transaction(async (tx) => {
        const webhook = present(await findWebhook(tx, query.id))
        await note(tx, viewer, webhook, 'read')
        return presentSecret(webhook, clock())
      }),

    rotate: ({ body: { id, at_once }, viewer }) =>
      orm.transaction(async (tx) => {
        const now = clock()
        const webhook = present(await rotateSecret(tx, id, { now, atOnce: at_once }))
        await note(tx, viewer, webhook, 'rotate')
        return presentSecret(webhook, now)
      }),

    async test({ body }) {
      const webhook = present(await findWebhook(orm, body.id))
      const now = clock()
      const data = { webhook_id: webhook.id }
      const message = {
        id: `msg_${randomUUID()}`,
        body: JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), data }),
        secrets: signingSecrets(webhook, now),
      }
      const begin = performance.now()
      const { failure, status } = await postMessage(webhook.url, message, {
        ownOrigins: config.webhookOrigins,
        now,
      })
      return { failure, status, took_ms: Math.round(performance.now() - begin) }
    },

    switch: ({ body: { id, on }, viewer }) =>
      orm.transaction(async (tx) => {
        const state = on ? { off_since: null, failing_since: null } : { off_since: clock() }
        const rows = await tx.update(webhooks).set(state).where(eq(webhooks.id, id)).returning()
        const webhook = present(rows[0])
        await note(tx, viewer, webhook, on ? 'activate' : 'deactivate')
        return presentWebhook(webhook)
      }),

    remove: ({ body, viewer }) =>
      orm.transaction(async (tx) => {
        const rows = await tx.delete(webhooks).where(eq(webhooks.id, body.id)).returning()
        await note(tx, viewer, present(rows[0]), 'delete')
        return null
      }),

    async deliveries({ query }) {
      const { id } = present(await findWebhook(orm, query.id))
      return (await listDeliveries(orm, id)).map(presentDelivery)
    },

    async resend({ body, viewer }) {
      const delivery = await orm.transaction(async (tx) => {
        const { webhook } = present(await findDelivery(tx, body.id))
        if (webhook.off_since) throw new AppError('conflict')
        const [row] = await tx
          .update(webhook_deliveries)
          .set({ state: 'waiting', tries: 0, tried_at: null })
          .where(and(eq(webhook_deliveries.id, body.id), ne(webhook_deliveries.state, 'waiting')))
          .returning()
        // It is about to be sent anyway.
        if (!row) throw new AppError('conflict')
        await announceDue(tx)
        await note(tx, viewer, webhook, 'resend')
        return row
      })
      return presentDelivery(delivery)
    },
  })
}
