import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { household_members, type LetterboxRow, letterboxes } from '../tables.ts'

declare const locked: unique symbol

/** An account that may be changed by whoever makes the call, locked until the transaction ends. */
export type LockedAccount = UserRow & { readonly [locked]: true }
/** A letterbox that may be changed by whoever makes the call, locked until the transaction ends. */
export type LockedLetterbox = LetterboxRow & { readonly [locked]: true }

/**
 * Whose letterbox it is, asked of the database: the owner's, and that of each member of the
 * household. {@link manages} asks the same of a row. A user manages one at most.
 */
export function managedBy(userId: string): SQL | undefined {
  const asMember = sql`(SELECT letterbox_id FROM ${household_members} WHERE user_id = ${userId})`
  return or(eq(letterboxes.user_id, userId), eq(letterboxes.id, asMember))
}

interface Locked {
  account: LockedAccount
  letterbox: LockedLetterbox | null
}

/** The only way to get what the writes in `letterboxes.writes.ts` take, but for {@link lockAsModerator}. */
export async function lockOwn(tx: Db, viewer: Viewer): Promise<Locked> {
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
 * Any letterbox, for who moderates: locked with its owner, in the order of {@link lockOwn}. Null where
 * there is none.
 */
export async function lockAsModerator(
  tx: Db,
  viewer: Viewer,
  letterboxId: string,
): Promise<{ account: LockedAccount; letterbox: LockedLetterbox } | null> {
  if (viewer.role_id === ROLE_ID.member) throw new AppError('not_found')
  const theirs = eq(letterboxes.id, letterboxId)
  const owner = tx.select({ id: letterboxes.user_id }).from(letterboxes).where(theirs)
  const [account] = await tx.select().from(users).where(inArray(users.id, owner)).for('update')
  const letterbox = await lockLetterbox(tx, theirs)
  // The household may have passed it on meanwhile.
  if (!account || letterbox?.user_id !== account.id) return null
  return { account: account as LockedAccount, letterbox }
}

/** Locks letterboxes in one order: two people who swap households wait instead of blocking each other. */
export async function lockLetterboxes(tx: Db, ids: string[]): Promise<void> {
  await tx
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(inArray(letterboxes.id, ids))
    .orderBy(asc(letterboxes.id))
    .for('update')
}

/**
 * Locks an owner with all members for changes, and holds others in place, all of them in one order, as
 * sending a message does.
 * @returns the ids of the owner and the members
 */
async function lockHousehold(
  tx: Db,
  ownerId: string,
  held: readonly string[],
): Promise<Set<string>> {
  const members = await tx
    .select({ id: household_members.user_id })
    .from(household_members)
    .innerJoin(letterboxes, eq(letterboxes.id, household_members.letterbox_id))
    .where(eq(letterboxes.user_id, ownerId))
  const household = new Set([ownerId, ...members.map(({ id }) => id)])
  for (const id of [...new Set([...household, ...held])].sort()) {
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
 * An account on its way out with everyone of its household, who are locked before the letterbox is;
 * null where there is no such account any more.
 * @param held ids of others who must not go meanwhile
 */
export async function lockLeaving(
  tx: Db,
  userId: string,
  held: readonly string[],
): Promise<LeavingAccount | null> {
  const household = await lockHousehold(tx, userId, held)
  const own = await lockAccount(tx, userId)
  return own && { ...own, household }
}
