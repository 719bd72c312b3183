import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { enqueueStaffMail } from '#platform/server/mail/staff-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { DAY_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { webhookOff } from './mails.ts'
import { postMessage } from './posting.ts'
import {
  type DeliveryRow,
  findDelivery,
  markFailed,
  recordAttempt,
  signingSecrets,
  switchOff,
  takeNew,
  type WebhookRow,
} from './webhooks.queries.ts'

export const WEBHOOK_QUEUE = 'webhooks'

/** An address that has failed for this long is switched off. */
const FAILING_MS = 3 * DAY_MS
/** Says that nothing more shall be sent to this address. */
const GONE = 410
const TAKEN_AT_A_TIME = 500

/** Gives each delivery that a trigger has written a job of its own. */
export const queueingWebhooks: FeatureJob = {
  queue: 'webhook-events',
  everySeconds: MINUTE_SECONDS,
  channel: 'webhook_event',
  async run({ database, jobs }, _data, { signal }) {
    let taken = TAKEN_AT_A_TIME
    while (taken === TAKEN_AT_A_TIME && !signal.aborted) {
      taken = await database.orm.transaction(async (tx) => {
        const ids = await takeNew(tx, TAKEN_AT_A_TIME)
        await jobs.sendAll(
          tx,
          WEBHOOK_QUEUE,
          ids.map((delivery) => ({ data: { delivery } })),
        )
        return ids.length
      })
    }
  },
}

/** The id stays the same at each attempt, so that a receiver knows a message that comes twice. */
const messageOf = (
  { id, event, created_at, data }: DeliveryRow,
  webhook: WebhookRow,
  now: Date,
) => ({
  id: `msg_${id}`,
  body: JSON.stringify({ type: event, timestamp: created_at.toISOString(), data }),
  secrets: signingSecrets(webhook, now),
})

/** Sends one delivery. A failed attempt is repeated by the queue; an address that fails for days is switched off. */
async function deliver(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  const { database, config, clock } = deps
  const found = await findDelivery(database.orm, id)
  if (found?.delivery.state !== 'waiting') return
  const { delivery, webhook } = found
  if (webhook.off_since) return markFailed(database.orm, id, 'off')
  const sentAt = clock()
  const attempt = await postMessage(webhook.url, messageOf(delivery, webhook, sentAt), {
    ownOrigins: config.webhookOrigins,
    now: sentAt,
    signal,
  })
  const now = clock()
  await database.orm.transaction(async (tx) => {
    await recordAttempt(tx, delivery, attempt, now)
    if (attempt.failure === null) return
    const since = attempt.status === GONE ? null : new Date(now.getTime() - FAILING_MS)
    if (!(await switchOff(tx, webhook.id, since, now))) return
    const url = config.publicUrl + paths.login(adminPaths.screen('webhooks'))
    const content = webhookOff({ host: new URL(webhook.url).host, url })
    await enqueueStaffMail(tx, deps, 'GET /admin/webhooks', content)
  })
  if (attempt.failure !== null)
    throw new Error(`The webhook failed: ${attempt.failure} ${attempt.status ?? ''}`)
}

interface DeliveryJob {
  delivery: string
}

/** 30 s, one minute, two ... for a day and a half. */
export const defineDelivering = (deps: Deps): void =>
  deps.jobs.define<DeliveryJob>({
    queue: WEBHOOK_QUEUE,
    failure: 'webhook not delivered',
    retries: 12,
    pauseSeconds: 30,
    expireSeconds: MINUTE_SECONDS,
    parallel: 4,
    pollSeconds: 15,
    run: ({ delivery }, { signal }) => deliver(deps, delivery, signal),
    giveUp: ({ delivery }) => markFailed(deps.database.orm, delivery),
  })
