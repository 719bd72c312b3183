import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { letterbox_items, letterboxes, users } from '../../db/schema.ts'
import type { ImportRow } from './import.rules.ts'

export interface ImportedLetterbox {
  id: string
  key: string
  latitude: number | null
  longitude: number | null
  items: number[]
  /** A member confirmed the account: from then on the letterbox is theirs alone. */
  taken_over: boolean
}

const ROWS_PER_STATEMENT = 500
/** Any number, but the same everywhere: two imports at once wait for each other. */
const IMPORT_LOCK = 736_173_003

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT)
    yield rows.slice(i, i + ROWS_PER_STATEMENT)
}

/** What earlier imports brought of these rows, by key. */
export async function findImported(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, ImportedLetterbox>> {
  const found = new Map<string, ImportedLetterbox>()
  for (const part of chunks(keys)) {
    const rows = await db
      .select({
        id: letterboxes.id,
        key: letterboxes.import_key,
        latitude: letterboxes.latitude,
        longitude: letterboxes.longitude,
        taken_over: sql<boolean>`${users.email_confirmed_at} IS NOT NULL OR ${letterboxes.location_verified}`,
        items: sql<number[]>`ARRAY(SELECT item_id::int FROM letterbox_items
          WHERE letterbox_id = ${letterboxes.id} ORDER BY item_id)`,
      })
      .from(letterboxes)
      .innerJoin(users, eq(users.id, letterboxes.user_id))
      .where(inArray(letterboxes.import_key, part))
    for (const row of rows) if (row.key) found.set(row.key, { ...row, key: row.key })
  }
  return found
}

/** Which of these e-mail addresses have an account, in lower case. */
export async function findKnownEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const part of chunks(emails.map((email) => email.toLowerCase()))) {
    const lower = sql<string>`lower(${users.email})`
    const rows = await db.select({ email: lower }).from(users).where(inArray(lower, part))
    for (const { email } of rows) known.add(email)
  }
  return known
}

/** Nobody else imports until this transaction ends, and the map is told once, at its end. */
export async function beginImport(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${IMPORT_LOCK})`)
  await db.execute(sql`SELECT set_config('letterlend.quiet', 'on', true)`)
}

export async function announceImport(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_notify('letterbox_changed', 'all')`)
}

/** Owners and letterboxes of rows that were never imported before. */
export async function insertRows(
  db: Db,
  rows: readonly ImportRow[],
  { lang, onWritten }: { lang: 'de' | 'en' | 'fr'; onWritten: (count: number) => void },
): Promise<void> {
  for (const part of chunks(rows)) {
    const entries = part.map((row) => ({ row, userId: randomUUID(), id: randomUUID() }))
    await db.insert(users).values(
      entries.map(({ row, userId }) => ({
        id: userId,
        email: row.email,
        firstname: row.firstname,
        lastname: row.lastname,
        enable_messaging: row.messaging,
        lang,
        // Never seen yet, so not "active" on the map.
        last_seen_at: new Date(0),
      })),
    )
    await db.insert(letterboxes).values(
      entries.map(({ row, userId, id }) => ({
        id,
        user_id: userId,
        address: row.address,
        address_addition: row.address_addition,
        postcode: row.postcode,
        city: row.city,
        country: row.country,
        latitude: row.position?.latitude ?? null,
        longitude: row.position?.longitude ?? null,
        import_key: row.key,
      })),
    )
    const stickers = entries.flatMap(({ row, id }) =>
      row.items.map((item_id) => ({ letterbox_id: id, item_id })),
    )
    for (const some of chunks(stickers)) await db.insert(letterbox_items).values(some)
    onWritten(part.length)
  }
}

/** New stickers, and a new position where the row gives one. */
export async function updateRow(db: Db, id: string, row: ImportRow): Promise<void> {
  await db
    .update(letterboxes)
    .set({
      ...(row.position && {
        latitude: row.position.latitude,
        longitude: row.position.longitude,
      }),
      updated_at: sql`now()`,
    })
    .where(eq(letterboxes.id, id))
  await db.delete(letterbox_items).where(eq(letterbox_items.letterbox_id, id))
  if (row.items.length > 0) {
    await db
      .insert(letterbox_items)
      .values(row.items.map((item_id) => ({ letterbox_id: id, item_id })))
  }
}
