import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { enqueueStaffMail } from '#platform/server/mail/staff-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { DAY_MS, MINUTE_SECONDS, SECOND_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { MAX_WEBHOOKS } from '../contract.admin.ts'
import { webhookOff } from './mails.ts'
import { postMessage } from './posting.ts'
import {
  announceDue,
  type DeliveryRow,
  DUE_CHANNEL,
  dropDelivery,
  findDelivery,
  listDueDeliveries,
  listDueWebhooks,
  recordAttempt,
  signingSecrets,
  switchOff,
  type WebhookRow,
} from './webhooks.queries.ts'

const TURNS_QUEUE = 'webhooks'

/** An address that has failed for this long is switched off. */
const FAILING_MS = 3 * DAY_MS
/** Says that nothing more shall be sent to this address. */
const GONE = 410
/** No attempt of a turn begins later than this, so the turn ends before its job expires. */
const TURN_MS = 30 * SECOND_MS

/** Gives each webhook a turn for which something is due. It has at most one at a time, since the turn has its id. */
export const queueingTurns: FeatureJob = {
  queue: 'webhook-events',
  everySeconds: 15,
  channel: DUE_CHANNEL,
  async run({ database, jobs, clock }) {
    const due = await listDueWebhooks(database.orm, clock())
    await jobs.sendAll(
      database.orm,
      TURNS_QUEUE,
      due.map((id) => ({ id, data: { webhook: id } })),
    )
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

/**
 * Sends one delivery. An address that fails for days is switched off.
 * @returns whether it was accepted
 */
async function deliver(deps: Deps, id: string, signal: AbortSignal): Promise<boolean> {
  const { database, config, clock } = deps
  const found = await findDelivery(database.orm, id)
  if (found?.delivery.state !== 'waiting') return true
  const { delivery, webhook } = found
  if (webhook.off_since) {
    await dropDelivery(database.orm, id)
    return true
  }
  const sentAt = clock()
  const attempt = await postMessage(webhook.url, messageOf(delivery, webhook, sentAt), {
    ownOrigins: config.webhookOrigins,
    now: sentAt,
    signal,
  })
  const isAccepted = attempt.failure === null
  // The process stops: that is no failure of the address, and the next process sends it again.
  if (!isAccepted && signal.aborted) return false
  const now = clock()
  await database.orm.transaction(async (tx) => {
    await recordAttempt(tx, delivery, attempt, now)
    if (isAccepted) return
    const since = attempt.status === GONE ? null : new Date(now.getTime() - FAILING_MS)
    if (!(await switchOff(tx, webhook.id, since, now))) return
    const url = config.publicUrl + paths.login(adminPaths.screen('webhooks'))
    const content = webhookOff({ host: new URL(webhook.url).host, url })
    await enqueueStaffMail(tx, deps, 'GET /admin/webhooks', content)
  })
  return isAccepted
}

/**
 * Sends what is due to one address, one after the other, and ends at the first failure: an address that hangs or is
 * overloaded gets one request, and the rest in later turns.
 */
async function takeTurn(deps: Deps, webhookId: string, signal: AbortSignal): Promise<void> {
  const { orm } = deps.database
  const begin = performance.now()
  for (const id of await listDueDeliveries(orm, webhookId, deps.clock())) {
    if (performance.now() - begin > TURN_MS) break
    if (!(await deliver(deps, id, signal))) return
  }
  // Events during the turn, and those that were too many for it.
  await announceDue(orm)
}

interface Turn {
  webhook: string
}

export const defineTurns = (deps: Deps): void =>
  deps.jobs.define<Turn>({
    queue: TURNS_QUEUE,
    expireSeconds: MINUTE_SECONDS,
    // An address that hangs keeps no other waiting.
    parallel: MAX_WEBHOOKS,
    // A job that has failed for good would keep the id of the webhook, and so all further turns, for half a day.
    run: ({ webhook }, { signal }) =>
      takeTurn(deps, webhook, signal).catch((error) =>
        deps.logger.warn({ err: error, webhook }, 'the turn of a webhook failed; the next is soon'),
      ),
  })
