import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type Device, deviceOf } from '#platform/server/identity/device.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import type { SecurityEventActor, SecurityEventKind, SecurityEventWay } from '../event-kinds.ts'
import { security_events } from '../tables.ts'

/**
 * The device: that of a session, of a request's User-Agent, or one already known. Null if the owner
 * of the account did not do it, or the device is unknown.
 */
export type EventOrigin =
  | { session_id: string }
  | { userAgent: string | undefined }
  | { device: Device }
  | null

interface Happening {
  kind: SecurityEventKind
  way?: SecurityEventWay
  /** Defaults to the user of the account. */
  by?: SecurityEventActor
  origin: EventOrigin
}

const NO_DEVICE: Device = { browser: null, system: null }

async function findDevice(db: Db, origin: EventOrigin): Promise<Device> {
  if (origin === null) return NO_DEVICE
  if ('device' in origin) return origin.device
  if ('userAgent' in origin) return deviceOf(origin.userAgent)
  const [session] = await db
    .select({ browser: tokens.browser, system: tokens.system })
    .from(tokens)
    .where(eq(tokens.id, origin.session_id))
  return session ?? NO_DEVICE
}

/**
 * Records a security event in the transaction `tx` that causes it. If the change ends sessions,
 * call this first: the device is read from the session.
 */
export async function recordSecurityEvent(
  tx: Db,
  userId: string,
  { kind, way, by = 'self', origin }: Happening,
  now: Date,
): Promise<void> {
  const { browser, system } = await findDevice(tx, origin)
  await tx
    .insert(security_events)
    .values({ user_id: userId, at: now, kind, way, by, browser, system })
}

/**
 * Counts a refusal, in one row per account, kind, way and hour, so that guessing thousands of
 * passwords does not fill the table. Never call it in a transaction that the refusal rolls back.
 * For an unknown account it takes the same time and writes nothing.
 */
export async function recordRefusal(
  db: Db,
  userId: string,
  refused: { kind: 'login_refused' | 'proof_refused'; way: SecurityEventWay; origin: EventOrigin },
  now: Date,
): Promise<void> {
  const { kind, way, origin } = refused
  const { browser, system } = await findDevice(db, origin)
  const at = sql`${now.toISOString()}::timestamptz`
  const counted = db
    .select({
      id: sql`gen_random_uuid()`.as('id'),
      user_id: users.id,
      at: at.as('at'),
      kind: sql`${kind}::text`.as('kind'),
      way: sql`${way}::text`.as('way'),
      by: sql`'self'`.as('by'),
      browser: sql`${browser}::text`.as('browser'),
      system: sql`${system}::text`.as('system'),
      count: sql`1`.as('count'),
      hour: sql`date_trunc('hour', ${at}, 'UTC')`.as('hour'),
    })
    .from(users)
    .where(eq(users.id, userId))
  await db
    .insert(security_events)
    .select(counted)
    .onConflictDoUpdate({
      target: [
        security_events.user_id,
        security_events.kind,
        security_events.way,
        security_events.hour,
      ],
      set: {
        count: sql`${security_events.count} + 1`,
        at: sql`greatest(${security_events.at}, excluded.at)`,
        browser: sql`excluded.browser`,
        system: sql`excluded.system`,
      },
    })
}
