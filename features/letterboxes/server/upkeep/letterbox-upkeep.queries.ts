import { and, asc, eq, exists, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type NoticeLinks, notify } from '#features/notifications/server/door.ts'
import type { ConfirmationAnswer } from '#features/upkeep/contract.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { NotifyDeps } from '#platform/server/deps.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { letterbox_items, letterboxes, upkeep_tokens } from '../../tables.ts'
import { isOnMap } from '../index/letterbox-visibility.ts'
import type { LockedLetterbox } from '../letterboxes.ownership.ts'
import { itemsConfirmation } from '../mails/items-confirmation.ts'

/** Stickers older than this are asked about. */
const CONFIRMED_FOR_MS = 365 * DAY_MS
/** Who does not answer is asked again after this. */
const ASK_AGAIN_AFTER_MS = 30 * DAY_MS
const LINKS_WORK_FOR_MS = 60 * DAY_MS
/** Asked at once: the mail server of a small community takes no more. */
const BATCH = 50
/** Where mail programs post to stop these mails (RFC 8058). */
export const STOP_PATH = '/api/v1/letterboxes/stopConfirmation'

export async function setHoliday(
  db: Db,
  letterbox: LockedLetterbox,
  until: string | null,
): Promise<void> {
  await db.update(letterboxes).set({ holiday_until: until }).where(eq(letterboxes.id, letterbox.id))
}

/** Shows those again whose holiday is over; the change is announced to every process. */
export async function endHolidays(db: Db, today: string): Promise<void> {
  await db
    .update(letterboxes)
    .set({ holiday_until: null })
    .where(lt(letterboxes.holiday_until, today))
}

/** Of the letterbox that a user owns. */
export async function confirmItems(db: Db, ownerId: string, now: Date): Promise<void> {
  await db
    .update(letterboxes)
    .set({ items_confirmed_at: now, confirmation_asked_at: null })
    .where(eq(letterboxes.user_id, ownerId))
}

async function createUpkeepToken(db: Db, userId: string, now: Date): Promise<string> {
  const secret = newSecret()
  await db.insert(upkeep_tokens).values({
    user_id: userId,
    token_hash: hashSecret(secret),
    created_at: now,
    expires_at: new Date(now.getTime() + LINKS_WORK_FOR_MS),
  })
  return secret
}

const valid = (secret: string, now: Date) =>
  and(eq(upkeep_tokens.token_hash, hashSecret(secret)), gt(upkeep_tokens.expires_at, now))

/** Whose link it is; it is used up. Null for an unknown, used or expired one. */
export async function redeemUpkeepToken(db: Db, secret: string, now: Date): Promise<string | null> {
  const [row] = await db
    .update(upkeep_tokens)
    .set({ used_at: now })
    .where(and(valid(secret, now), isNull(upkeep_tokens.used_at)))
    .returning({ user_id: upkeep_tokens.user_id })
  return row?.user_id ?? null
}

/** Stops the yearly mails for whoever got the link. False for a wrong one; again is fine. */
export async function stopReminders(db: Db, secret: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ user_id: upkeep_tokens.user_id })
    .from(upkeep_tokens)
    .where(valid(secret, now))
  if (!row) return false
  await db
    .update(letterboxes)
    .set({ confirmation_reminders: false })
    .where(eq(letterboxes.user_id, row.user_id))
  return true
}

export async function deleteExpiredUpkeepTokens(db: Db, now: Date): Promise<void> {
  await db.delete(upkeep_tokens).where(lt(upkeep_tokens.expires_at, now))
}

async function askOne(tx: Db, deps: NotifyDeps, owner: UserRow, now: Date): Promise<void> {
  const secret = await createUpkeepToken(tx, owner.id, now)
  const path = paths.updateLetterBoxItems()
  const mail = ({ atOnce, page }: NoticeLinks) => {
    const answerUrl = (answer: ConfirmationAnswer) =>
      page(atOnce ? paths.confirmItems({ token: secret, answer }) : path)
    return itemsConfirmation({
      firstname: owner.firstname,
      stillTrueUrl: answerUrl('still_true'),
      changeUrl: page(path),
      takeOffUrl: answerUrl('take_off'),
    })
  }
  const oneClickUrl = `${deps.config.publicUrl}${STOP_PATH}?token=${secret}`
  await notify(tx, deps, { user: owner, kind: 'community', path, mail, oneClickUrl }, now)
}

/**
 * Asks owners whose stickers nobody confirmed for a year. Rows are locked and marked in the
 * transaction that writes the mails: of several processes one asks. @returns how many were asked.
 */
export async function askForConfirmation(tx: Db, deps: NotifyDeps, now: Date): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const due = await tx
    .select({ letterbox: letterboxes, owner: users })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      and(
        lt(letterboxes.items_confirmed_at, before(CONFIRMED_FOR_MS)),
        or(
          isNull(letterboxes.confirmation_asked_at),
          lt(letterboxes.confirmation_asked_at, before(ASK_AGAIN_AFTER_MS)),
        ),
        eq(letterboxes.confirmation_reminders, true),
        isOnMap,
        isNotNull(users.email_confirmed_at),
        exists(
          tx
            .select({ one: sql`1` })
            .from(letterbox_items)
            .where(eq(letterbox_items.letterbox_id, letterboxes.id)),
        ),
      ),
    )
    .orderBy(asc(letterboxes.items_confirmed_at))
    .limit(BATCH)
    .for('update', { of: letterboxes, skipLocked: true })
  for (const { letterbox, owner } of due) {
    await tx
      .update(letterboxes)
      .set({ confirmation_asked_at: now })
      .where(eq(letterboxes.id, letterbox.id))
    await askOne(tx, deps, owner, now)
  }
  return due.length
}
