import { and, asc, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import type { Area, Place } from '#platform/shared/areas.ts'
import { may } from '#platform/shared/task-matrix.ts'
import { household_members, type LetterboxRow, letterboxes } from '../../tables.ts'

declare const locked: unique symbol

/** An account that the caller may change, locked until the transaction ends. */
export type LockedAccount = UserRow & { readonly [locked]: true }
/** A letterbox that the caller may change, locked until the transaction ends. */
export type LockedLetterbox = LetterboxRow & { readonly [locked]: true }

/**
 * SQL condition: the user manages the letterbox as its owner or as a household member. {@link manages} is the same
 * check for a row that was read. A user manages at most one letterbox.
 */
export function managedBy(userId: InSql<string>): SQL | undefined {
  const letterboxOfMember = sql`(SELECT letterbox_id FROM ${household_members} WHERE user_id = ${userId})`
  return or(eq(letterboxes.user_id, userId), eq(letterboxes.id, letterboxOfMember))
}

interface Locked {
  account: LockedAccount
  letterbox: LockedLetterbox | null
}

/**
 * Locks the viewer's account and letterbox. Apart from {@link lockAsModerator}, this is the only way to get the
 * arguments for the writes in `letterboxes.writes.ts`.
 */
export async function lockOwn(tx: Db, viewer: Pick<Viewer, 'id'>): Promise<Locked> {
  const own = await lockAccount(tx, viewer.id)
  if (!own) throw new AppError('unauthorized')
  return own
}

async function lockAccount(tx: Db, userId: string): Promise<Locked | null> {
  const account = await lockUser(tx, userId)
  if (!account) return null
  return {
    account: account as LockedAccount,
    letterbox: await lockLetterbox(tx, managedBy(account.id)),
  }
}

async function lockLetterbox(tx: Db, where: SQL | undefined): Promise<LockedLetterbox | null> {
  const [letterbox] = await tx.select().from(letterboxes).where(where).for('update')
  return (letterbox as LockedLetterbox | undefined) ?? null
}

/**
 * Locks a letterbox and its owner for a moderator, in the same order as {@link lockOwn}. Null if it does not exist in the
 * moderator's area.
 */
export async function lockAsModerator(
  tx: Db,
  viewer: Viewer,
  letterboxId: string,
): Promise<{ account: LockedAccount; letterbox: LockedLetterbox } | null> {
  if (!may(viewer, 'GET /admin/letterboxes')) throw new AppError('not_found')
  const isTheLetterbox = and(eq(letterboxes.id, letterboxId), inArea(viewer, letterboxes))
  const owner = tx.select({ id: letterboxes.user_id }).from(letterboxes).where(isTheLetterbox)
  const [account] = await tx.select().from(users).where(inArray(users.id, owner)).for('update')
  const letterbox = await lockLetterbox(tx, isTheLetterbox)
  // The letterbox may have changed its owner meanwhile.
  if (!account || letterbox?.user_id !== account.id) return null
  return { account: account as LockedAccount, letterbox }
}

/**
 * Locks letterboxes by id, so that two people who swap households wait for each other instead of causing a deadlock.
 */
export async function lockLetterboxes(tx: Db, ids: string[]): Promise<void> {
  await tx
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(inArray(letterboxes.id, ids))
    .orderBy(asc(letterboxes.id))
    .for('update')
}

/**
 * Locks an owner and all household members for changes, and prevents others from being deleted. Locks by ascending id,
 * as sending a message does.
 * @returns the ids of the owner and the members
 */
async function lockHousehold(
  tx: Db,
  ownerId: string,
  othersToHold: readonly string[],
): Promise<Set<string>> {
  const members = await tx
    .select({ id: household_members.user_id })
    .from(household_members)
    .innerJoin(letterboxes, eq(letterboxes.id, household_members.letterbox_id))
    .where(eq(letterboxes.user_id, ownerId))
  const household = new Set([ownerId, ...members.map(({ id }) => id)])
  for (const id of [...new Set([...household, ...othersToHold])].sort()) {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, id))
      .for(household.has(id) ? 'update' : 'key share')
    if (!account) household.delete(id)
  }
  return household
}

/**
 * Locks an account that is about to be deleted and everyone in its household, before locking the letterbox. Null if the
 * account no longer exists.
 * @param othersToHold ids of others who must not be deleted meanwhile
 */
export async function lockLeaving(
  tx: Db,
  userId: string,
  othersToHold: readonly string[],
): Promise<LeavingAccount | null> {
  const household = await lockHousehold(tx, userId, othersToHold)
  const own = await lockAccount(tx, userId)
  return own && { ...own, household }
}

/**
 * SQL condition: the letterbox of this owner is in the viewer's area; undefined for viewers without one, who see
 * everything. An owner without a letterbox is in no area.
 */
export function isOwnedInArea(viewer: { area: Area | null }, ownerId: SQLWrapper): SQL | undefined {
  const within = inArea(viewer, letterboxes)
  return (
    within &&
    sql`EXISTS (SELECT FROM ${letterboxes} WHERE ${letterboxes.user_id} = ${ownerId} AND ${within})`
  )
}

/** Where the letterbox of an owner is; null without one. */
export async function findPlaceOfOwner(db: Db, ownerId: string | null): Promise<Place | null> {
  if (ownerId === null) return null
  const { country, postcode, latitude, longitude } = letterboxes
  const [place = null] = await db
    .select({ country, postcode, latitude, longitude })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, ownerId))
  return place
}

/** Whether the letterbox still exists, even with another owner. */
export async function isThere(tx: Db, letterboxId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.id, letterboxId))
  return rows.length > 0
}
