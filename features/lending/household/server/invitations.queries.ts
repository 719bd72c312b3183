import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { LockedLetterbox } from '#features/places/letterboxes/members/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { household_invitations } from '../tables.ts'
import { INVITATION_LIFETIME_MS } from './household.rules.ts'

export type InvitationRow = typeof household_invitations.$inferSelect

/** The open invitations of a letterbox, oldest first. */
export async function listInvitations(db: Db, letterboxId: string, now: Date) {
  const rows = await db
    .select()
    .from(household_invitations)
    .where(
      and(
        eq(household_invitations.letterbox_id, letterboxId),
        gt(household_invitations.expires_at, now),
      ),
    )
    .orderBy(asc(household_invitations.created_at), asc(household_invitations.id))
  return rows.map(({ id, email, created_at, expires_at }) => ({
    id,
    email,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }))
}

/** One open invitation per letterbox and address: a new one replaces the previous one. */
export async function insertInvitation(
  tx: Db,
  letterbox: LockedLetterbox,
  email: string,
  now: Date,
): Promise<string> {
  await tx
    .delete(household_invitations)
    .where(
      and(
        eq(household_invitations.letterbox_id, letterbox.id),
        sql`lower(${household_invitations.email}) = lower(${email})`,
      ),
    )
  const secret = newSecret()
  await tx.insert(household_invitations).values({
    letterbox_id: letterbox.id,
    email,
    token_hash: hashSecret(secret),
    invited_by: letterbox.user_id,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_LIFETIME_MS),
  })
  return secret
}

const valid = (secret: string, now: Date) =>
  and(
    eq(household_invitations.token_hash, hashSecret(secret)),
    gt(household_invitations.expires_at, now),
  )

/** Null if it is unknown, used, withdrawn or expired. */
export async function findInvitation(
  db: Db,
  secret: string,
  now: Date,
): Promise<InvitationRow | null> {
  const [row] = await db.select().from(household_invitations).where(valid(secret, now))
  return row ?? null
}

/** Uses an invitation up in one statement: exactly one of several parallel attempts succeeds. */
export async function redeemInvitation(db: Db, secret: string, now: Date): Promise<boolean> {
  const rows = await db
    .delete(household_invitations)
    .where(valid(secret, now))
    .returning({ id: household_invitations.id })
  return rows.length > 0
}

/** Returns false if the invitation is not to a letterbox of that owner. */
export async function withdrawInvitation(db: Db, ownerId: string, id: string): Promise<boolean> {
  const own = db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, ownerId))
  const rows = await db
    .delete(household_invitations)
    .where(and(eq(household_invitations.id, id), inArray(household_invitations.letterbox_id, own)))
    .returning({ id: household_invitations.id })
  return rows.length > 0
}

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.delete(household_invitations).where(lt(household_invitations.expires_at, now))
}
