import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, embeddedDatabase, postgresDatabase } from '#platform/server/db/client.ts'
import { openPglite } from '#platform/server/db/pglite.ts'

export interface TestDatabase {
  database: Database
  /** Undefined for the embedded database, which only one process can open. */
  url: string | undefined
  drop(): Promise<void>
}

/** A tenth of the memory that is cleared at each start: what tests store is little. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=12MB']

async function embedded(dump: string): Promise<TestDatabase> {
  const loadDataDir = await openAsBlob(dump)
  const pglite = await openPglite({ loadDataDir, startParams: START_PARAMS })
  const database = await embeddedDatabase(pglite)
  return { database, url: undefined, drop: () => database.close() }
}

async function postgres(server: string, template: string, strategy: string): Promise<TestDatabase> {
  const name = `letterlend_test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${strategy}`)
  // Nothing has to survive a power cut; waiting for the disk at each change took longer than the changes.
  await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await postgresDatabase(url.href)
  return {
    database,
    url: url.href,
    async drop() {
      await database.close()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

/** Leaves in a data folder the database that a first start makes there, which takes seconds. */
export async function startedBefore(dataDir: string): Promise<void> {
  const template = inject('databaseTemplate')
  if (template.kind !== 'embedded') return
  const folder = join(dataDir, 'database')
  await mkdir(folder, { recursive: true })
  const loadDataDir = await openAsBlob(template.dump)
  await (await openPglite({ dataDir: folder, loadDataDir })).close()
}

// What will stop working, such as two questions at once in one transaction, is said once in each process.
process.on('warning', (warning) => {
  if (warning.name === 'DeprecationWarning') throw warning
})

/** An empty, migrated database for one test file. */
export function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('databaseTemplate')
  return template.kind === 'embedded'
    ? embedded(template.dump)
    : postgres(template.server, template.template, template.strategy)
}
