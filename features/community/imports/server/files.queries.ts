import { and, count, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { staffName } from '#platform/server/db/staff-name.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { import_problems, import_rows, imports } from '../tables.ts'
import { chunks } from './imports.queries.ts'
import type { WrittenRow } from './writing.ts'

export type ImportFile = typeof imports.$inferSelect

/** An import and the account that began it. */
export interface ImportWithActor {
  file: Omit<ImportFile, 'content' | 'prepared' | 'choices' | 'header' | 'claim' | 'claimed_at'>
  actor_id: string | null
  name: string
}

/** All columns except those that can hold megabytes. */
const light = {
  id: imports.id,
  file_name: imports.file_name,
  lang: imports.lang,
  status: imports.status,
  version: imports.version,
  created_by: imports.created_by,
  created_at: imports.created_at,
  places_done: imports.places_done,
  places_total: imports.places_total,
  counts: imports.counts,
  failure: imports.failure,
  preview: imports.preview,
}

const withActor = {
  file: light,
  actor_id: users.id,
  name: staffName(users),
}

export async function listFiles(
  db: Db,
  { page, size }: { page: number; size: number },
): Promise<{ rows: ImportWithActor[]; total: number }> {
  const rows = await db
    .select(withActor)
    .from(imports)
    .leftJoin(users, eq(users.id, imports.created_by))
    .orderBy(desc(imports.created_at), imports.id)
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await db.select({ total: count() }).from(imports)
  return { rows, total: all?.total ?? 0 }
}

export async function findFile(db: Db, id: string): Promise<ImportWithActor | null> {
  const [row] = await db
    .select(withActor)
    .from(imports)
    .leftJoin(users, eq(users.id, imports.created_by))
    .where(eq(imports.id, id))
  return row ?? null
}

/** A file without the columns that can hold megabytes. */
export type LightFile = Omit<ImportFile, 'content' | 'prepared'>

const whatIsLight = {
  ...light,
  choices: imports.choices,
  header: imports.header,
  claim: imports.claim,
  claimed_at: imports.claimed_at,
}

/** A file, locked until the transaction ends. */
export async function lockFile(db: Db, id: string): Promise<LightFile | null> {
  const [file] = await db.select(whatIsLight).from(imports).where(eq(imports.id, id)).for('update')
  return file ?? null
}

/** The content received so far. */
export async function contentOf(db: Db, id: string): Promise<Buffer> {
  const [file] = await db
    .select({ content: imports.content })
    .from(imports)
    .where(eq(imports.id, id))
  return Buffer.from(file?.content ?? '', 'base64')
}

/** How much has been received, in characters of base64, and whether it ends with the given part. */
export async function whatHasCome(
  db: Db,
  id: string,
  part: string,
): Promise<{ length: number; endsWithPart: boolean }> {
  const content = sql`coalesce(${imports.content}, '')`
  const [row] = await db
    .select({
      length: sql<number>`length(${content})`,
      endsWithPart: sql<boolean>`right(${content}, ${part.length}::int) = ${part}`,
    })
    .from(imports)
    .where(eq(imports.id, id))
  return row ?? { length: 0, endsWithPart: false }
}

export async function insertFile(db: Db, file: typeof imports.$inferInsert): Promise<string> {
  const [row] = await db
    .insert(imports)
    .values({ ...file, claimed_at: sql`now()` })
    .returning({ id: imports.id })
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row.id
}

/** @returns whether the file still exists */
export async function updateFile(
  db: Db,
  id: string,
  change: Partial<ImportFile>,
): Promise<boolean> {
  const rows = await db
    .update(imports)
    .set({
      ...change,
      // Undefined leaves the column as it is.
      version: change.status ? sql`${imports.version} + 1` : undefined,
      // The run that had it is done, or the next one is to begin now.
      ...(change.status && { claim: null, claimed_at: sql`now()` }),
    })
    .where(eq(imports.id, id))
    .returning({ id: imports.id })
  return rows.length > 0
}

export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.delete(imports).where(eq(imports.id, id))
}

export async function insertImportRows(
  db: Db,
  importId: string,
  rows: WrittenRow[],
): Promise<void> {
  for (const part of chunks(rows)) {
    await db.insert(import_rows).values(part.map((row) => ({ import_id: importId, ...row })))
  }
}

/** Files that were never imported are deleted after a week, with their personal data. */
const FORGOTTEN_MS = 7 * DAY_MS

export async function forgetOldFiles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_MS).toISOString()
  const isOld = sql`${imports.created_at} < ${before}::timestamptz`
  await db
    .delete(imports)
    .where(sql`${imports.status} IN ('receiving', 'checking', 'ready', 'failed') AND ${isOld}`)
  // Deletes the skipped rows of imported files.
  await db
    .update(imports)
    .set({ prepared: null, header: null, preview: null })
    .where(and(isOld, or(isNotNull(imports.prepared), isNotNull(imports.header))))
  const old = db.select({ id: imports.id }).from(imports).where(isOld)
  await db.delete(import_problems).where(inArray(import_problems.import_id, old))
}

/** Appends the next part to the content. */
export async function appendContent(db: Db, id: string, content: string): Promise<void> {
  await db
    .update(imports)
    .set({ content: sql`${imports.content} || ${content}` })
    .where(eq(imports.id, id))
}
