import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { household_members } from '#features/household/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import type { LetterboxRow } from '../tables.ts'
import { letterboxes } from '../tables.ts'

declare const owned: unique symbol

/** An account that its own user is changing, locked until the transaction ends. */
export type OwnAccount = UserRow & { readonly [owned]: true }
/** A letterbox that whoever makes the call manages, locked until the transaction ends. */
export type OwnLetterboxRow = LetterboxRow & { readonly [owned]: true }

/**
 * Whose letterbox it is, asked of the database: the owner's, and that of each member of the
 * household. {@link manages} asks the same of a row. A user manages one at most.
 */
export function managedBy(userId: string): SQL | undefined {
  const asMember = sql`(SELECT letterbox_id FROM ${household_members} WHERE user_id = ${userId})`
  return or(eq(letterboxes.user_id, userId), eq(letterboxes.id, asMember))
}

export interface Member {
  letterbox_id: string
  id: string
  email: string | null
  enable_messaging: boolean
  joined_at: Date
}

/** The members of the households of letterboxes, their owners left out; who joined first comes first. */
export function findMembers(db: Db, letterboxIds: readonly string[]): Promise<Member[]> {
  return db
    .select({
      letterbox_id: household_members.letterbox_id,
      id: users.id,
      email: users.email,
      enable_messaging: users.enable_messaging,
      joined_at: household_members.joined_at,
    })
    .from(household_members)
    .innerJoin(users, eq(users.id, household_members.user_id))
    .where(inArray(household_members.letterbox_id, [...letterboxIds]))
    .orderBy(asc(household_members.joined_at), asc(users.id))
}

interface Own {
  account: OwnAccount
  letterbox: OwnLetterboxRow | null
}

/** The only way to get what the writes in `letterboxes.writes.ts` take. */
export async function lockOwn(tx: Db, viewer: Viewer): Promise<Own> {
  const own = await lockAccount(tx, viewer.id)
  if (!own) throw new AppError('unauthorized')
  return own
}

async function lockAccount(tx: Db, userId: string): Promise<Own | null> {
  const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!account) return null
  const [letterbox] = await tx.select().from(letterboxes).where(managedBy(account.id)).for('update')
  return {
    account: account as OwnAccount,
    letterbox: (letterbox as OwnLetterboxRow | undefined) ?? null,
  }
}

/**
 * Any letterbox, for who moderates: locked with its owner, in the order of {@link lockOwn}. Null where
 * there is none.
 */
export async function lockAsModerator(
  tx: Db,
  viewer: Viewer,
  letterboxId: string,
): Promise<{ account: OwnAccount; letterbox: OwnLetterboxRow } | null> {
  if (viewer.role_id === ROLE_ID.member) throw new AppError('not_found')
  const theirs = eq(letterboxes.id, letterboxId)
  const owner = tx.select({ id: letterboxes.user_id }).from(letterboxes).where(theirs)
  const [account] = await tx.select().from(users).where(inArray(users.id, owner)).for('update')
  const [letterbox] = await tx.select().from(letterboxes).where(theirs).for('update')
  // The household may have passed it on meanwhile.
  if (!account || letterbox?.user_id !== account.id) return null
  return { account: account as OwnAccount, letterbox: letterbox as OwnLetterboxRow }
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
