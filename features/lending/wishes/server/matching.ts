import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { type NoticeLinks, notify } from '#features/people/notifications/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { findMembers } from '#features/places/letterboxes/members/server/door.ts'
import { findBlockedLetterboxes } from '#features/places/letterboxes/reach/server/door.ts'
import {
  type FullLetterbox,
  findPublicLetterboxes,
} from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { NotifyDeps } from '#platform/server/deps.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import type { Position } from '#platform/shared/geography.ts'
import { degreesOf, distanceInMetres } from '#platform/shared/geography.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { wish_candidates, wish_matches, wishes } from '../tables.ts'
import { endWishUrl, unsubscribeWishUrl } from './links.ts'
import { type WishAnswer, wishAnswered } from './mails/wish-answered.ts'
import { findPendingMatches, forgetMatches } from './wish-matches.queries.ts'
import { createWishToken, type WishRow } from './wishes.queries.ts'
import { type Answering, answers, MAIL_EVERY_MS } from './wishes.rules.ts'

/** Letterboxes or wishes that one transaction reads. */
const BATCH = 50
const LARGEST_RADIUS = 50_000
/** How many letterboxes one mail lists. */
const MOST_LISTED = 5

type AnsweringLetterbox = FullLetterbox & { answering: Answering }

/** The public letterboxes among the given ones, with their place. */
async function findAnswering(db: Db, ids: string[]): Promise<AnsweringLetterbox[]> {
  const publicLetterboxes = await findPublicLetterboxes(db, ids)
  const members = publicLetterboxes.length ? await findMembers(db, ids) : []
  return publicLetterboxes.map((full) => {
    const { letterbox, owner } = full
    const answering = {
      latitude: letterbox.latitude ?? Number.NaN,
      longitude: letterbox.longitude ?? Number.NaN,
      managers: [owner, ...members.filter(({ letterbox_id }) => letterbox_id === letterbox.id)],
      itemIds: full.items.map(({ id }) => id),
    }
    return { ...full, answering }
  })
}

async function findWishesFor(db: Db, letterbox: Answering, now: Date): Promise<WishRow[]> {
  if (letterbox.itemIds.length === 0) return []
  const reach = degreesOf(LARGEST_RADIUS)
  const near = await db
    .select()
    .from(wishes)
    .where(
      and(
        inArray(wishes.item_id, [...letterbox.itemIds]),
        isNotNull(wishes.confirmed_at),
        gt(wishes.expires_at, now),
        sql`${wishes.latitude} BETWEEN ${letterbox.latitude - reach} AND ${letterbox.latitude + reach}`,
      ),
    )
  return near.filter((wish) => answers(letterbox, wish))
}

/**
 * Takes a batch of changed letterboxes off the queue and records which wishes they match. Skips those that
 * another process is reading; if this transaction fails, they return to the queue.
 * @returns whether there were any.
 */
