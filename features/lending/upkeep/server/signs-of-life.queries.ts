import { and, asc, count, eq, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { onMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { SignFacts } from './signs-of-life.rules.ts'

/** A letterbox, its owner, and what decides whether to ask for a sign of life. */
export interface SilentOrNot {
  id: string
  owner: UserRow
  facts: SignFacts
}

/** Ids of everyone who manages the current letterbox. */
const household = sql`(
  SELECT ${letterboxes.user_id} UNION ALL
  SELECT ${household_members.user_id} FROM ${household_members}
  WHERE ${household_members.letterbox_id} = ${letterboxes.id})`

/**
 * When a member of the household last answered, decided, wrote, changed or confirmed something. Just looking does
 * not count: borrowers cannot see it.
 */
const lastSignAt = sql<Date>`greatest(
  ${letterboxes.created_at},
  ${letterboxes.updated_at},
  ${letterboxes.items_confirmed_at},
  (SELECT max(${transactions.answered_at}) FROM ${transactions}
    WHERE ${transactions.lender_id} = ${letterboxes.user_id}),
  (SELECT max(${transaction_events.at}) FROM ${transaction_events}
    WHERE ${transaction_events.by_id} IN ${household}),
  (SELECT max(${messages.created_at}) FROM ${messages}
    WHERE ${messages.author_id} IN ${household} AND NOT ${messages.automatic})
)`.mapWith(letterboxes.created_at)

/**
 * When the second-latest unanswered request expired. Leaves out held requests, which the lender does not know,
 * and those that ended for a reason, which is not silence.
 */
const secondExpiredAt = sql<Date | null>`(
  SELECT ${transactions.updated_at} FROM ${transactions}
  WHERE ${transactions.lender_id} = ${letterboxes.user_id} AND ${transactions.status} = 'expired'
    AND ${transactions.answered_at} IS NULL AND ${transactions.held_at} IS NULL
    AND NOT EXISTS (SELECT FROM ${transaction_events}
      WHERE ${transaction_events.transaction_id} = ${transactions.id}
        AND ${transaction_events.status} = 'expired' AND ${transaction_events.reason} IS NOT NULL)
  ORDER BY ${transactions.updated_at} DESC OFFSET 1 LIMIT 1
)`.mapWith(letterboxes.created_at)

/** {@link onMap} for a letterbox as if it had never been silent. */
const isOnMapOtherwise = onMap(users, { ...letterboxes, gone_since: sql`NULL` as never })

/**
 * Whether neighbours could ask it and mails reach its owner; otherwise the owner is not asked for a sign of life.
 */
const canBeAsked = and(
  isOnMapOtherwise,
  eq(users.enable_messaging, true),
  eq(users.takes_requests, true),
  eq(users.reseller, false),
  ne(users.notify_community, 'off'),
  isNotNull(users.email_confirmed_at),
  sql`NOT EXISTS (SELECT FROM ${refused_addresses} WHERE ${refused_addresses.address} = lower(${users.email}))`,
) as SQL

const select = (db: Db) =>
  db
    .select({
      id: letterboxes.id,
      owner: users,
      facts: {
        can_be_asked: sql<boolean>`coalesce(${canBeAsked}, false)`,
        last_sign_at: lastSignAt,
        second_expired_at: secondExpiredAt,
        sign_asked_at: letterboxes.sign_asked_at,
        sign_asked_again_at: letterboxes.sign_asked_again_at,
        silent_since: letterboxes.silent_since,
        gone_since: letterboxes.gone_since,
      },
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))

/**
 * Whether there was no sign of life since an instant. Equivalent to {@link lastSignAt}, but stops at the first
 * sign found and checks the cheapest ones first.
 */
const noSignSince = (instant: Date) =>
  and(
    lte(letterboxes.created_at, instant),
    lte(letterboxes.updated_at, instant),
    or(isNull(letterboxes.items_confirmed_at), lte(letterboxes.items_confirmed_at, instant)),
    sql`NOT EXISTS (SELECT FROM ${transactions}
      WHERE ${transactions.lender_id} = ${letterboxes.user_id} AND ${gt(transactions.answered_at, instant)})`,
    sql`NOT EXISTS (SELECT FROM ${transaction_events}
      WHERE ${transaction_events.by_id} IN ${household} AND ${gt(transaction_events.at, instant)})`,
    sql`NOT EXISTS (SELECT FROM ${messages}
      WHERE ${messages.author_id} IN ${household} AND NOT ${messages.automatic}
        AND ${gt(messages.created_at, instant)})`,
  )

/**
 * How many letterboxes one query reads. Measured with 100,000 letterboxes of three conversations each, that takes
 * PostgreSQL about 40 ms; all at once took more than six seconds.
 */
const STRETCH = 1000

/** A part of all letterboxes in the order of their ids: after `after` and up to `upTo`; null means no bound. */
export interface Stretch {
  after: string | null
  upTo: string | null
}

/** The end of the stretch that begins after this letterbox; null if it is the last one. */
export async function endOfStretch(db: Db, after: string | null): Promise<string | null> {
  const [last] = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(after === null ? undefined : gt(letterboxes.id, after))
    .orderBy(asc(letterboxes.id))
    .offset(STRETCH - 1)
    .limit(1)
  return last?.id ?? null
}

/** Letterboxes of a stretch whose owners must be asked, for the reasons in `nextSignStep`. */
export async function findToAsk(
  db: Db,
  { season, atMost, after, upTo }: Stretch & { season: number; atMost: number },
  now: Date,
): Promise<SilentOrNot[]> {
  return select(db)
    .where(
      and(
        after === null ? undefined : gt(letterboxes.id, after),
        upTo === null ? undefined : lte(letterboxes.id, upTo),
        isNull(letterboxes.sign_asked_at),
        canBeAsked,
        or(
          noSignSince(new Date(now.getTime() - season * DAY_MS)),
          and(isNotNull(secondExpiredAt), gt(secondExpiredAt, lastSignAt)),
        ),
      ),
    )
    .orderBy(asc(letterboxes.id))
    .limit(atMost)
}

/** How many owners were asked after an instant and have not answered yet. */
export async function countAskedSince(db: Db, instant: Date): Promise<number> {
  const [row] = await db
    .select({ asked: count() })
    .from(letterboxes)
    .where(gt(letterboxes.sign_asked_at, instant))
  return row?.asked ?? 0
}

/** Letterboxes whose owners were asked and have not answered yet, or have just done so. */
export async function findAsked(db: Db): Promise<SilentOrNot[]> {
  return select(db)
    .where(isNotNull(letterboxes.sign_asked_at))
    .orderBy(asc(letterboxes.sign_asked_at))
}

/**
 * Locks one letterbox until the transaction ends; null if it has another owner now. Accounts are locked before
 * letterboxes, as everywhere.
 */
export async function lockForSigns(
  tx: Db,
  { id, owner }: Pick<SilentOrNot, 'id' | 'owner'>,
): Promise<SilentOrNot | null> {
  await lockUser(tx, owner.id)
  const isTheSame = and(eq(letterboxes.id, id), eq(letterboxes.user_id, owner.id))
  await tx.select({ id: letterboxes.id }).from(letterboxes).where(isTheSame).for('update')
  const [row] = await select(tx).where(isTheSame)
  return row ?? null
}
