import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  type ImportedState,
  insertWithStickers,
  placeWithStickers,
} from '#features/places/letterboxes/importing/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import { BROUGHT_BY_COMMUNITY } from '#platform/server/identity/admission.ts'
import { NEVER_SEEN, users } from '#platform/server/identity/tables.ts'
import type { Language } from '#platform/shared/languages.ts'
import {
  changedOwner,
  isSameOwner,
  newOwner,
  type OwnerState,
  setOwner,
} from './import-owners.queries.ts'
import { chunks } from './imports.queries.ts'
import type { ImportRow } from './imports.rules.ts'
import { bringsEmail, type ImportPlan } from './planning.ts'
import type { PlacedRow } from './preparing.ts'

/** The state before an import. */
export interface StateBefore extends ImportedState {
  /** The account got its first e-mail address. */
  without_email?: boolean
  /** Owner's state, if the import changed it. */
  owner?: OwnerState | undefined
}

/** What an import did to a letterbox. */
export interface WrittenRow {
  letterbox_id: string
  /** Null: the import created it. */
  before: StateBefore | null
  after: ImportedState
}

/** Excludes other imports until the transaction ends, and notifies the map only once, at its end. */
export async function beginImport(db: Db): Promise<void> {
  await takeLock(db, 'letterboxImport')
  await db.execute(sql`SELECT set_config('letterlend.quiet', 'on', true)`)
}

/**
 * Notifies the map that letterboxes were added or removed. It reloads all of them, so the planner statistics are
 * updated first: with those of a small table PostgreSQL would compare each letterbox with each account.
 */
export async function announceImport(db: Db): Promise<void> {
  await db.execute(sql`ANALYZE ${users}, ${letterboxes}, ${letterbox_items}`)
  await db.execute(sql`SELECT pg_notify('letterbox_changed', 'all')`)
}

const stateOf = ({ position, items }: ImportRow): ImportedState => ({
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  items,
})

/** Inserts owners and letterboxes of rows that were never imported before. */
async function insertRows(db: Db, rows: PlacedRow[], lang: Language): Promise<WrittenRow[]> {
  const entries = rows.map((row) => ({ row, userId: randomUUID(), id: randomUUID() }))
  await db.insert(users).values(
    entries.map(({ row, userId }) => ({
      id: userId,
      ...BROUGHT_BY_COMMUNITY,
      email: row.email,
      firstname: row.firstname,
      lastname: row.lastname,
      ...newOwner(row, lang),
      // It is unknown when the owner was last active, and the map does not show the letterbox as active.
      last_seen_at: NEVER_SEEN,
    })),
  )
  await insertWithStickers(
    db,
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
      // The owner has not confirmed them.
      items_confirmed_at: null,
      items: row.items,
    })),
  )
  return entries.map(({ row, id }) => ({ letterbox_id: id, before: null, after: stateOf(row) }))
}

/** Writes a plan in a transaction begun by {@link beginImport}. */
export async function writePlan(
  db: Db,
  { create, update }: ImportPlan,
  { lang, onProgress }: { lang: Language; onProgress: (done: number, total: number) => void },
): Promise<WrittenRow[]> {
  const total = create.length + update.length
  const written: WrittenRow[] = []
  for (const part of chunks(create)) {
    written.push(...(await insertRows(db, part, lang)))
    onProgress(written.length, total)
  }
  for (const { before, row } of update) {
    const { id, latitude, longitude, items } = before
    // If the row gives no position, the letterbox keeps its own.
    const after = row.position ? stateOf(row) : { latitude, longitude, items: row.items }
    await placeWithStickers(db, id, after)
    const without_email = bringsEmail(row, before)
    const owner = changedOwner(row, before.owner, without_email)
    const isOther = !isSameOwner(owner, before.owner)
    if (without_email) await setOwner(db, before.user_id, { ...owner, email: row.email })
    else if (isOther) await setOwner(db, before.user_id, owner)
    const wasBefore: StateBefore = { latitude, longitude, items, without_email }
    if (isOther) wasBefore.owner = before.owner
    written.push({ letterbox_id: id, before: wasBefore, after })
    onProgress(written.length, total)
  }
  return written
}
