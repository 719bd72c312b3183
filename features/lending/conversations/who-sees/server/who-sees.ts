import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import {
  findMembersOf,
  isOwnedInArea,
  type Member,
} from '#features/places/letterboxes/members/server/door.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { Area } from '#platform/shared/areas.ts'

/**
 * The only rules for who may see a transaction and its conversation, for a loaded row and, in SQL, for lists:
 * - the borrower: always;
 * - the lender: not while the request waits for a moderator;
 * - a member of the lender's household: like the lender, but only requests made since the member joined, and not
 *   those in which the member is the borrower.
 */

interface TransactionSides {
  borrower_id: string | null
  lender_id: string | null
  created_at: Date
  /** The request waits for a moderator. */
  held_at: Date | null
}

/** The viewer of a transaction: a user, and the owner whose letterbox the user manages as a household member. */
export interface Speaker {
  id: string
  /** Null for users who are not members of a household. */
  household: { owner: string; since: Date } | null
}

const selectHousehold = prepared('speaks_for', (db, { id }: Asking<{ id: string }>) =>
  db
    .select({ owner: letterboxes.user_id, since: household_members.joined_at })
    .from(household_members)
    .innerJoin(letterboxes, eq(letterboxes.id, household_members.letterbox_id))
    .where(eq(household_members.user_id, id)),
)

/** Loads what decides which transactions a user sees. */
export async function findSpeaker(db: Db, id: string): Promise<Speaker> {
  const [household = null] = await selectHousehold(db, { id })
  return { id, household }
}

/** {@link findSpeaker} for the caller, whose session already knows if there is no household. */
export async function speakerOf(
  db: Db,
  { id, member_of }: Pick<Viewer, 'id' | 'member_of'>,
): Promise<Speaker> {
  return member_of === null ? { id, household: null } : findSpeaker(db, id)
}

/**
 * Whether a household member sees a request: those made before the member joined stay with the people they were
 * sent to.
 */
const isOfMember = (request: { created_at: Date }, since: Date): boolean =>
  request.created_at.getTime() >= since.getTime()

/**
 * Id of the side to which a user belongs, or null; even if that side may not know of the transaction yet. A
 * household speaks for its letterbox in the name of the owner; what the owner borrows elsewhere stays private.
 */
export function belongsTo(
  sides: Omit<TransactionSides, 'held_at'>,
  { id, household }: Speaker,
): string | null {
  if (sides.borrower_id === id || sides.lender_id === id) return id
  if (household === null || sides.lender_id !== household.owner) return null
  return isOfMember(sides, household.since) ? household.owner : null
}

/** Id of the side for which a user sees the transaction and speaks; null if the user may not see it. */
export function sideIdOf(sides: TransactionSides, speaker: Speaker): string | null {
  const side = belongsTo(sides, speaker)
  return sides.held_at && side !== sides.borrower_id ? null : side
}

/** The other side; null if its account was deleted. */
export function otherSide(
  sides: Pick<TransactionRow, 'borrower_id' | 'lender_id'>,
  side: string,
): string | null {
  return sides.borrower_id === side ? sides.lender_id : sides.borrower_id
}

/** Which side a party of a transaction is. */
export const sideOf = (sides: { borrower_id: string | null }, id: string): LoanSide =>
  sides.borrower_id === id ? 'borrower' : 'lender'

/** Like {@link Speaker}, in SQL; the values of `household` are null for users without one. */
interface AskingSpeaker {
  id: InSql<string>
  household: { owner: InSql<string>; since: InSql<Date> } | null
}

/** A speaker as values of a prepared statement. */
export interface SpeakerValues {
  viewerId: string
  owner: string | null
  since: Date | null
}

export const valuesOf = ({ id, household }: Speaker): SpeakerValues => ({
  viewerId: id,
  owner: household?.owner ?? null,
  since: household?.since ?? null,
})

/** The speaker of a prepared statement. */
export const speakerIn = ({ viewerId, owner, since }: Asking<SpeakerValues>): AskingSpeaker => ({
  id: viewerId,
  household: { owner, since },
})

/** What a user sees as a member of a household, in SQL. */
export const lendsAsMember = (
  id: InSql<string>,
  { owner, since }: NonNullable<AskingSpeaker['household']>,
): SQL | undefined =>
  and(
    isNull(transactions.held_at),
    eq(transactions.lender_id, owner),
    gte(transactions.created_at, since),
    sql`${transactions.borrower_id} IS DISTINCT FROM ${id}`,
  )

/** What a user sees as the lender or for the lender, in SQL. */
export const lends = ({ id, household }: AskingSpeaker): SQL | undefined =>
  or(
    and(isNull(transactions.held_at), eq(transactions.lender_id, id)),
    household ? lendsAsMember(id, household) : undefined,
  )

