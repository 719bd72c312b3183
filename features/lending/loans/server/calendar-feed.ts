import { hash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import fresh from 'fresh'
import { z } from 'zod'
import { daysAfter } from '#features/lending/conversations/days/server/door.ts'
import { listTransactions } from '#features/lending/conversations/lists/server/door.ts'
import { findSpeaker } from '#features/lending/conversations/who-sees/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { routeLimit } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { paths } from '#platform/shared/paths.ts'
import { calendar_feeds } from '../tables.ts'

/** How many days past loans stay in the calendar. */
const KEPT_DAYS = 365

/** When the user created the address that is valid now; null if there is none. */
export async function findFeedSince(db: Db, userId: string): Promise<string | null> {
  const [feed] = await db
    .select({ created_at: calendar_feeds.created_at })
    .from(calendar_feeds)
    .where(eq(calendar_feeds.user_id, userId))
  return feed?.created_at.toISOString() ?? null
}

/**
 * Creates a new secret address and ends the previous one.
 * @returns the secret, of which only the hash is stored
 */
export async function makeFeed(db: Db, userId: string, now: Date): Promise<string> {
  const secret = newSecret()
  const values = { secret_hash: hashSecret(secret), created_at: now }
  await db
    .insert(calendar_feeds)
    .values({ user_id: userId, ...values })
    .onConflictDoUpdate({ target: calendar_feeds.user_id, set: values })
  return secret
}

export async function endFeed(db: Db, userId: string): Promise<void> {
  await db.delete(calendar_feeds).where(eq(calendar_feeds.user_id, userId))
}

/** The owner of the calendar; null if the address has ended or the account is suspended. */
async function findOwner(db: Db, secret: string): Promise<Pick<UserRow, 'id' | 'lang'> | null> {
  const [owner] = await db
    .select({ id: users.id, lang: users.lang })
    .from(calendar_feeds)
    .innerJoin(users, eq(users.id, calendar_feeds.user_id))
    .where(and(eq(calendar_feeds.secret_hash, hashSecret(secret)), isNull(users.suspended_at)))
  return owner ?? null
}

/** A user's loans and borrowings, back to a year ago, as an iCalendar feed. Null for an unknown address. */
async function renderFeed(deps: Deps, secret: string): Promise<string | null> {
  const { database, clock, config, settings } = deps
  const { orm } = database
  const owner = await findOwner(orm, secret)
  if (!owner) return null
  const { publicUrl, timeZone } = config
  const awaySince = daysAfter(dayIn(timeZone, clock()), -KEPT_DAYS)
  const speaker = await findSpeaker(orm, owner.id)
  const transactions = await listTransactions(orm, { ...speaker, lang: owner.lang }, { awaySince })
  // The library is loaded only when the first calendar is requested.
  const { renderCalendarFeed } = await import('./calendar-events.ts')
  const views = transactions.map((transaction) => ({
    transaction,
    side: transaction.borrower_id === owner.id ? ('borrower' as const) : ('lender' as const),
    lang: owner.lang,
    url: publicUrl + paths.inbox({ transaction_id: transaction.id }),
    timeZone,
  }))
  return renderCalendarFeed(views, { lang: owner.lang, brand: settings.current().brand.name })
}

const feedParams = z.object({ secret: z.string() })

/** The address that calendar programs read. It is the only credential, so its secret is as long as a session's. */
export function addCalendarFeedRoute(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: z.output<typeof feedParams> }>(
    paths.calendarFeed(':secret'),
    {
      schema: { hide: true, params: feedParams },
      config: { rateLimit: routeLimit(deps.config, 'feeds') },
    },
    async (request, reply) => {
      const feed = await renderFeed(deps, request.params.secret)
      if (feed === null) throw new AppError('not_found')
      const etag = `"${hash('sha256', feed, 'base64url').slice(0, 22)}"`
      reply.headers({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex', etag })
      if (fresh(request.headers, { etag })) return reply.status(304).send()
      return reply.type('text/calendar; charset=utf-8').send(feed)
    },
  )
}
