import { and, asc, count, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import {
  type Delivery,
  PREVIOUS_SECRET_DAYS,
  SHOWN_DELIVERIES,
  type Webhook,
  type WebhookSecret,
} from '../contract.admin.ts'
import { webhook_deliveries, webhooks } from '../tables.ts'
import type { Attempt } from './posting.ts'
import { newWebhookSecret } from './webhook-secret.ts'

const KEPT_MS = 30 * DAY_MS
/** Attempts after the first, over a day and a half. */
const RETRIES = 12
const DELIVERIES_IN_A_TURN = 100
/** The triggers notify it as well. */
export const DUE_CHANNEL = 'webhook_event'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhook_deliveries.$inferSelect

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  created_at: row.created_at.toISOString(),
  failing_since: row.failing_since?.toISOString() ?? null,
  off_since: row.off_since?.toISOString() ?? null,
})

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.event,
  created_at: row.created_at.toISOString(),
  state: row.state,
  tries: row.tries,
  tried_at: row.tried_at?.toISOString() ?? null,
  status: row.status,
  failure: row.failure,
})

/** The secret before, while it still signs. */
const previousOf = ({ previous_secret, previous_until }: WebhookRow, now: Date) =>
  previous_secret !== null && previous_until !== null && previous_until > now
    ? { secret: previous_secret, until: previous_until }
    : null

/** The secrets with which requests are signed now, the current one first. */
export function signingSecrets(row: WebhookRow, now: Date): string[] {
  const previous = previousOf(row, now)
  return previous ? [row.secret, previous.secret] : [row.secret]
}

export const presentSecret = (row: WebhookRow, now: Date): WebhookSecret => ({
  secret: row.secret,
  previous_until: previousOf(row, now)?.until.toISOString() ?? null,
})

/**
 * Replaces the secret of a webhook. The old one signs as well for a while, or no longer with `atOnce`.
 * @returns null if there is no such webhook
 */
export async function rotateSecret(
  tx: Db,
  id: string,
  { now, atOnce }: { now: Date; atOnce: boolean },
): Promise<WebhookRow | null> {
  const until = new Date(now.getTime() + PREVIOUS_SECRET_DAYS * DAY_MS)
  const [row] = await tx
    .update(webhooks)
    .set({
      secret: newWebhookSecret(),
      previous_secret: atOnce ? null : sql`${webhooks.secret}`,
      previous_until: atOnce ? null : until,
    })
    .where(eq(webhooks.id, id))
    .returning()
  return row ?? null
}

/** Deletes secrets that sign no more. */
export async function deletePreviousSecrets(db: Db, now: Date): Promise<void> {
  await db
    .update(webhooks)
    .set({ previous_secret: null, previous_until: null })
    .where(lt(webhooks.previous_until, now))
}

export const listWebhooks = (db: Db) =>
  db.select().from(webhooks).orderBy(asc(webhooks.created_at), asc(webhooks.id))

export async function countWebhooks(db: Db): Promise<number> {
  const [row] = await db.select({ total: count() }).from(webhooks)
  return row?.total ?? 0
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id))
  return row ?? null
}

/** The newest deliveries of a webhook. */
export const listDeliveries = (db: Db, webhookId: string) =>
  db
    .select()
    .from(webhook_deliveries)
    .where(eq(webhook_deliveries.webhook_id, webhookId))
    .orderBy(desc(webhook_deliveries.created_at), asc(webhook_deliveries.id))
    .limit(SHOWN_DELIVERIES)

/** A delivery with its webhook; null if one of them is gone. */
export async function findDelivery(
  db: Db,
  id: string,
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow } | null> {
  const [row] = await db
    .select({ delivery: webhook_deliveries, webhook: webhooks })
    .from(webhook_deliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
    .where(eq(webhook_deliveries.id, id))
  return row ?? null
}

/** The first attempt is due at once, others 30 s, one minute, two ... after the last. */
const isDue = (now: Date) =>
  and(
    eq(webhook_deliveries.state, 'waiting'),
    sql`(${now.toISOString()}::timestamptz BETWEEN ${webhook_deliveries.tried_at} AND ${webhook_deliveries.tried_at}
      + interval '30 seconds' * 2 ^ (${webhook_deliveries.tries} - 1)) IS NOT TRUE`,
  )

/** The webhooks for which something is due. */
export async function listDueWebhooks(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: webhook_deliveries.webhook_id })
    .from(webhook_deliveries)
    .where(isDue(now))
  return rows.map(({ id }) => id)
}

/** The next deliveries of a webhook: new ones first, so that those which always fail hold up no others. */
export async function listDueDeliveries(db: Db, webhookId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: webhook_deliveries.id })
    .from(webhook_deliveries)
    .where(and(eq(webhook_deliveries.webhook_id, webhookId), isDue(now)))
    .orderBy(
      sql`${webhook_deliveries.tried_at} NULLS FIRST`,
      asc(webhook_deliveries.created_at),
      asc(webhook_deliveries.id),
    )
    .limit(DELIVERIES_IN_A_TURN)
  return rows.map(({ id }) => id)
}

/** Tells the queue, after the commit, that deliveries may be due. */
export const announceDue = (db: Db) => db.execute(sql`SELECT pg_notify(${DUE_CHANNEL}, '')`)

/** Records an attempt in the log and in the state of the webhook. */
export async function recordAttempt(
  tx: Db,
  { id, webhook_id, tries }: DeliveryRow,
  { failure, status }: Attempt,
  now: Date,
): Promise<void> {
  const afterFailure = tries < RETRIES ? 'waiting' : 'failed'
  await tx
    .update(webhook_deliveries)
    .set({
      state: failure === null ? 'delivered' : afterFailure,
      tries: tries + 1,
      tried_at: now,
      failure,
      status,
    })
    .where(eq(webhook_deliveries.id, id))
  await tx
    .update(webhooks)
    .set({
      failing_since:
        failure === null
          ? null
          : sql`coalesce(${webhooks.failing_since}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(webhooks.id, webhook_id))
}

/** A delivery that is not sent because its webhook is off. */
export async function dropDelivery(db: Db, id: string): Promise<void> {
  await db
    .update(webhook_deliveries)
    .set({ state: 'failed', failure: 'off' })
    .where(eq(webhook_deliveries.id, id))
}

/**
 * Switches a webhook off if it has failed since before `since`, or at once without it.
 * @returns whether it was on
 */
export async function switchOff(
  tx: Db,
  id: string,
  since: Date | null,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(webhooks)
    .set({ off_since: now })
    .where(
      and(
        eq(webhooks.id, id),
        isNull(webhooks.off_since),
        since === null ? undefined : lt(webhooks.failing_since, since),
      ),
    )
    .returning({ id: webhooks.id })
  return rows.length > 0
}

export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  await db.delete(webhook_deliveries).where(lt(webhook_deliveries.created_at, before))
}
