import { randomUUID } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, embeddedDatabase, postgresDatabase } from '#platform/server/db/client.ts'
import { openPglite } from '#platform/server/db/pglite.ts'
import { refuseAmbiguousColumns } from './qualified-columns.ts'

refuseAmbiguousColumns()

export interface TestDatabase {
  database: Database
  /** Undefined for the embedded database, which only one process can open. */
  url: string | undefined
  drop(): Promise<void>
}

/** Data folder of an embedded database. */
const DATA = '/pglite/data'
/** A tenth of the default memory, which is cleared at each start: tests store little. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=12MB']

/** The folders of a template, parents first, and its files. */
interface TemplateFiles {
  folders: string[]
  files: { path: string; content: Buffer }[]
}

async function readTemplate(folder: string): Promise<TemplateFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) => join(entry.parentPath, entry.name)
  const files = entries.filter((entry) => entry.isFile()).map(pathOf)
  return {
    folders: entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(folder, pathOf(entry)))
      .sort(),
    files: await Promise.all(
      files.map(async (path) => ({
        path: relative(folder, path),
        content: await readFile(path),
      })),
    ),
  }
}

/** Read once per process. */
let template: Promise<TemplateFiles> | undefined

/** An in-memory file system that starts as a copy of a template. */
class CopiedFiles extends MemoryFS {
  readonly #template: TemplateFiles

  constructor(template: TemplateFiles) {
    super()
    this.#template = template
  }

  override async initialSyncFs(): Promise<void> {
    const system = this.pg?.Module.FS
    for (const folder of this.#template.folders) system.mkdirTree(join(DATA, folder))
    for (const { path, content } of this.#template.files) {
      // A copy, which the database may own and modify.
      system.writeFile(join(DATA, path), new Uint8Array(content), { canOwn: true })
    }
  }
}

async function embedded(folder: string): Promise<TestDatabase> {
  template ??= readTemplate(folder)
  const fs = new CopiedFiles(await template)
  const pglite = await openPglite({ fs, startParams: START_PARAMS })
  const database = await embeddedDatabase(pglite)
  return { database, url: undefined, drop: () => database.close() }
}

async function postgres(server: string, template: string, strategy: string): Promise<TestDatabase> {
  const name = `letterlend_test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${strategy}`)
  // Tests do not have to survive a power cut, and waiting for the disk took longer than the changes.
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

/** Copies the template into a data folder, to skip a first start, which takes seconds. */
export async function startedBefore(dataDir: string): Promise<void> {
  const template = inject('databaseTemplate')
  if (template.kind !== 'embedded') return
  await cp(template.folder, join(dataDir, 'database'), { recursive: true })
}

// Fail on deprecated usage, such as two parallel queries in one transaction; Node warns once per process.
process.on('warning', (warning) => {
  if (warning.name === 'DeprecationWarning') throw warning
})

/** An empty, migrated database for one test file. */
export function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('databaseTemplate')
  return template.kind === 'embedded'
    ? embedded(template.folder)
    : postgres(template.server, template.template, template.strategy)
}
