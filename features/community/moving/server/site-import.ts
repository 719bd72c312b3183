import { readdir } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import { announceImport, beginImport } from '#features/community/imports/server/door.ts'
import type { Geocoding } from '#features/places/geocoding/server/door.ts'
import { countOnMap } from '#features/places/letterboxes/importing/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { sumMovedCash } from '#features/shop/orders/moving-in/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Database, Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Asked } from '#platform/server/questions.ts'
import type { Language } from '#platform/shared/languages.ts'
import { announcementAnswersKind, announcementsKind } from './kinds/announcements.ts'
import { messagesKind, transactionsKind } from './kinds/conversations.ts'
import { itemsKind } from './kinds/items.ts'
import { letterboxesKind } from './kinds/letterboxes.ts'
import { ordersKind } from './kinds/orders.ts'
import { bookPaidOrders, paymentsKind } from './kinds/payments.ts'
import { reportsKind } from './kinds/reports.ts'
import { usersKind } from './kinds/users.ts'
import { differenceOf, type MoneySums } from './money-sums.ts'
import { isMoved, type Kind, type Move, type ReadRow } from './move.ts'
import { moveFile } from './moving-file.ts'
import { FileReport, type MoveReport } from './report.ts'

/** The folder cannot be used. The message says why. */
export class SiteFolderError extends Error {}

export interface SiteImport extends Asked {
  database: Database
  geocoding: Geocoding
  folder: string
  timeZone: string
  /** For rows that name none. */
  country: string
  lang: Language
  now: Date
  /** Whether accounts get the role of the file; otherwise all are members. */
  givingRoles: boolean
  /** Reports what would happen and changes nothing. */
  checking: boolean
  /** @param share of the file that has been read, from 0 to 1 */
  onProgress: (file: string, rows: number, share: number) => void
}

/** Ends a check: everything it wrote is rolled back. */
class CheckIsDone extends Error {}

type AnyKind = Kind<ReadRow>

/** The files in the order in which they name each other. */
const kindsOf = (): AnyKind[] =>
  [
    itemsKind(),
    usersKind(),
    letterboxesKind(),
    ordersKind,
    paymentsKind(),
    transactionsKind,
    messagesKind,
    announcementsKind,
    announcementAnswersKind,
    reportsKind,
  ] as unknown as AnyKind[]

async function filesIn(folder: string): Promise<Set<string>> {
  const names = await readdir(folder).catch(() => {
    throw new SiteFolderError(`${folder} is no folder that can be read.`)
  })
  return new Set(names)
}

/**
 * Updates the planner statistics, because the next file looks up the rows of this one. `ANALYZE` without names would also
 * read the tables of PostgreSQL itself, most of the work on a small site.
 */
async function analyzeOwnTables(db: Db): Promise<void> {
  await db.execute(sql`DO $$ BEGIN
    EXECUTE (SELECT 'ANALYZE ' || string_agg(oid::regclass::text, ', ') FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace);
  END $$`)
}

async function ofFile(site: SiteImport, db: Db, kind: AnyKind, report: FileReport): Promise<void> {
  await beginImport(db)
  const move: Move = { ...site, asked: site, db, report }
  await moveFile(move, kind, (rows, share) => site.onProgress(kind.file, rows, share))
  if (kind.kind === 'payment') await bookPaidOrders(move)
  if (kind.kind === 'user' || kind.kind === 'letterbox') await announceImport(db)
  else await analyzeOwnTables(db)
}

async function countOwners(db: Db): Promise<{ reachable: number; unreachable: number }> {
  const [row] = await db
    .select({
      reachable: sql<number>`count(*) FILTER (WHERE ${users.email_confirmed_at} IS NOT NULL)::int`,
      unreachable: sql<number>`count(*) FILTER (WHERE ${users.email_confirmed_at} IS NULL)::int`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(isMoved(letterboxes.id, 'letterbox')))
  return row ?? { reachable: 0, unreachable: 0 }
}

const bookedBy = (site: SiteImport, db: Db): Promise<MoneySums> =>
  sumMovedCash(db, site, site.timeZone, isMoved(orders.id, 'order'))

/** What all files brought together. */
function broughtBy(files: readonly FileReport[]): MoneySums {
  const sums: MoneySums = new Map()
  for (const { moneyBrought } of files)
    for (const [key, cents] of moneyBrought) sums.set(key, (sums.get(key) ?? 0) + cents)
  return sums
}

/**
 * Imports the files of a folder, each in a transaction of its own, or all in one that is rolled back. Throws
 * {@link SiteFolderError}.
 */
export async function importSite(site: SiteImport): Promise<MoveReport> {
  const { orm } = site.database
  const present = await filesIn(site.folder)
  const kinds = kindsOf()
  const missing = kinds.map(({ file }) => file).filter((file) => !present.has(file))
  if (missing.length === kinds.length)
    throw new SiteFolderError(`${site.folder} holds none of ${missing.join(', ')}.`)
  const files: FileReport[] = []
  const before = await bookedBy(site, orm)
  const reportOf = async (db: Db): Promise<MoveReport> => {
    const booked = await bookedBy(site, db)
    return {
      files,
      missing,
      ...(await countOnMap(db, isMoved(letterboxes.id, 'letterbox'))),
      ...(await countOwners(db)),
      booked,
      unexplained: differenceOf(differenceOf(booked, before), broughtBy(files)),
    }
  }
  const next = (file: string) => {
    const report = new FileReport(file)
    files.push(report)
    return report
  }
  const steps = kinds
    .filter(({ file }) => present.has(file))
    .map((kind) => (db: Db) => ofFile(site, db, kind, next(kind.file)))
  // Without payments.csv, what an order says is all that is known.
  if (present.has('orders.csv') && !present.has('payments.csv')) {
    steps.push((db) => bookPaidOrders({ ...site, asked: site, db, report: next('orders.csv') }))
  }
  if (!site.checking) {
    for (const step of steps) await orm.transaction(step)
    return reportOf(orm)
  }
  let result: MoveReport | undefined
  await orm
    .transaction(async (tx) => {
      for (const step of steps) await step(tx)
      result = await reportOf(tx)
      throw new CheckIsDone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof CheckIsDone)) throw error
    })
  if (!result) throw new Error('Unexpected: a check without a result')
  return result
}
