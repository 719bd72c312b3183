import { execFileSync } from 'node:child_process'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { ROOT } from '../paths.ts'
import type { Db } from './client.ts'
import { isLocked, takeLock, tryLock } from './locks.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** The statements with which earlier versions take their locks; they may still run during an update. */
const EARLIER: [name: string, take: (tx: Db) => Promise<unknown>, statement: string][] = [
  ['demo', (tx) => takeLock(tx, 'demo'), '736173002'],
  ['letterboxImport', (tx) => takeLock(tx, 'letterboxImport'), '736173003'],
  ['answerBands', (tx) => takeLock(tx, 'answerBands'), '736173021'],
  ['mailings', (tx) => tryLock(tx, 'mailings'), '6100004'],
  ['lastAdmin', (tx) => takeLock(tx, 'lastAdmin'), '7261904'],
  ['newItem', (tx) => takeLock(tx, 'newItem'), `hashtext('items.add')`],
  ['author', (tx) => takeLock(tx, 'author', 'a'), `1731904, hashtext('a')`],
  ['household', (tx) => takeLock(tx, 'household', sql`'b'`), `1731905, hashtext('b')`],
  ['gatheredMail', (tx) => takeLock(tx, 'gatheredMail', 'c d@e'), `hashtext('c d@e')`],
]

it.each(EARLIER)(
  'the lock %s has the same key as in earlier versions',
  async (_, take, statement) => {
    const held = await test.database.orm.transaction(async (tx) => {
      await take(tx)
      await tx.execute(sql.raw(`SELECT pg_advisory_xact_lock(${statement})`))
      return tx
        .select({ id: sql`objid` })
        .from(sql`pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`)
    })
    expect(held).toHaveLength(1)
  },
)

it('a lock without a holder is free', async () => {
  expect(await isLocked(test.database.orm, 'backup')).toBe(false)
})

it('advisory locks are taken in locks.ts alone', () => {
  const where = ['features', 'platform', 'app', 'commands', ':!*.test.ts']
  const grep = ['grep', '--untracked', '-lE', 'pg_(try_)?advisory', '--', ...where]
  const files = execFileSync('git', grep, { cwd: ROOT }).toString().trim().split('\n')
  expect(files).toEqual(['platform/server/db/locks.ts'])
})
