import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { LetterboxesOf } from '#features/people/newcomers/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import type { Language } from '#platform/shared/languages.ts'
import { household_members, letterboxes } from '../../tables.ts'
import { managedBy } from './ownership.ts'

export interface Member {
  letterbox_id: string
  id: string
  firstname: string
  lastname: string
  email: string | null
  lang: Language
  enable_messaging: boolean
  joined_at: Date
}

const selectMembers = (db: Db) =>
  db
    .select({
      letterbox_id: household_members.letterbox_id,
      id: users.id,
      firstname: users.firstname,
      lastname: users.lastname,
      email: users.email,
      lang: users.lang,
      enable_messaging: users.enable_messaging,
      joined_at: household_members.joined_at,
    })
    .from(household_members)
    .innerJoin(users, eq(users.id, household_members.user_id))
    .orderBy(asc(household_members.joined_at), asc(users.id))
    .$dynamic()

/** Household members of the letterboxes, without the owners, in the order in which they joined. */
export async function findMembers(db: Db, letterboxIds: readonly string[]): Promise<Member[]> {
  return selectMembers(db).where(inArray(household_members.letterbox_id, [...letterboxIds]))
}

const selectMembersOf = (db: Db, { ownerId }: { ownerId: string }) => {
  const own = db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, ownerId))
  return selectMembers(db).where(inArray(household_members.letterbox_id, own))
}

/** Household members of the letterbox that an account owns. */
export const findMembersOf = (db: Db, ownerId: string): Promise<Member[]> =>
  selectMembersOf(db, { ownerId })

/** Number of household members, without the owner. */
export async function countMembers(db: Db, letterboxId: string): Promise<number> {
  const [row] = await db
    .select({ members: count() })
    .from(household_members)
    .where(eq(household_members.letterbox_id, letterboxId))
  return row?.members ?? 0
}

/** Adds an account to a household. It must not manage a letterbox yet: the database allows one per account. */
export async function addMember(
  tx: Db,
  userId: string,
  letterboxId: string,
  now: Date,
): Promise<void> {
  await tx
    .insert(household_members)
    .values({ user_id: userId, letterbox_id: letterboxId, joined_at: now })
}

/** Returns false if the account is not a member of the owner's letterbox. */
export async function removeMemberOf(db: Db, ownerId: string, memberId: string): Promise<boolean> {
  const own = db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, ownerId))
  const rows = await db
    .delete(household_members)
    .where(
      and(eq(household_members.user_id, memberId), inArray(household_members.letterbox_id, own)),
    )
    .returning({ id: household_members.user_id })
  return rows.length > 0
}

/** Returns false if the user is not a member of any household. */
export async function removeMember(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .delete(household_members)
    .where(eq(household_members.user_id, userId))
    .returning({ id: household_members.user_id })
  return rows.length > 0
}

const listLetterboxesOf: LetterboxesOf['find'] = async (db, userIds) => {
  const rows = await db
    .select({ userId: users.id, letterbox: letterboxes })
    .from(users)
    .leftJoin(household_members, eq(household_members.user_id, users.id))
    .innerJoin(
      letterboxes,
      or(eq(letterboxes.user_id, users.id), eq(letterboxes.id, household_members.letterbox_id)),
    )
    .where(inArray(users.id, [...userIds]))
  return new Map(
    rows.map(({ userId, letterbox }) => [
      userId,
      {
        address: letterbox.address,
        postcode: letterbox.postcode,
        city: letterbox.city,
        address_verified: letterbox.address_verified_at !== null,
        of_others: letterbox.user_id !== userId,
      },
    ]),
  )
}

/** Used to decide whether newcomers are let in. */
export const letterboxesOf: LetterboxesOf = {
  find: listLetterboxesOf,
  isInArea(viewer) {
    const within = inArea(viewer, letterboxes)
    return (
      within && sql`EXISTS (SELECT FROM ${letterboxes} WHERE ${managedBy(users.id)} AND ${within})`
    )
  },
  async findPlace(db, userId) {
    const { country, postcode, latitude, longitude } = letterboxes
    const [place = null] = await db
      .select({ country, postcode, latitude, longitude })
      .from(letterboxes)
      .where(managedBy(userId))
    return place
  },
}
