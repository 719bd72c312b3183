import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { snapshotOfPostgres } from '../db/client.ts'
import { type Copying, copyingOfPglite, copyingOfPostgres } from '../db/copying.ts'
import { lockDataDir } from '../db/data-dir-lock.ts'
import { explainFolder, explainOpening, makeFolder } from '../db/embedded-folder.ts'
import { takeSessionLock } from '../db/locks.ts'
import { openPglite } from '../db/pglite.ts'
import { clientsOf } from '../db/servers.ts'
import { BackupError } from './backup-error.ts'
import { listTables, quoted } from './catalog.queries.ts'

/* Opens databases without starting the app on them: backup and restore must not migrate or fill them. */

const CONNECT_TIMEOUT_MS = 4_000

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { Client, settings } = clientsOf(url)
  const client = new Client({
    ...settings,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'letterlend backup',
  })
  // A lost connection fails the statement in progress; an unhandled event would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Reads a consistent snapshot of PostgreSQL while others write. */
export function readPostgres<T>(url: string, read: (copying: Copying) => Promise<T>): Promise<T> {
  return withClient(url, (client) => snapshotOfPostgres(client, read))
}

const databaseFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'database')

async function inPglite<T>(
  dataDir: string,
  folder: string,
  work: (copying: Copying) => Promise<T>,
): Promise<T> {
  try {
    const pglite = await openPglite({ dataDir: folder })
    try {
      const result = await pglite.transaction((transaction) => work(copyingOfPglite(transaction)))
      await pglite.exec('CHECKPOINT')
      return result
    } finally {
      await pglite.close()
    }
  } catch (error) {
    throw await explainOpening(dataDir, folder, error)
  }
}

/** Reads the embedded database. Throws if a server has it open. */
export async function readEmbedded<T>(
  config: Pick<Config, 'dataDir'>,
  read: (copying: Copying) => Promise<T>,
): Promise<T> {
  const folder = databaseFolder(config)
  if (!existsSync(folder))
    throw new BackupError(
      `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL.`,
    )
  const release = await lockDataDir(config.dataDir)
  try {
    return await inPglite(config.dataDir, folder, read)
  } finally {
    await release()
  }
}

export type Fill<T> = (copying: Copying) => Promise<T>

/**
 * A row in one of these tables comes from a person. The others, such as items and settings, are filled at the first
 * start.
 */
const TELLING = ['users', 'letterboxes', 'orders', 'cases', 'audit_log']

async function holdsAnything(copying: Copying): Promise<boolean> {
  const names = (await listTables(copying)).map(({ name }) => name)
  for (const name of TELLING.filter((each) => names.includes(each))) {
    const [row] = await copying.query<{ any: boolean }>(
      `SELECT EXISTS (SELECT FROM ${quoted(name)}) AS any`,
    )
    if (row?.any) return true
  }
  return false
}

async function refuseStrangers(copying: Copying, ownTables: ReadonlySet<string>): Promise<void> {
  const strange = (await listTables(copying)).filter(({ name }) => !ownTables.has(name))
  if (strange.length === 0) return
  const names = strange.map(({ name }) => name).join(', ')
  throw new BackupError(
    `The database has tables that are not of this version of Letterlend (${names}): restore into an empty one.`,
  )
}

async function refuseOthers({ query }: Copying): Promise<void> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  if (!row?.count) return
  throw new BackupError(
    `${row.count} other connections are open to this database: stop every Letterlend on it first.`,
  )
}

/** Restoring would overwrite existing data without `force`. */
class HoldsDataError extends BackupError {
  constructor(where: string) {
    super(
      `${where} contains a community already: restore into an empty database, or add --force to replace it.`,
    )
  }
}

export interface FillingPostgres {
  /** Overwrites an existing community. */
  force: boolean
  /** Table names of this version. A database with other tables belongs to another application. */
  known: ReadonlySet<string>
}

/** Fills PostgreSQL in one transaction: all of the data or none. */
export function fillPostgres<T>(
  url: string,
  fill: Fill<T>,
  { force, known }: FillingPostgres,
): Promise<T> {
  return withClient(url, async (client) => {
    const copying = copyingOfPostgres(client)
    await client.query('SET statement_timeout = 0')
    // A process that starts meanwhile waits before it migrates.
    await takeSessionLock(client, 'migration')
    await client.query('BEGIN')
    await refuseOthers(copying)
    await refuseStrangers(copying, known)
    if (!force && (await holdsAnything(copying))) throw new HoldsDataError('The database')
    const result = await fill(copying)
    await client.query('COMMIT')
    await client.query('ANALYZE')
    return result
  })
}

export interface FilledEmbedded<T> {
  result: T
  /** Where the previous database was moved; undefined if there was none. */
  before: string | undefined
}

/**
 * Fills a new embedded database beside the existing one and swaps them once it is complete. The previous one is kept
 * under another name.
 */
export async function fillEmbedded<T>(
  config: Pick<Config, 'dataDir'>,
  fill: Fill<T>,
  force: boolean,
  now: Date,
): Promise<FilledEmbedded<T>> {
  const folder = databaseFolder(config)
  await makeFolder(config.dataDir).catch((error: unknown) => {
    throw explainFolder(config.dataDir, error)
  })
  const release = await lockDataDir(config.dataDir)
  try {
    const exists = existsSync(folder)
    if (exists && !force && (await inPglite(config.dataDir, folder, holdsAnything)))
      throw new HoldsDataError(config.dataDir)
    const restoring = `${folder}.restoring`
    await rm(restoring, { recursive: true, force: true })
    let result: T
    try {
      result = await inPglite(config.dataDir, restoring, fill)
    } catch (error) {
      await rm(restoring, { recursive: true, force: true })
      throw error
    }
    const before = `${folder}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}`
    if (exists) await rename(folder, before)
    await rename(restoring, folder)
    if (exists && !force) await rm(before, { recursive: true })
    return { result, before: exists && force ? before : undefined }
  } finally {
    await release()
  }
}
