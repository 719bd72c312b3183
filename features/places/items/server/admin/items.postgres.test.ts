import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { adminItemsApi } from '../../contract.admin.ts'

let database: TestDatabase
let test: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApp({ deps: { database: database.database } })
})
afterAll(async () => {
  await test.close()
  await database.drop()
})

it('a merge that PostgreSQL aborts because of a deadlock is retried', async () => {
  const { orm } = test.deps.database
  const { token: as } = await createUser(orm, { role_id: 3 })
  const create = async (name: string) => {
    const names = { name_de: name, name_en: name, name_fr: name, name_it: name }
    const body = { ...names, synonyms: [], category: 'party' as const, sticker: true }
    return (await test.call(adminItemsApi.create, { as, body })).body
  }
  const [from, into] = [await create('Tent'), await create('Pavilion')]
  const { id: letterbox } = await createLetterbox(orm, { items: [from.id] })
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  try {
    // The merge must wait first, so that it checks for a deadlock first and is the one that is aborted.
    await other.query(`SET deadlock_timeout = '1min'`)
    await other.query('BEGIN')
    await other.query('SELECT FROM letterbox_items WHERE letterbox_id = $1 FOR UPDATE', [letterbox])
    const body = { id: from.id, version: from.version, into: into.id }
    const merging = test.call(adminItemsApi.merge, { as, body })
    await vi.waitFor(async () => {
      const waiting = await test.deps.database.query(`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
      expect(waiting).toHaveLength(1)
    })
    await other.query('SELECT FROM items WHERE id = $1 FOR UPDATE', [into.id])
    await other.query('COMMIT')
    const { status, body: merged } = await merging
    expect([status, merged.id, merged.letterboxes]).toEqual([200, into.id, 1])
  } finally {
    await other.end()
  }
})
