import { and, asc, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
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

/** Takes deliveries that a trigger has written, for which the caller queues jobs in the same transaction. */
export async function takeNew(tx: Db, most: number): Promise<string[]> {
  const fresh = tx
    .select({ id: webhook_deliveries.id })
    .from(webhook_deliveries)
    .where(eq(webhook_deliveries.state, 'new'))
    .limit(most)
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(webhook_deliveries)
    .set({ state: 'waiting' })
    .where(inArray(webhook_deliveries.id, fresh))
    .returning({ id: webhook_deliveries.id })
  return rows.map(({ id }) => id)
}

/** Records an attempt in the log and in the state of the webhook. */
export async function recordAttempt(
  tx: Db,
  { id, webhook_id }: DeliveryRow,
  { failure, status }: Attempt,
  now: Date,
): Promise<void> {
  await tx
    .update(webhook_deliveries)
    .set({
      state: failure === null ? 'delivered' : 'waiting',
      tries: sql`${webhook_deliveries.tries} + 1`,
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

/** A delivery that is not tried again by itself. */
export async function markFailed(db: Db, id: string, failure?: 'off'): Promise<void> {
  await db
    .update(webhook_deliveries)
    .set({ state: 'failed', ...(failure && { failure }) })
    .where(and(eq(webhook_deliveries.id, id), eq(webhook_deliveries.state, 'waiting')))
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
