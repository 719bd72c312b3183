import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, embeddedDatabase, postgresDatabase } from '#platform/server/db/client.ts'
import { openPglite } from '#platform/server/db/pglite.ts'
import { ROOT } from '#platform/server/paths.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { buildApp, FEATURES } from '../app.ts'
import { createTestParts } from './test-parts.ts'

/** The source of each test file's migrated database. */
export type DatabaseTemplate =
  | { kind: 'embedded'; folder: string }
  | { kind: 'postgres'; server: string; template: string; strategy: string }

export interface MadeTemplate {
  template: DatabaseTemplate
  remove(): Promise<void>
}

/** The embedded template is cached between runs. */
const KEPT_IN = join(ROOT, 'node_modules', '.cache', 'letterlend', 'test-database')
const MADE_BY = [
  join(ROOT, 'app', 'server', 'testing'),
  join(ROOT, 'platform', 'server', 'db'),
  join(ROOT, 'platform', 'server', 'jobs'),
  join(ROOT, 'platform', 'server', 'mail'),
]

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** The job queue creates tables of its own: in the template, so that no test has to wait for them. */
async function prepareQueue(database: Database): Promise<void> {
  const { parts, close } = await createTestParts(database)
  // The app defines all kinds of jobs.
  const { app } = await buildApp(parts)
  await parts.jobs.prepare()
  await app.close()
  await close()
}

/**
 * The server's fastest strategy for copying the template. With fsync off, copying files takes half the work of logging
 * each page; otherwise it would wait for a checkpoint.
 */
async function copyingStrategy(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('server_version_num')::int AS version`,
  )
  const [{ fsync, version }] = rows
  return fsync === 'off' && version >= 150_000 ? 'STRATEGY file_copy' : ''
}

async function postgresTemplate(server: string): Promise<MadeTemplate> {
  const template = `letterlend_template_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const strategy = await copyingStrategy(admin)
  await admin.query(`CREATE DATABASE ${template}`)
  const database = await postgresDatabase(databaseUrl(server, template))
  await prepareQueue(database)
  await database.close()
  return {
    template: { kind: 'postgres', server, template, strategy },
    async remove() {
      await admin.query(`DROP DATABASE ${template} WITH (FORCE)`)
      await admin.end()
    },
  }
}

/** Hash of everything in the embedded template; each kind of job adds a queue. */
async function hashOfTemplate(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(ROOT, 'package-lock.json')))
  for (const folder of MADE_BY) {
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    for (const path of paths.sort()) hash.update(path).update(await readFile(path))
  }
  const kinds = FEATURES.flatMap((feature) => feature.jobs ?? [])
  // Files that contain the time of their creation are always current.
  const today = new Date().toISOString().slice(0, 10)
  return hash
    .update(JSON.stringify([kinds, today]))
    .digest('hex')
    .slice(0, 16)
}

/** In megabytes. Copied with each database: at the default size, two segments are twice as large as everything else. */
const WAL_SEGMENT = 1

async function fillTemplate(folder: string): Promise<void> {
  const made = `${folder}.${process.pid}`
  await mkdir(made)
  const pglite = await openPglite({
    dataDir: made,
    initDbStartParams: [`--wal-segsize=${WAL_SEGMENT}`],
  })
  await prepareQueue(await embeddedDatabase(pglite))
  // Unused templates, whose many files each test file would copy.
  await pglite.exec(`UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template_'`)
  for (const name of ['template0', 'template1']) await pglite.exec(`DROP DATABASE ${name}`)
  await pglite.exec('CHECKPOINT')
  await pglite.close()
  // Atomic: several runs may start at once.
  await rename(made, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error
    await rm(made, { recursive: true })
  })
}

/** Keeps templates that another run may be reading. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(KEPT_IN)) {
    const path = join(KEPT_IN, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, { recursive: true })
  }
}

/** Creating it takes ten times as long as the tests of most files, so it is cached until its inputs change. */
async function embeddedTemplate(): Promise<MadeTemplate> {
  const folder = join(KEPT_IN, await hashOfTemplate())
  if (!existsSync(folder)) {
    await mkdir(KEPT_IN, { recursive: true })
    await removeOld()
    await fillTemplate(folder)
  }
  return { template: { kind: 'embedded', folder }, remove: async () => {} }
}

/** @param server the PostgreSQL server for it; by default it is embedded */
export function makeTemplate(server: string | undefined): Promise<MadeTemplate> {
  return server ? postgresTemplate(server) : embeddedTemplate()
}
