import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { TABLE_NAMES } from '#app/server/table-names.ts'
import { fillEveryTable } from '#app/server/testing/full-database.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { type Database, embeddedDatabase, openDatabase, postgresDatabase } from '../db/client.ts'
import { answerRequests } from '../db/holder-requests.ts'
import { openPglite } from '../db/pglite.ts'
import { JobQueue } from '../jobs/job-queue.ts'
import { communityId } from './backed-up-community.ts'
import { BackupError } from './backup-error.ts'
import {
  backupName,
  backupPlace,
  checkBackupFile,
  keepBackup,
  listBackups,
  openBackup,
  pruneBackups,
} from './backup-file.ts'
import { BACKUP_REQUEST, backupAnswer, requestBackup } from './backup-request.ts'
import { inOrder } from './catalog.queries.ts'
import { fillEmbedded, fillPostgres } from './databases.ts'
import { newestMigration } from './migrations.ts'
import { readHeader, restoreInto } from './restoring.ts'
import { backupOf } from './writing.ts'

const ADDRESS = 'https://lend.example'
const silent = pino({ level: 'silent' })
const JOB = { id: randomUUID(), due: new Date('2031-05-06T07:08:09.000Z') }
/** What a later version would change; null as long as there is no such version. */
const later = vi.hoisted<{ migration: { when: number; sql: string } | null }>(() => ({
  migration: null,
}))
vi.mock('./migrations.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof import('./migrations.ts')>()
  return {
    ...actual,
    newestMigration: () => later.migration?.when ?? actual.newestMigration(),
    async migrateWithin(...[copying, range]: Parameters<typeof actual.migrateWithin>) {
      await actual.migrateWithin(copying, range)
      const { migration } = later
      if (migration && migration.when > range.after && migration.when <= range.until)
        await copying.script(migration.sql)
    },
  }
})
/** Kept per database; everything else is in the backup. */
const OTHER_TABLES = ['waiting_jobs']

let folder: string
let source: TestDatabase
let file: string
let tables: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-backup-'))
  source = await createTestDatabase()
  tables = await fillEveryTable(source.database)
  const jobs = queueOf(source.database)
  await jobs.prepare()
  await jobs.send(source.database.orm, 'pushes', { notice: 'n' }, { id: JOB.id, at: JOB.due })
  await jobs.stop()
  file = join(folder, 'full.gz')
  await keep(source.database, file)
})
afterAll(async () => {
  await source.drop()
  await rm(folder, { recursive: true })
})

function queueOf(database: Database): JobQueue {
  const jobs = new JobQueue(database, silent)
  jobs.define({
    queue: 'pushes',
    run: async () => {},
  })
  return jobs
}

function keep(database: Database, path: string) {
  return database.snapshot(async (copying) => {
    const gzip = createGzip()
    const [kept] = await Promise.all([
      keepBackup(gzip, { folder: dirname(path), name: basename(path) }, new Date()),
      pipeline(backupOf(copying, { database: database.kind, address: ADDRESS }), gzip),
    ])
    return kept
  })
}

