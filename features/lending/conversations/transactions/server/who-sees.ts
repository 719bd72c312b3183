import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import { findMembersOf, type Member } from '#features/places/letterboxes/server/door.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type TransactionRow, transactions } from '../tables.ts'

/**
 * Who may see a transaction and its conversation. It is decided here alone, for a row that was read and,
 * in SQL, for lists:
 * - the borrower: always;
 * - the lender, in whose letterbox the request lies: not while it waits for a moderator;
 * - a member of the lender's household: as the lender, of what was asked since the member joined, and
 *   not where the member itself is the borrower.
 */

interface TransactionSides {
  borrower_id: string | null
  lender_id: string | null
  created_at: Date
  /** The request waits for a moderator. */
  held_at: Date | null
}

/** Who looks at a transaction: a user, and whose letterbox it manages as a member of the household. */
export interface Speaker {
  id: string
  /** Null for everyone who is no member. */
  household: { owner: string; since: Date } | null
}

const selectHousehold = prepared('speaks_for', (db, { id }: Asking<{ id: string }>) =>
  db
    .select({ owner: letterboxes.user_id, since: household_members.joined_at })
    .from(household_members)
    .innerJoin(letterboxes, eq(letterboxes.id, household_members.letterbox_id))
    .where(eq(household_members.user_id, id)),
)

/** Reads who somebody is when it comes to transactions. */
export async function findSpeaker(db: Db, id: string): Promise<Speaker> {
  const [household = null] = await selectHousehold(db, { id })
  return { id, household }
}

/** The same of whoever makes a call: the session tells who is no member. */
export async function speakerOf(
  db: Db,
  { id, member_of }: Pick<Viewer, 'id' | 'member_of'>,
): Promise<Speaker> {
  return member_of === null ? { id, household: null } : findSpeaker(db, id)
}

/**
 * Whether a request belongs to a member of the household too: what was asked before the member
 * joined stays with the people it was written to.
 */
export const isOfMember = (request: { created_at: Date }, since: Date): boolean =>
  request.created_at.getTime() >= since.getTime()

/**
 * Id of the side to which somebody belongs, or null; also where that side may not know of the transaction
 * yet. A household speaks for its letterbox in the name of the owner: whatever the owner borrows
 * elsewhere is no business of the other members.
 */
export function belongsTo(
  sides: Omit<TransactionSides, 'held_at'>,
  { id, household }: Speaker,
): string | null {
  if (sides.borrower_id === id || sides.lender_id === id) return id
  if (household === null || sides.lender_id !== household.owner) return null
  return isOfMember(sides, household.since) ? household.owner : null
}

/** Id of the side that somebody sees the transaction as, and speaks for; null if they may not see it. */
export function sideIdOf(sides: TransactionSides, speaker: Speaker): string | null {
  const side = belongsTo(sides, speaker)
  return sides.held_at && side !== sides.borrower_id ? null : side
}

/** Like {@link Speaker}, in SQL. */
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

/** Whether such a statement asks for a household too: it is another one then. */
export type SpeaksFor = 'self' | 'household'

export const speaksFor = ({ household }: Speaker): SpeaksFor => (household ? 'household' : 'self')

/** The speaker within such a statement. */
export const speakerIn = (
  { viewerId, owner, since }: Asking<SpeakerValues>,
  speaks: SpeaksFor,
): AskingSpeaker => ({ id: viewerId, household: speaks === 'household' ? { owner, since } : null })

/** What somebody sees as a member of a household, in SQL. */
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

/** What somebody sees as the lender or for the lender, in SQL. */
export const lends = ({ id, household }: AskingSpeaker): SQL | undefined =>
  or(
    and(isNull(transactions.held_at), eq(transactions.lender_id, id)),
    household ? lendsAsMember(id, household) : undefined,
  )

/** What somebody sees as the borrower, in SQL. */
export const borrows = ({ id }: Pick<AskingSpeaker, 'id'>): SQL => eq(transactions.borrower_id, id)

/** All that somebody sees, in SQL: {@link sideIdOf} is not null. */
export const isSeenBy = (speaker: AskingSpeaker): SQL | undefined =>
  or(borrows(speaker), lends(speaker))

/**
 * What an account sees as a side itself. The download of its data and its deletion know no more: what
 * somebody says for the household of another belongs to that household.
 */
export const isSeenByAccount = (id: string): SQL | undefined => isSeenBy({ id, household: null })

/** The same as ids to compare with: read first, so that an index finds what belongs to them. */
export const anySeenByAccount = (id: string): SQL =>
  sql`ANY(ARRAY(SELECT ${transactions.id} FROM ${transactions} WHERE ${isSeenByAccount(id)}))`

/** Transactions of which an account is a side, also those that it does not know of yet. */
export const isSide = (id: string): SQL | undefined =>
  or(eq(transactions.borrower_id, id), eq(transactions.lender_id, id))

/**
 * Conversations of a moderator's own, or of the moderator's household, written so that an index
 * finds them. That is more than the moderator may see: nobody decides about what waits to reach
 * them, nor about what their household was asked before they joined it.
 */
export const isOfOwn = (moderatorId: InSql<string>): SQL =>
  sql`(${transactions.borrower_id} = ${moderatorId} OR ${transactions.lender_id} = ANY(ARRAY(
    SELECT ${moderatorId}::uuid
    UNION ALL SELECT ${letterboxes.user_id} FROM ${letterboxes} JOIN ${household_members}
    ON ${household_members.letterbox_id} = ${letterboxes.id}
    WHERE ${household_members.user_id} = ${moderatorId})))`

/**
 * The side of the transaction at hand on which a viewer is who may see it, in SQL: `borrower` or
 * `lender`.
 */
export const viewersRole = (viewerId: InSql<string>): SQL => sql`
  CASE WHEN ${transactions.borrower_id} = ${viewerId} THEN 'borrower' ELSE 'lender' END`

/** The account of the viewer's side, in SQL. */
export const viewersSide = (viewerId: InSql<string>): SQL => sql`
  CASE WHEN ${transactions.borrower_id} = ${viewerId}
    THEN ${transactions.borrower_id} ELSE ${transactions.lender_id} END`

/**
 * The household members who hear of what happens at a side: for the lender's side, those who lived
 * at its letterbox when it was asked.
 */
export async function findHousehold(
  db: Db,
  sides: Omit<TransactionSides, 'held_at'>,
  side: string,
): Promise<Member[]> {
  if (side !== sides.lender_id) return []
  const members = await findMembersOf(db, side)
  return members.filter(
    // Who asked this household before joining it is the other side.
    ({ id, joined_at }) => id !== sides.borrower_id && isOfMember(sides, joined_at),
  )
}

/** The same in SQL, of a member at hand: whether that member hears of a request to the letterbox. */
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

export const idsOf = (members: Member[]) => members.map(({ id }) => id)

/** All who belong to a transaction, also those who may not know of it yet. */
export async function peopleOf(db: Db, row: TransactionRow): Promise<string[]> {
  const sides = [row.borrower_id, row.lender_id].filter((id) => id !== null)
  const household = row.lender_id ? await findHousehold(db, row, row.lender_id) : []
  return [...sides, ...idsOf(household)]
}

/** All who may see a transaction. */
export async function findViewers(db: Db, row: TransactionRow): Promise<string[]> {
  if (row.held_at) return row.borrower_id ? [row.borrower_id] : []
  return peopleOf(db, row)
}
