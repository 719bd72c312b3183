import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { letterboxes } from '../../tables.ts'
import type { OwnCode } from '../contract.ts'
import { LETTERBOX_CODE_LENGTH, letterboxCodeOf, readLetterboxCode } from '../letterbox-code.ts'
import { letterbox_codes } from '../tables.ts'

/** With 34 billion codes a second try is rare, and a tenth does not happen in practice. */
const CODE_TRIES = 10

/** A code and its letterbox. */
export interface FoundCode {
  letterbox_id: string | null
  ended_at: Date | null
  /** Whether the viewer may see the letterbox; null without one. */
  isVisible: boolean | null
  /** Whether the letterbox has a spot; null without a letterbox. */
  isPlaced: boolean | null
}

/** @param visible SQL condition: whether the viewer may see the joined letterbox */
export async function findCode(
  db: Db,
  code: string,
  visible: SQL | undefined,
): Promise<FoundCode | null> {
  const [row] = await db
    .select({
      letterbox_id: letterbox_codes.letterbox_id,
      ended_at: letterbox_codes.ended_at,
      isVisible: sql<boolean | null>`(${visible})`,
      isPlaced: sql<boolean | null>`${letterboxes.latitude} IS NOT NULL`,
    })
    .from(letterbox_codes)
    .leftJoin(letterboxes, eq(letterboxes.id, letterbox_codes.letterbox_id))
    .leftJoin(users, eq(users.id, letterboxes.user_id))
    .where(eq(letterbox_codes.code, code))
  return row ?? null
}

/** Locks a code until the transaction ends. */
export async function lockCode(tx: Db, code: string) {
  const [row] = await tx
    .select()
    .from(letterbox_codes)
    .where(eq(letterbox_codes.code, code))
    .for('update')
  return row ?? null
}

const ofLetterbox = (letterboxId: string) =>
  and(eq(letterbox_codes.letterbox_id, letterboxId), isNull(letterbox_codes.ended_at))

/** The newest code of a letterbox, and how many others lead to it; null if it has none yet. */
export async function findOwnCode(db: Db, letterboxId: string): Promise<OwnCode | null> {
  const [row] = await db
    .select({
      code: letterbox_codes.code,
      further: sql<number>`(count(*) OVER () - 1)::int`,
      came: sql<number>`(SELECT coalesce(sum(came), 0)::int FROM letterbox_codes
        WHERE letterbox_id = ${letterboxId})`,
    })
    .from(letterbox_codes)
    .where(ofLetterbox(letterboxId))
    .orderBy(desc(letterbox_codes.assigned_at), desc(letterbox_codes.code))
    .limit(1)
  return row ?? null
}

/**
 * Creates codes.
 * @param letterboxId null for sheets that are going to be printed
 */
export async function insertCodes(
  db: Db,
  letterboxId: string | null,
  count: number,
  now: Date,
): Promise<string[]> {
  const created: string[] = []
  for (let i = 0; i < CODE_TRIES && created.length < count; i += 1) {
    const rows = Array.from({ length: count - created.length }, () => ({
      code: letterboxCodeOf(randomBytes(LETTERBOX_CODE_LENGTH)),
      letterbox_id: letterboxId,
      assigned_at: letterboxId === null ? null : now,
      created_at: now,
    }))
    const inserted = await db
      .insert(letterbox_codes)
      .values(rows)
      .onConflictDoNothing()
      .returning({ code: letterbox_codes.code })
    created.push(...inserted.map(({ code }) => code))
  }
  if (created.length < count) throw new Error('Unexpected: no code is free')
  return created
}

/** Creates the code of a letterbox. */
export async function insertCode(db: Db, letterboxId: string, now: Date): Promise<string> {
  const [code = ''] = await insertCodes(db, letterboxId, 1, now)
  return code
}

export async function assignCode(
  tx: Db,
  code: string,
  letterboxId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(letterbox_codes)
    .set({ letterbox_id: letterboxId, assigned_at: now })
    .where(eq(letterbox_codes.code, code))
}

/** Ends all codes of a letterbox. */
export async function endCodes(tx: Db, letterboxId: string, now: Date): Promise<void> {
  await tx.update(letterbox_codes).set({ ended_at: now }).where(ofLetterbox(letterboxId))
}

/** Lets the codes of a letterbox that is about to end lead to another one. */
export async function moveCodes(tx: Db, from: string, into: string): Promise<void> {
  await tx
    .update(letterbox_codes)
    .set({ letterbox_id: into })
    .where(eq(letterbox_codes.letterbox_id, from))
}

/** Counts a person who registered after a flyer brought them; an unknown or renewed code counts nothing. */
export async function countNewcomer(tx: Db, typed: string): Promise<void> {
  const code = readLetterboxCode(typed)
  if (code === null) return
  await tx
    .update(letterbox_codes)
    .set({ came: sql`${letterbox_codes.came} + 1` })
    .where(
      and(
        eq(letterbox_codes.code, code),
        isNotNull(letterbox_codes.letterbox_id),
        isNull(letterbox_codes.ended_at),
      ),
    )
}