/** A hash of all rows, computed without the code under test. */
async function hashes(database: Database, names: string[]): Promise<Record<string, unknown>> {
  const hashByTable: Record<string, unknown> = {}
  for (const name of names) {
    const [row] = await database.query(
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, chr(10) ORDER BY t::text COLLATE "C")) AS hash FROM ${name} t`,
    )
    hashByTable[name] = row
  }
  return hashByTable
}

const fillFrom = (path: string) => async (copying: Parameters<typeof restoreInto>[0]) => {
  const reader = await openBackup(path)
  return restoreInto(copying, reader, await readHeader(reader), () => {})
}

interface Restored {
  name: string
  /** Only for an embedded database. */
  dataDir?: string
  open: () => Promise<Database>
  again: (path: string, force: boolean) => Promise<unknown>
}

/** A restored embedded database and, if the tests have one, a PostgreSQL database. */
async function restored(path: string): Promise<Restored[]> {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const embedded: Restored = {
    name: 'embedded',
    dataDir,
    open: async () => embeddedDatabase(await openPglite({ dataDir: join(dataDir, 'database') })),
    again: async (other, force) => {
      const { before } = await fillEmbedded({ dataDir }, fillFrom(other), force, new Date())
      expect(before && (await stat(before)).isDirectory()).toBe(true)
    },
  }
  const first = await fillEmbedded({ dataDir }, fillFrom(path), false, new Date())
  expect(first.before).toBeUndefined()
  const template = inject('databaseTemplate')
  if (template.kind === 'embedded') return [embedded]
  const url = await createEmptyPostgres(template.server)
  await fillPostgres(url, fillFrom(path), { force: false, known: TABLE_NAMES })
  return [
    embedded,
    {
      name: 'postgres',
      open: () => postgresDatabase(url),
      again: (other, force) => fillPostgres(url, fillFrom(other), { force, known: TABLE_NAMES }),
    },
  ]
}

const made: { admin: pg.Client; name: string }[] = []
afterAll(async () => {
  for (const { admin, name } of made) {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
})

async function createEmptyPostgres(server: string): Promise<string> {
  const name = `letterlend_restore_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  made.push({ admin, name })
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Changes the text of a backup and packs it again. */
async function changed(change: (text: string) => string): Promise<string> {
  const path = join(folder, `${randomUUID()}.gz`)
  await writeFile(path, gzipSync(change(gunzipSync(await readFile(file)).toString())))
  return path
}

it('a backup holds rows of every table', async () => {
  const sourceHashes = await hashes(source.database, tables)
  const empty = tables.filter((name) => (sourceHashes[name] as { rows: number }).rows === 0)
  expect(empty).toEqual([])
  const text = gunzipSync(await readFile(file)).toString()
  const named = [...text.matchAll(/^\{"table":"(\w+)"/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(tables.sort())
})

describe('a restored database', () => {
  let databases: Restored[]
  beforeAll(async () => {
    databases = await restored(file)
  }, 120_000)

  it('has the same rows, triggers and next sequence numbers as the source', async () => {
    const kept = tables.filter((name) => !OTHER_TABLES.includes(name))
    for (const { name, open } of databases) {
      const database = await open()
      expect(await hashes(database, kept), name).toEqual(await hashes(source.database, kept))
      const next = 'INSERT INTO announcements (title, content) VALUES (1, 2) RETURNING id'
      const [there] = await source.database.query('SELECT max(id) + 1 AS id FROM announcements')
      expect(await database.query(next)).toEqual([there])
      await expect(database.query('DELETE FROM audit_log')).rejects.toThrow()
      await database.close()
    }
  })

  it('keeps the due times of its waiting jobs', async () => {
    for (const { open } of databases) {
      const database = await open()
      const jobs = queueOf(database)
      await jobs.prepare()
      await jobs.takeUp()
      const waiting = await database.query('SELECT id, name, data, start_after FROM pgboss.job')
      await jobs.stop()
      expect(waiting).toEqual([
        { id: JOB.id, name: 'pushes', data: { notice: 'n' }, start_after: JOB.due },
      ])
      expect(await database.query('SELECT FROM waiting_jobs')).toEqual([])
      await database.close()
    }
  })

  it('can be backed up several times in a row by the server that runs on it', async () => {
    const dataDir = databases[0]?.dataDir ?? ''
    const config = { dataDir, databaseUrl: undefined } as Parameters<typeof openDatabase>[0]
    const database = await openDatabase(config)
    const fetch = async (path: string) => {
      const packed = await requestBackup(dataDir)
      if (!packed) throw new Error('nobody answered')
      return keepBackup(packed, { folder, name: basename(path) }, new Date())
    }
    const early = fetch(join(folder, 'no.gz'))
    await expect(early, 'a start under way').rejects.toThrow(/makes no backups/)
    const running = { dataDir, publicUrl: ADDRESS }
    answerRequests(database, { [BACKUP_REQUEST]: backupAnswer(database, running, silent) })
    const paths = [1, 2, 3].map((number) => join(folder, `asked-${number}.gz`))
    const kept = await Promise.all(paths.map(fetch))
    expect(kept.every(({ end }) => end.rows > 0)).toBe(true)
    expect((await stat(join(dataDir, 'lock.sock'))).mode & 0o077).toBe(0)
    expect(await readdir(dataDir)).not.toContain('backup.spool')
    await database.close()
    expect(await requestBackup(dataDir)).toBeNull()
  })

  it('is replaced only by force, and a backup of an older version is migrated to this version', async () => {
    later.migration = {
      when: newestMigration() + 1,
      sql: 'ALTER TABLE users ADD COLUMN was_there boolean; UPDATE users SET was_there = true',
    }
    for (const { open, again } of databases) {
      await expect(again(file, false)).rejects.toThrow(/contains a community already/)
      await again(file, true)
      const database = await open()
      const users = 'SELECT count(*)::int AS count FROM users'
      expect(await database.query(`${users} WHERE was_there`), 'of a later version').toEqual(
        await source.database.query(users),
      )
      const migrations = 'SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations'
      expect(await database.query(migrations)).toEqual(await source.database.query(migrations))
      await database.close()
    }
    later.migration = null
  }, 120_000)
})

it('comes from one consistent snapshot while other transactions write', async () => {
  const { database } = source
  const path = join(folder, 'busy.gz')
  let writing = true
  const writes = (async () => {
    // Inserts each pair in one transaction: a backup has both or neither.
    for (let count = 0; writing; count++) {
      await database.orm.transaction(async (tx) => {
        await tx.execute(`INSERT INTO attempts VALUES ('pair ${count}', 1, now())`)
        await tx.execute(`INSERT INTO spent_captchas VALUES ('pair ${count}', now())`)
      })
    }
    return writing
  })()
  await keep(database, path)
  writing = false
  await writes
  const text = gunzipSync(await readFile(path)).toString()
  const pairs = (table: string) =>
    [...(text.split(`{"table":"${table}"`)[1]?.split('\n\\.\n')[0] ?? '').matchAll(/^pair \d+/gm)]
      .map(String)
      .sort()
  expect(pairs('spent_captchas')).toEqual(pairs('attempts'))
  await database.query(`DELETE FROM attempts WHERE key LIKE 'pair %'`)
  await database.query(`DELETE FROM spent_captchas WHERE id LIKE 'pair %'`)
})

describe('a backup that this version cannot restore', () => {
  const refused = (path: string) => expect(checkBackupFile(path)).rejects
  it('is refused with a one-sentence error', async () => {
    const newer = await changed((text) =>
      text.replace(
        /"schema":\{[^}]*\}/,
        '"schema":{"migration":"0999_later","when":9999999999999}',
      ),
    )
    await refused(newer).toThrow(/newer version .*0999_later/)
    const unreleased = await changed((text) =>
      text.replace(/"schema":\{[^}]*\}/, '"schema":{"migration":"0047_before","when":99990}'),
    )
    await refused(unreleased).toThrow(/before 1\.0\.0/)
    await refused(await changed((text) => text.replace('"version":1', '"version":2'))).toThrow(
      /newer format/,
    )
    await refused(await changed((text) => text.replace('Ada', 'Eve'))).toThrow(
      /is damaged: its table users has changed since it was written\. Use another backup/,
    )
    await refused(await changed((text) => text.replace(/\{"end".*\n$/, ''))).toThrow(
      /backup is incomplete/,
    )
    await refused(await changed(() => 'something else\n')).toThrow(/not a backup of Letterlend/)
    await refused(await changed(() => '')).toThrow(BackupError)
    await refused(join(folder, 'missing.gz')).toThrow(/missing\.gz: there is no such file\.$/)
    await refused(folder).toThrow(`${folder} is a folder: name one backup in it.`)
    const plain = join(folder, 'plain.gz')
    await writeFile(plain, 'CREATE TABLE users')
    await refused(plain).toThrow(/not a backup of Letterlend/)
  })

  it('is not made of a database from before the first release', async () => {
    const { database } = source
    const stampAll = 'UPDATE drizzle.__drizzle_migrations SET created_at = $1'
    await database.query(stampAll, [480])
    const first = database.snapshot((copying) =>
      backupOf(copying, { database: database.kind, address: ADDRESS }).next(),
    )
    await expect(first).rejects.toThrow(/before 1\.0\.0/)
    await database.query(stampAll, [newestMigration()])
  })

  it('is refused wherever the file was cut off', async () => {
    const { size } = await stat(file)
    for (const part of [0.1, 0.5, 0.9]) {
      const cut = join(folder, `cut-${part}.gz`)
      await writeFile(cut, await readFile(file))
      await truncate(cut, Math.floor(size * part))
      await refused(cut).toThrow(/backup is incomplete/)
    }
  })

  it('leaves the database unchanged', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const wrong = await changed((text) => text.replace(/^\{"rows":1,/gm, '{"rows":2,'))
    await expect(fillEmbedded({ dataDir }, fillFrom(wrong), false, new Date())).rejects.toThrow(
      /is damaged/,
    )
    expect((await readdir(dataDir)).filter((name) => name.startsWith('database'))).toEqual([])
  }, 60_000)
})

describe.skipIf(inject('databaseTemplate').kind === 'embedded')('a PostgreSQL database', () => {
  const server = () => {
    const template = inject('databaseTemplate')
    return template.kind === 'postgres' ? template.server : ''
  }

  it('is overwritten only by force, and never while a client is connected', async () => {
    const url = await createEmptyPostgres(server())
    await fillPostgres(url, fillFrom(file), { force: false, known: TABLE_NAMES })
    await expect(
      fillPostgres(url, fillFrom(file), { force: false, known: TABLE_NAMES }),
    ).rejects.toThrow(/contains a community/)
    await fillPostgres(url, fillFrom(file), { force: true, known: TABLE_NAMES })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await expect(
      fillPostgres(url, fillFrom(file), { force: true, known: TABLE_NAMES }),
    ).rejects.toThrow(/1 other connections/)
    await client.query('CREATE TABLE somebody_elses (id int)')
    await client.end()
    await expect(
      fillPostgres(url, fillFrom(file), { force: true, known: TABLE_NAMES }),
    ).rejects.toThrow(/somebody_elses/)
  })
})

describe('a backup file', () => {
  it('is readable by its owner alone, gets its name only when complete, and never overwrites another file', async () => {
    expect((await stat(file)).mode & 0o077).toBe(0)
    await expect(keep(source.database, file)).rejects.toThrow(/exists already/)
    const half = { folder: join(folder, 'half'), name: 'x.gz' }
    async function* cut() {
      yield (await readFile(file)).subarray(0, 5_000)
    }
    await expect(keepBackup(cut(), half, new Date())).rejects.toThrow(/backup is incomplete/)
    expect(await readdir(join(folder, 'half'))).toEqual([])
  })

  it('is pruned only with the older backups of its own community', async () => {
    const into = await mkdtemp(join(folder, 'pruned-'))
    const [community, other] = ['ours1234', 'theirs12']
    const days = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2026, 0, day)))
    const [ours, theirs] = [community, other].map((id) => days.map((day) => backupName(id, day)))
    const strangers = [...(theirs ?? []), 'mine.gz', 'letterlend-notes.txt']
    for (const name of [...(ours ?? []), ...strangers]) await writeFile(join(into, name), '')
    expect(await backupPlace(into)).toEqual({ folder: into })
    expect((await listBackups(into, community)).map(({ name }) => name)).toEqual(
      ours?.slice().reverse(),
    )
    expect(await pruneBackups(into, { community, keep: 2, now: new Date() })).toBe(2)
    expect((await readdir(into)).sort()).toEqual([...(ours?.slice(2) ?? []), ...strangers].sort())
  })

  it('names its community in its content and file name, also after a move to another address', async () => {
    const id = await communityId(source.database.orm)
    expect(await communityId(source.database.orm)).toBe(id)
    const into = join(folder, 'named')
    const kept = await source.database.snapshot(async (copying) => {
      const address = 'https://elsewhere.example'
      const gzip = createGzip()
      const backup = backupOf(copying, { database: source.database.kind, address })
      const [done] = await Promise.all([
        keepBackup(gzip, { folder: into }, new Date(0)),
        pipeline(backup, gzip),
      ])
      return done
    })
    expect(kept.path).toBe(join(into, `letterlend-${id}-1970-01-01T00-00-00-000Z.backup.gz`))
    expect(kept.header.community).toEqual({ id, address: 'https://elsewhere.example' })
  })
})

it('tables are sorted by their references, and a circle of references is reported', () => {
  const references = [
    { child: 'a', parent: 'b' },
    { child: 'b', parent: 'c' },
    { child: 'c', parent: 'c' },
  ]
  expect(inOrder(['a', 'b', 'c'], references)).toEqual(['c', 'b', 'a'])
  expect(() => inOrder(['a', 'b'], [...references, { child: 'c', parent: 'a' }])).toThrow(
    /circle: a/,
  )
})