export async function matchCandidates(tx: Db, now: Date): Promise<boolean> {
  const candidates = await tx
    .delete(wish_candidates)
    .where(
      sql`${wish_candidates.id} IN (SELECT id FROM wish_candidates LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    )
    .returning({ id: wish_candidates.letterbox_id })
  const ids = [...new Set(candidates.map(({ id }) => id))]
  for (const full of await findAnswering(tx, ids)) {
    const answeredWishes = await findWishesFor(tx, full.answering, now)
    if (answeredWishes.length === 0) continue
    await tx
      .insert(wish_matches)
      .values(answeredWishes.map(({ id }) => ({ wish_id: id, letterbox_id: full.letterbox.id })))
      .onConflictDoNothing()
  }
  return candidates.length > 0
}

/** The letterboxes that still match the wish, nearest first. */
async function stillAnswering(db: Db, wish: WishRow, ids: string[]): Promise<AnsweringLetterbox[]> {
  const distance = ({ answering }: AnsweringLetterbox) => distanceInMetres(wish, answering)
  const blocked = new Set(wish.user_id ? await findBlockedLetterboxes(db, wish.user_id) : [])
  const seen = ids.filter((id) => !blocked.has(id))
  return (await findAnswering(db, seen))
    .filter(({ answering }) => answers(answering, wish))
    .sort((a, b) => distance(a) - distance(b))
}

/** What the public map shows of a letterbox. */
function listed(
  wish: Position,
  { letterbox, answering }: AnsweringLetterbox,
): WishAnswer['letterboxes'][number] {
  const { id, address, postcode, city } = letterbox
  return { id, address, postcode, city, metres: distanceInMetres(wish, answering) }
}

/** The receiver of the mail: an account, or the address that a visitor confirmed. */
async function recipientOf(
  db: Db,
  { email, lang, user_id }: WishRow,
): Promise<{ lang: Language; email: string } | { lang: Language; user: UserRow } | null> {
  if (email !== null) return { lang, email }
  const user = user_id ? await findUser(db, user_id) : null
  return user?.email && user.email_confirmed_at ? { lang: user.lang, user } : null
}

async function answerWish(tx: Db, deps: NotifyDeps, wish: WishRow, now: Date): Promise<void> {
  const pending = await findPendingMatches(tx, wish.id)
  const stillAnswers = await stillAnswering(tx, wish, pending)
  const kept = new Set(stillAnswers.map(({ letterbox }) => letterbox.id))
  await forgetMatches(
    tx,
    wish.id,
    pending.filter((id) => !kept.has(id)),
  )
  const recipient = await recipientOf(tx, wish)
  const [item] = await tx.select().from(items).where(eq(items.id, wish.item_id))
  if (stillAnswers.length === 0 || !recipient || !item) return
  await tx.update(wishes).set({ notified_at: now }).where(eq(wishes.id, wish.id))
  await tx
    .update(wish_matches)
    .set({ mailed_at: now })
    .where(and(eq(wish_matches.wish_id, wish.id), inArray(wish_matches.letterbox_id, [...kept])))
  const secret = await createWishToken(tx, wish.id, 'end')
  const oneClickUrl = unsubscribeWishUrl(deps.config, secret)
  const contentWith = (endUrl: string) =>
    wishAnswered({
      wishId: wish.id,
      item: item[`name_${storedLanguage(recipient.lang)}`],
      letterboxes: stillAnswers.slice(0, MOST_LISTED).map((full) => listed(wish, full)),
      endUrl,
    })
  if ('email' in recipient) {
    const { email: to, lang } = recipient
    const content = contentWith(endWishUrl(deps.config, secret))
    await deps.mails.enqueue(tx, { to, lang, content, unsubscribeUrl: oneClickUrl })
    return
  }
  const path = paths.letterbox(stillAnswers[0]?.letterbox.id ?? '')
  const mail = ({ atOnce, page }: NoticeLinks) =>
    contentWith(atOnce ? endWishUrl(deps.config, secret) : page(paths.wishes()))
  const notice = { user: recipient.user, kind: 'wish', path, mail, oneClickUrl } as const
  await notify(tx, deps, { ...notice, tag: `wish-${wish.id}` }, now)
}

/** Wishes of accounts without a confirmed address wait: if they were due, a batch of them would never end. */
const hasAddress = sql`(${wishes.user_id} IS NULL OR EXISTS (SELECT FROM ${users}
  WHERE ${users.id} = ${wishes.user_id} AND ${users.email} IS NOT NULL
    AND ${users.email_confirmed_at} IS NOT NULL))`

/**
 * Writes the mails of some wishes that have a match and had no mail today. Skips wishes that another process is
 * answering. @returns whether there may be more.
 */
export async function answerDueWishes(tx: Db, deps: NotifyDeps, now: Date): Promise<boolean> {
  const rested = new Date(now.getTime() - MAIL_EVERY_MS)
  // A mail dated in the future was written before the clock was set back.
  const ahead = new Date(now.getTime() + MAIL_EVERY_MS)
  const dueWishes = await tx
    .select()
    .from(wishes)
    .where(
      sql`${wishes.confirmed_at} IS NOT NULL AND ${wishes.expires_at} > ${now.toISOString()}::timestamptz
        AND ${hasAddress}
        AND (${wishes.notified_at} IS NULL OR ${wishes.notified_at} <= ${rested.toISOString()}::timestamptz OR ${wishes.notified_at} > ${ahead.toISOString()}::timestamptz)
        AND EXISTS (SELECT 1 FROM ${wish_matches}
          WHERE ${wish_matches.wish_id} = ${wishes.id} AND ${wish_matches.mailed_at} IS NULL)`,
    )
    .orderBy(asc(wishes.id))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  for (const wish of dueWishes) await answerWish(tx, deps, wish, now)
  return dueWishes.length === BATCH
}

/**
 * The mail as it may be sent now: none for an ended wish, and without letterboxes that were hidden, moved away or
 * no longer lend the item. Null if nothing is left.
 */
export async function reviseAnswer(
  db: Db,
  content: WishAnswer,
  now: Date,
): Promise<WishAnswer | null> {
  const [wish] = await db
    .select()
    .from(wishes)
    .where(and(eq(wishes.id, content.wishId), gt(wishes.expires_at, now)))
  if (!wish) return null
  const ids = content.letterboxes.map(({ id }) => id)
  const stillAnswers = await stillAnswering(db, wish, ids)
  const kept = new Set(stillAnswers.map(({ letterbox }) => letterbox.id))
  await forgetMatches(
    db,
    wish.id,
    ids.filter((id) => !kept.has(id)),
  )
  if (stillAnswers.length === 0) return null
  return { ...content, letterboxes: stillAnswers.map((full) => listed(wish, full)) }
}
