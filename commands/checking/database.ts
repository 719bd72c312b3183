import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import type { Config } from '#platform/server/config.ts'
import { DataDirFullError } from '#platform/server/db/data-dir-lock.ts'
import {
  ASK_SERVER,
  checkServer,
  explainDatabase,
  type ServerFacts,
} from '#platform/server/db/database-failures.ts'
import {
  explainFolder,
  findUnwritable,
  freeBytes,
  NEEDED_BYTES,
  nearestFolder,
} from '#platform/server/db/embedded-folder.ts'
import { clientsOf } from '#platform/server/db/servers.ts'
import { MIGRATIONS_FOLDER } from '#platform/server/paths.ts'
import { isThisMachine } from '#platform/server/this-machine.ts'
import { SECOND_MS } from '#platform/shared/durations.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const CONNECT_MS = 5_000
/** How long a notification may take to reach the other connection. */
const HEARD_WITHIN_MS = 3_000
const CHANNEL = 'letterlend_check'
/**
 * Difference of the two clocks in seconds: from which it deserves a look, and from which it is an
 * error.
 */
const CLOCK = { odd: 2, wrong: 30 }
const EXTENSIONS = ['btree_gist', 'pg_trgm']
/** The pool of one process, and one connection that it needs while it starts. */
const CONNECTIONS_OF_ONE = 12

type Ask = <T>(text: string, values?: unknown[]) => Promise<T[]>

async function checkServerItself(ask: Ask): Promise<Finding> {
  const [row] = await ask<ServerFacts>(ASK_SERVER)
  if (!row) throw new Error('PostgreSQL did not report its version')
  checkServer(row)
  return ok(`PostgreSQL ${row.name}, encoding ${row.encoding}`)
}

async function checkRights(ask: Ask): Promise<Finding[]> {
  const [row] = await ask<
    Record<'role' | 'name', string> & Record<'creates' | 'tables' | 'reads', boolean>
  >(
    `SELECT current_user AS role, current_database() AS name,
       has_database_privilege(current_database(), 'CREATE') AS creates,
       has_schema_privilege('public', 'CREATE') AS tables,
       current_setting('transaction_read_only') = 'on' AS reads`,
  )
  if (!row) return []
  const { role, name } = row
  if (row.reads)
    return [wrong(`the database "${name}" is read-only: name the primary in DATABASE_URL`)]
  if (!row.creates || !row.tables) {
    return [
      wrong(
        `the role "${role}" may not create tables: ALTER DATABASE "${name}" OWNER TO "${role}"`,
      ),
    ]
  }
  const there = await ask<{ name: string }>(
    'SELECT name FROM pg_available_extensions WHERE name = ANY($1)',
    [EXTENSIONS],
  )
  const missing = EXTENSIONS.filter((each) => !there.some((extension) => extension.name === each))
  if (missing.length > 0) {
    return [wrong(`PostgreSQL does not have ${missing.join(' and ')}: install postgresql-contrib`)]
  }
  return [ok(`the role "${role}" has the required rights in "${name}"`)]
}

async function checkMigrations(ask: Ask): Promise<Finding> {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(
    ({ folderMillis }) => folderMillis,
  )
  const [table] = await ask<{ found: string | null }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations')::text AS found",
  )
  if (!table?.found) return ok('the database is empty: the first start creates its tables')
  const [row] = await ask<{ last: number | null }>(
    'SELECT max(created_at)::float8 AS last FROM drizzle.__drizzle_migrations',
  )
  const last = row?.last ?? 0
  if (last > Math.max(...known)) {
    return warning('the database was used by a newer version, with migrations unknown to this one')
  }
  const left = known.filter((when) => when > last).length
  return ok(
    left === 0 ? 'the tables are up to date' : `${left} migrations will run at the next start`,
  )
}

async function checkClock(ask: Ask): Promise<Finding> {
  const before = Date.now()
  const [row] = await ask<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float * 1000 AS ms',
  )
  const seconds = ((row?.ms ?? 0) - (before + Date.now()) / 2) / SECOND_MS
  const text = `the clock of the database differs by ${seconds.toFixed(1)} s from this one`
  const off = Math.abs(seconds)
  if (off > CLOCK.wrong) return wrong(`${text}: synchronise both with NTP`)
  return off > CLOCK.odd ? warning(`${text}: synchronise both with NTP`) : ok(text)
}

