import { and, eq, gt, sql } from 'drizzle-orm'
import {
  addMember,
  countMembers,
  findMembers,
} from '#features/places/letterboxes/members/server/door.ts'
import { findLetterboxOfUser } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Household } from '../contract.ts'
import { household_invitations } from '../tables.ts'
import type { Invited } from './household.rules.ts'
import { listInvitations } from './invitations.queries.ts'

/** The household of the letterbox that a user manages. */
export async function findHousehold(db: Db, userId: string, now: Date): Promise<Household> {
  const full = await findLetterboxOfUser(db, userId)
  if (!full) return { role: null, people: [], invitations: [] }
  const { owner, letterbox } = full
  const members = await findMembers(db, [letterbox.id])
  const { id, firstname, lastname } = owner
  const isOwner = id === userId
  return {
    role: isOwner ? 'owner' : 'member',
    people: [
      { id, firstname, lastname, role: 'owner', since: letterbox.created_at.toISOString() },
      ...members.map((member) => ({
        id: member.id,
        firstname: member.firstname,
        lastname: member.lastname,
        role: 'member' as const,
        since: member.joined_at.toISOString(),
      })),
    ],
    invitations: isOwner ? await listInvitations(db, letterbox.id, now) : [],
  }
}

/** How many members and open invitations a letterbox has, without invitations to the address `exceptEmail`. */
export async function countHousehold(
  db: Db,
  letterboxId: string,
  now: Date,
  exceptEmail = '',
): Promise<{ members: number; invitations: number }> {
  const [invitations] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(household_invitations)
    .where(
      and(
        eq(household_invitations.letterbox_id, letterboxId),
        gt(household_invitations.expires_at, now),
        sql`lower(${household_invitations.email}) <> lower(${exceptEmail})`,
      ),
    )
  return {
    members: await countMembers(db, letterboxId),
    invitations: invitations?.count ?? 0,
  }
}

/** The account of an invited person, with everything that the rules of joining need. */
export async function findInvited(
  db: Db,
  { id, email_confirmed }: { id: string; email_confirmed: boolean },
): Promise<Invited> {
  const full = await findLetterboxOfUser(db, id)
  if (!full) return { id, email_confirmed, owns: null, member_of: null }
  const { letterbox } = full
  if (letterbox.user_id !== id) {
    return { id, email_confirmed, owns: null, member_of: letterbox.id }
  }
  const isShared = (await findMembers(db, [letterbox.id])).length > 0
  return { id, email_confirmed, owns: { id: letterbox.id, shared: isShared }, member_of: null }
}

/**
 * Makes a locked account a member. From now on the member receives requests to the letterbox, also by mail, as
 * the invitation promises; even if the owner starts to accept messages only later.
 */
export async function insertMember(
  tx: Db,
  userId: string,
  letterboxId: string,
  now: Date,
): Promise<void> {
  await addMember(tx, userId, letterboxId, now)
  await tx
    .update(users)
    .set({
      show_on_map: true,
      show_name: sql`coalesce(${users.show_name_again}, ${users.show_name})`,
      show_name_again: null,
      enable_messaging: true,
      enable_messaging_again: null,
      enable_notifications: true,
      notify_request: sql`CASE WHEN ${users.notify_request} = 'off' THEN 'at_once' ELSE ${users.notify_request} END`,
    })
    .where(eq(users.id, userId))
}
