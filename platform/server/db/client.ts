import { AsyncResource } from 'node:async_hooks'
import { readdir, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Config } from '../config.ts'
import { MIGRATIONS_FOLDER } from '../paths.ts'
import { beginningAnew } from './beginning-anew.ts'
import { binaryCopy, type Copying, copyingOfPglite, copyingOfPostgres } from './copying.ts'
import { type Answer, DataDirFullError, lockDataDir } from './data-dir-lock.ts'
import { isOutdatedStatement, isReadOnly } from './database-errors.ts'
import { ASK_SERVER, checkServer } from './database-failures.ts'
import {
  explainFolder,
  explainOpening,
  freeBytes,
  makeFolder,
  NEEDED_BYTES,
} from './embedded-folder.ts'
import { LISTENING_MS, Listener, type Subscription } from './listener.ts'
import { type PlainLock, withLock } from './locks.ts'
import { checkLastMigration } from './newer-schema.ts'
import { openPglite } from './pglite.ts'
import { clientsOf } from './servers.ts'
import { loggerOfTransaction, statementLogger } from './statements.ts'

export type Orm = PgDatabase<PgQueryResultHKT>
/** The database or a transaction on it. Every query function takes it as its first argument. */
export type Db = Pick<
  Orm,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with'
>
export type Row = Record<string, unknown>

export interface Database {
  orm: Orm
  kind: 'embedded' | 'postgres'
  /** Runs one SQL statement outside the ORM. */
  query<T extends Row>(text: string, values?: unknown[]): Promise<T[]>
  /** Runs several statements without parameters (needed by the job queue) and returns the rows of the last one. */
  script<T extends Row>(text: string): Promise<T[]>
  listen(subscription: Subscription): Promise<() => Promise<void>>
  /** Whether notifications arrive at this moment; takes at most one or two seconds. */
  isHearing(): Promise<boolean>
  /** Runs `work` while holding a lock across all processes on this database. */
  withLock(name: PlainLock, work: () => Promise<void>): Promise<void>
  /** Reads a consistent snapshot. The embedded database blocks all other queries meanwhile. */
  snapshot<T>(read: (copying: Copying) => Promise<T>): Promise<T>
  /**
   * Streams the rows of a SELECT without parameters from one snapshot, in the binary format of COPY. Null for the
   * embedded database, where all other queries would have to wait.
   */
  copyOut(select: string): AsyncIterable<Buffer> | null
  /** Sets what clients of the socket in an embedded database's directory get as an answer. */
  answerSocket?(answer: Answer): void
  /** Usage of the connection pool; null without a pool. */
  connections(): Connections | null
  close(): Promise<void>
}

export interface Connections {
  inUse: number
  idle: number
  /** Calls that wait for a connection. */
  waiting: number
}

/** Read-only, and all reads see one snapshot. */
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

export async function snapshotOfPostgres<T>(
  client: pg.ClientBase,
  read: (copying: Copying) => Promise<T>,
): Promise<T> {
  await client.query(SNAPSHOT)
  const result = await read(copyingOfPostgres(client))
  await client.query('COMMIT')
  return result
}

/** Statements that run longer are cancelled, which limits how long a request can wait. */
const STATEMENT_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 4_000

/** Wraps an embedded database that is already open. The caller keeps its directory locked. */
export async function embeddedDatabase(
  pglite: PGlite,
  release = async () => {},
): Promise<Database> {
  const orm = drizzlePglite({ client: pglite, logger: statementLogger })
  await checkLastMigration((text) => pglite.query(text))
  await migratePglite(orm, { migrationsFolder: MIGRATIONS_FOLDER })
  return {
    orm,
    kind: 'embedded',
    async query<T extends Row>(text: string, values: unknown[] = []) {
      statementLogger.logQuery(text, values)
      return (await pglite.query<T>(text, values)).rows
    },
    async script<T extends Row>(text: string) {
      const results = await pglite.exec(text)
      return (results.at(-1)?.rows ?? []) as T[]
    },
    async listen({ channel, onPayload }) {
      // Bound: the embedded database notifies within the call that writes, whose statements are counted apart.
      const stop = await pglite.listen(channel, AsyncResource.bind(onPayload))
      return () => stop()
    },
    // An embedded database has no connection that could be lost.
    isHearing: async () => true,
    connections: () => null,
    // The data directory is locked, so there is no other process.
    withLock: (_name, work) => work(),
    snapshot: (read) => pglite.transaction((transaction) => read(copyingOfPglite(transaction))),
    copyOut: () => null,
    async close() {
      await pglite.close()
      await release()
    },
  }
}