async function checkConnections(ask: Ask, processes: number): Promise<Finding[]> {
  const needed = CONNECTIONS_OF_ONE * processes
  const [row] = await ask<{ most: number }>(
    "SELECT current_setting('max_connections')::int AS most",
  )
  const most = row?.most ?? 0
  const who = processes === 1 ? 'one process needs' : `PROCESSES=${processes} needs`
  return most < needed
    ? [
        warning(
          `PostgreSQL allows ${most} connections, but ${who} ${needed}: raise max_connections`,
        ),
      ]
    : []
}

/** Checks that the connection is encrypted: only passwords are hashed, conversations are readable. */
async function checkEncryption(ask: Ask, host: string): Promise<Finding[]> {
  const isNear = host.startsWith('/') || isThisMachine(host)
  const [row] = await ask<{ ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  )
  return isNear || row?.ssl !== false
    ? []
    : [
        warning(
          `the connection to ${host} is not encrypted: end DATABASE_URL with ?sslmode=verify-full, unless the network in between is your own`,
        ),
      ]
}

/** A pooler that reassigns the connection after each transaction drops LISTEN. */
async function checkListening(listener: pg.Client, speaker: pg.Client): Promise<Finding> {
  const heard = new Promise<boolean>((resolve) => {
    listener.once('notification', () => resolve(true))
    setTimeout(resolve, HEARD_WITHIN_MS, false).unref()
  })
  await listener.query(`LISTEN ${CHANNEL}`)
  await speaker.query(`NOTIFY ${CHANNEL}`)
  return (await heard)
    ? ok('notifications arrive (LISTEN/NOTIFY)')
    : wrong(
        'notifications do not arrive (LISTEN/NOTIFY): connect without a pooler in transaction mode',
      )
}

async function checkPostgres(databaseUrl: string, processes: number): Promise<Finding[]> {
  const { Client, settings } = clientsOf(databaseUrl)
  const options = { ...settings, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS }
  // Connects with the server's settings, since a pooler may refuse one of them.
  const client = new Client({ ...options, statement_timeout: 15_000 })
  const other = new Client(options)
  for (const each of [client, other]) each.on('error', () => {})
  const ask: Ask = async (text, values) => (await client.query(text, values)).rows
  const findings: Finding[] = []
  try {
    await client.connect()
    findings.push(await checkServerItself(ask), ...(await checkRights(ask)))
    findings.push(
      await checkMigrations(ask),
      await checkClock(ask),
      ...(await checkConnections(ask, processes)),
      ...(await checkEncryption(ask, client.host)),
    )
    await other.connect()
    findings.push(await checkListening(client, other))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const pooler = /unsupported startup parameter/.test(message)
      ? 'a pooler refuses statement_timeout: connect to PostgreSQL directly'
      : undefined
    findings.push(
      wrong(pooler ?? explainDatabase(error, databaseUrl) ?? `the database: ${message}`),
    )
  } finally {
    await Promise.all([client, other].map((each) => each.end().catch(() => {})))
  }
  return findings
}

/**
 * Checks the free space for the folder and that this user can create files in it. It tries to,
 * since permissions alone do not tell (/proc).
 */
async function checkFolder({ dataDir }: Config): Promise<Finding | null> {
  const folder = await nearestFolder(dataDir)
  try {
    await rm(await mkdtemp(join(folder, '.letterlend-check-')), { recursive: true })
    const database = join(dataDir, 'database')
    const refused = await findUnwritable(database)
    if (refused) throw refused
    const isNew = !(await stat(database).catch(() => null))
    const needed = isNew ? NEEDED_BYTES.new : NEEDED_BYTES.old
    return (await freeBytes(folder)) < needed ? wrong(new DataDirFullError(dataDir).message) : null
  } catch (error) {
    return wrong(explainFolder(dataDir, error).message)
  }
}

async function checkEmbedded(config: Config): Promise<Finding[]> {
  const flaw = await checkFolder(config)
  if (flaw) return [flaw]
  const { dataDir, production } = config
  const where = `the embedded database in ${dataDir}`
  return [
    production
      ? warning(`${where} may lose the last writes in a power cut: use PostgreSQL`)
      : ok(where),
  ]
}

export const checkDatabase = (config: Config): Promise<Finding[]> =>
  config.databaseUrl ? checkPostgres(config.databaseUrl, config.processes) : checkEmbedded(config)
