import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { isOneOf } from '#platform/server/db/prepared.ts'
import { isSession, oldestSession } from '#platform/server/identity/sessions.queries.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import { push_subscriptions } from '../../tables.ts'

/** Phones, tablets and computers of one user; the oldest is replaced. */
const MOST_DEVICES = 10

export type PushSubscriptionRow = typeof push_subscriptions.$inferSelect
type Keys = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>

/** A browser belongs to the account that uses it now, so its earlier subscriptions are deleted. */
export async function saveSubscription(
  db: Db,
  { id: user_id, session_id }: { id: string; session_id: string },
  { endpoint, ...keys }: Keys,
  now: Date,
): Promise<void> {
  const owner = {
    user_id,
    session_id,
    ...keys,
    alive_at: now,
    unanswered_since: null,
    silent_at: null,
  }
  await db
    .insert(push_subscriptions)
    .values({ endpoint, ...owner, created_at: now })
    .onConflictDoUpdate({ target: push_subscriptions.endpoint, set: owner })
  // One session is one browser, so its earlier subscription is replaced.
  await db
    .delete(push_subscriptions)
    .where(
      and(eq(push_subscriptions.session_id, session_id), ne(push_subscriptions.endpoint, endpoint)),
    )
  const tooMany = db
    .select({ id: push_subscriptions.id })
    .from(push_subscriptions)
    .where(eq(push_subscriptions.user_id, user_id))
    .orderBy(desc(push_subscriptions.created_at))
    .offset(MOST_DEVICES)
  await db.delete(push_subscriptions).where(inArray(push_subscriptions.id, tooMany))
}

export async function removeSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .delete(push_subscriptions)
    .where(and(eq(push_subscriptions.user_id, userId), eq(push_subscriptions.endpoint, endpoint)))
}

const selectSubscriptions = (
  db: Db,
  { userIds, now, oldest }: { userIds: string[]; now: Date; oldest: Date },
) =>
  db
    .select()
    .from(push_subscriptions)
    .where(
      and(
        isOneOf(push_subscriptions.user_id, userIds, 'uuid'),
        // A subquery per device, of which there are few: the planner may start a join with all
        // sessions.
        sql`(SELECT true FROM ${tokens}
            WHERE ${eq(tokens.id, push_subscriptions.session_id)} AND ${isSession(now, oldest)})`,
      ),
    )

/** Subscriptions of some users with a valid session. */
export async function findSubscriptions(
  db: Db,
  userIds: string[],
  now: Date,
): Promise<PushSubscriptionRow[]> {
  return selectSubscriptions(db, { userIds, now, oldest: oldestSession(now) })
}

/** One subscription, if it still belongs to the user. */
export async function findSubscription(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<PushSubscriptionRow | null> {
  return (await findSubscriptions(db, [userId], now)).find((each) => each.id === id) ?? null
}

/** Deletes the subscriptions that were made in a session. */
export async function removeSubscriptionsOfSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(push_subscriptions).where(eq(push_subscriptions.session_id, sessionId))
}

/** The push service has accepted a push. The browser later confirms whether it showed it. */
export async function markTaken(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(push_subscriptions)
    .set({
      last_ok_at: now,
      unanswered_since: sql`coalesce(${push_subscriptions.unanswered_since}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(push_subscriptions.id, id))
}

/** A push has arrived at a browser: only the browser knows the secret of its subscription. */
export async function markShown(
  db: Db,
  { endpoint, auth }: Pick<Keys, 'endpoint' | 'auth'>,
): Promise<void> {
  await db
    .update(push_subscriptions)
    .set({ unanswered_since: null, silent_at: null })
    .where(and(eq(push_subscriptions.endpoint, endpoint), eq(push_subscriptions.auth, auth)))
}

/**
 * Deletes a subscription that the push service no longer knows, unless it was renewed under the
 * same id meanwhile.
 */
export async function forgetSubscription(
  db: Db,
  { id, endpoint }: Pick<PushSubscriptionRow, 'id' | 'endpoint'>,
): Promise<void> {
  await db
    .delete(push_subscriptions)
    .where(and(eq(push_subscriptions.id, id), eq(push_subscriptions.endpoint, endpoint)))
}