async function openEmbedded({ dataDir }: Config): Promise<Database> {
  const folder = join(dataDir, 'database')
  const { isNew, free } = await makeFolder(folder)
    .then(async () => ({
      isNew: (await readdir(folder)).length === 0,
      free: await freeBytes(folder),
    }))
    .catch((error: unknown) => {
      throw explainFolder(dataDir, error)
    })
  if (isNew && free < NEEDED_BYTES.new) throw new DataDirFullError(dataDir)
  let answer: Answer = (socket) => socket.destroy()
  const release = await lockDataDir(dataDir, (socket) => answer(socket))
  try {
    const database = await embeddedDatabase(await openPglite({ dataDir: folder }), release)
    return {
      ...database,
      answerSocket(newAnswer) {
        answer = newAnswer
      },
    }
  } catch (error) {
    const explained = await explainOpening(dataDir, folder, error)
    // Remove a half-created database; the next start would take it for a complete one.
    if (isNew) await rm(folder, { recursive: true, force: true })
    await release()
    throw explained
  }
}

/**
 * Turn JIT off. The planner overestimates our queries because it adds up subqueries that rarely run, and compiling
 * takes a hundred times as long as the statement itself. `options` in DATABASE_URL take precedence.
 */
const WITHOUT_JIT = '-c jit=off'

/** Tracks the sockets of connections, so that they can be closed at once even while a statement is pending. */
function cuttable() {
  const open = new Set<Socket>()
  return {
    stream() {
      const socket = new Socket()
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      return socket
    },
    cutAll() {
      for (const socket of open) socket.destroy()
    },
  }
}

/**
 * Connects to PostgreSQL and migrates it. Throws if it cannot be reached.
 * @param databaseUrl one or several servers, one of which accepts writes
 */
export async function postgresDatabase(
  databaseUrl: string,
  onError: (error: Error) => void = () => {},
  listening = LISTENING_MS,
): Promise<Database> {
  const servers = clientsOf(databaseUrl)
  const { stream, cutAll } = cuttable()
  const pool = new pg.Pool({
    ...servers.settings,
    Client: servers.Client,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: WITHOUT_JIT,
    keepAlive: true,
    pipeline: true,
    stream,
  })
  // The pool replaces a connection that dies. Its own error handler covers only idle ones: without ours, a connection
  // that dies between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  try {
    await withLock(pool, 'migration', async (client) => {
      const { rows } = await client.query(ASK_SERVER)
      checkServer(rows[0])
      await checkLastMigration((text) => client.query(text))
      await migratePostgres(drizzlePostgres({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    })
  } catch (error) {
    await pool.end()
    throw error
  }
  const orm = drizzlePostgres({ client: pool, logger: statementLogger })
  // Drizzle never releases a connection that is lost before BEGIN is answered. After ten of those the pool would be
  // exhausted for good, so we check connections out ourselves.
  const inTransaction: typeof orm.transaction = async (work, settings) => {
    const client = await pool.connect()
    const { logger, end } = loggerOfTransaction()
    let usable = true
    try {
      return await drizzlePostgres({ client, logger }).transaction(
        (tx) => work(tx).finally(end),
        settings,
      )
    } catch (error) {
      usable = !isReadOnly(error) && !isOutdatedStatement(error)
      throw error
    } finally {
      client.release(!usable)
    }
  }
  orm.transaction = (work, settings) => beginningAnew(() => inTransaction(work, settings))
  const listener = new Listener(servers, { error: onError, silence: cutAll }, listening)
  /** A connection just for COPY, which cannot use one that pipelines. */
  const openForCopy = async (settings: pg.ClientConfig = {}) => {
    const client = new servers.Client({
      ...servers.settings,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      stream,
      ...settings,
    })
    client.on('error', onError)
    try {
      await client.connect()
    } catch (error) {
      await client.end()
      throw error
    }
    return client
  }
  return {
    orm,
    kind: 'postgres',
    async query<T extends Row>(text: string, values: unknown[] = []) {
      statementLogger.logQuery(text, values)
      return (await pool.query<T>(text, values)).rows
    },
    async script<T extends Row>(text: string) {
      const result: pg.QueryResult<T> | pg.QueryResult<T>[] = await pool.query<T>(text)
      return (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? []
    },
    listen: (subscription) => listener.listen(subscription),
    isHearing: () => listener.isHearing(),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    withLock: (name, work) => withLock(pool, name, work),
    async *copyOut(select) {
      const client = await openForCopy()
      try {
        // A COPY may take minutes, and the database may have a timeout of its own.
        await client.query('SET statement_timeout = 0')
        yield* binaryCopy(client, select)
      } finally {
        // If the consumer stops reading, end the session and with it the COPY.
        await client.end()
      }
    },
    async snapshot(read) {
      const client = await openForCopy({ statement_timeout: STATEMENT_TIMEOUT_MS })
      try {
        return await snapshotOfPostgres(client, read)
      } finally {
        await client.end()
      }
    },
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

/** Opens the configured database, migrated and ready. */
export function openDatabase(config: Config, onError?: (error: Error) => void): Promise<Database> {
  return config.databaseUrl ? postgresDatabase(config.databaseUrl, onError) : openEmbedded(config)
}