/** What a user sees as the borrower, in SQL. */
export const borrows = ({ id }: Pick<AskingSpeaker, 'id'>): SQL => eq(transactions.borrower_id, id)

/** Everything that a user sees, in SQL: {@link sideIdOf} is not null. */
export const isSeenBy = (speaker: AskingSpeaker): SQL | undefined =>
  or(borrows(speaker), lends(speaker))

/**
 * What an account sees as a side itself. Data export and deletion cover only that: what a member says for another
 * owner's household belongs to that household.
 */
export const isSeenByAccount = (id: string): SQL | undefined => isSeenBy({ id, household: null })

/** {@link isSeenByAccount} as a list of ids: read first, so that an index finds what belongs to them. */
export const anySeenByAccount = (id: string): SQL =>
  sql`ANY(ARRAY(SELECT ${transactions.id} FROM ${transactions} WHERE ${isSeenByAccount(id)}))`

/** Transactions of an account as one of the sides, including those that it does not know of yet. */
export const isSide = (id: string): SQL | undefined =>
  or(eq(transactions.borrower_id, id), eq(transactions.lender_id, id))

/**
 * A moderator's own conversations and those of the moderator's household, written so that an index is used.
 * Covers more than the moderator may see: moderators decide neither about messages that wait to reach them, nor
 * about what their household was asked before they joined it.
 */
export const isOfOwn = (moderatorId: InSql<string>): SQL =>
  sql`(${transactions.borrower_id} = ${moderatorId} OR ${transactions.lender_id} = ANY(ARRAY(
    SELECT ${moderatorId}::uuid
    UNION ALL SELECT ${letterboxes.user_id} FROM ${letterboxes} JOIN ${household_members}
    ON ${household_members.letterbox_id} = ${letterboxes.id}
    WHERE ${household_members.user_id} = ${moderatorId})))`

/**
 * Moderators cannot decide about their own conversations, nor about those in which a letterbox outside of their area was
 * asked. If its owner or the letterbox is gone, the conversation is in no area.
 * @param moderator without an id: any moderator of the area
 */
export const isFreeToDecide = (moderator: {
  id: InSql<string> | null
  area: Area | null
}): SQL | undefined =>
  and(
    moderator.id === null ? undefined : sql`${isOfOwn(moderator.id)} IS NOT TRUE`,
    isOwnedInArea(moderator, transactions.lender_id),
  )

/** The role of a viewer who may see the current transaction, in SQL: `borrower` or `lender`. */
export const viewersRole = (viewerId: InSql<string>): SQL => sql`
  CASE WHEN ${transactions.borrower_id} = ${viewerId} THEN 'borrower' ELSE 'lender' END`

/** The account of the viewer's side, in SQL. */
export const viewersSide = (viewerId: InSql<string>): SQL => sql`
  CASE WHEN ${transactions.borrower_id} = ${viewerId}
    THEN ${transactions.borrower_id} ELSE ${transactions.lender_id} END`

/**
 * The household members who are notified on a side: for the lender's side, those who lived at its letterbox when
 * it was asked.
 */
export async function findHousehold(
  db: Db,
  sides: Omit<TransactionSides, 'held_at'>,
  side: string,
): Promise<Member[]> {
  if (side !== sides.lender_id) return []
  const members = await findMembersOf(db, side)
  return members.filter(
    // A borrower who joined this household later is the other side.
    ({ id, joined_at }) => id !== sides.borrower_id && isOfMember(sides, joined_at),
  )
}

/**
 * {@link findHousehold} in SQL, for the current member: whether that member is notified of a request to the
 * letterbox.
 */
export const hearsAsMember = ({
  borrower_id,
  created_at,
}: {
  borrower_id: InSql<string | null>
  created_at: InSql<Date>
}): SQL | undefined =>
  and(
    sql`${household_members.user_id} IS DISTINCT FROM ${borrower_id}::uuid`,
    sql`${household_members.joined_at} <= ${created_at}::timestamptz`,
  )

async function peopleOf(db: Db, row: TransactionRow): Promise<string[]> {
  const sides = [row.borrower_id, row.lender_id].filter((id) => id !== null)
  const household = row.lender_id ? await findHousehold(db, row, row.lender_id) : []
  return [...sides, ...household.map(({ id }) => id)]
}

/** Everyone who belongs to these transactions, each once, including those who may not know of them yet. */
export async function everybodyOf(db: Db, ...rows: TransactionRow[]): Promise<string[]> {
  return [...new Set((await Promise.all(rows.map((row) => peopleOf(db, row)))).flat())]
}

/** Everyone who may see a transaction. */
export async function findViewers(db: Db, row: TransactionRow): Promise<string[]> {
  if (row.held_at) return row.borrower_id ? [row.borrower_id] : []
  return everybodyOf(db, row)
}
