import { sql } from 'drizzle-orm'
import {
  announceImport,
  beginImport,
  forgetMovedIn,
} from '#features/community/imports/server/door.ts'
import { countLoggedIn } from '#features/people/accounts/moving-in/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { LegacyKind } from '../legacy-kinds.ts'
import { legacy_ids } from '../tables.ts'
import { announcementsKind } from './kinds/announcements.ts'
import { messagesKind, transactionsKind } from './kinds/conversations.ts'
import { itemsKind } from './kinds/items.ts'
import { letterboxesKind } from './kinds/letterboxes.ts'
import { ordersKind } from './kinds/orders.ts'
import { reportsKind } from './kinds/reports.ts'
import { usersKind } from './kinds/users.ts'
import { eachLegacy } from './legacy-ids.queries.ts'
import { isMoved, type Kind, type Move, type ReadRow } from './move.ts'
import { FileReport } from './report.ts'
import type { SiteImport } from './site-import.ts'

/** Last first, so that nothing is deleted that another row names. Payments and answers go with what they belong to. */
const kindsOf = (): Kind<ReadRow>[] =>
  [
    reportsKind,
    announcementsKind,
    messagesKind,
    transactionsKind,
    ordersKind,
    letterboxesKind(),
    usersKind(),
    itemsKind(),
  ] as unknown as Kind<ReadRow>[]

export interface Undone {
  /** How many accounts have logged in; if any has, nothing is undone. */
  logged_in: number
  /** How many rows of each kind are gone. */
  removed: Map<LegacyKind, number>
}

async function removeKind(move: Move, kind: Kind<ReadRow>): Promise<number> {
  let removed = 0
  for await (const rows of eachLegacy(move.db, kind.kind)) {
    const ids = rows.filter(({ created }) => created).map(({ new_id }) => new_id)
    if (ids.length > 0) removed += (await kind.remove(move, ids)).length
  }
  return removed
}

/** Deletes everything that was moved in, in the transaction, as long as nobody has logged in. */
export async function undoSite(db: Db, site: Omit<SiteImport, 'folder'>): Promise<Undone> {
  await beginImport(db)
  const removed = new Map<LegacyKind, number>()
  const logged_in = await countLoggedIn(db, isMoved(users.id, 'user'))
  if (logged_in > 0) return { logged_in, removed }
  const move: Move = { ...site, folder: '', asked: site, db, report: new FileReport('') }
  for (const kind of kindsOf()) removed.set(kind.kind, await removeKind(move, kind))
  await db.delete(legacy_ids).where(sql`true`)
  await forgetMovedIn(db)
  await announceImport(db)
  return { logged_in, removed }
}
