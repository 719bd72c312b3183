import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { adminUsersApi as api } from '../contract.ts'

let test: TestApp
let other: pg.Client
beforeAll(async () => {
  test = await createTestApp()
  other = new pg.Client({ connectionString: test.testDatabase.url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await test.close()
})

/** Whether a connection of this database waits for a lock of another one. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await other.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

it('begins anew where it and another change have waited for each other', async () => {
  const { orm } = test.deps.database
  const admin = await createUser(orm, { role_id: 3 })
  const into = await createUser(orm)
  const box = await createLetterbox(orm)
  const pair = { id: into.id, from: box.owner.id }
  const { body } = await test.call(api.mergePreview, { query: pair, as: admin.token })

  await other.query('BEGIN')
  // PostgreSQL ends whichever finds out first.
  await other.query(`SET LOCAL deadlock_timeout = '1min'`)
  // As what is deleted by cascade: the letterbox before the account.
  await other.query('SELECT 1 FROM letterboxes WHERE id = $1 FOR UPDATE', [box.id])
  let isOver = false
  const merging = test
    .call(api.merge, { body: { ...pair, seen: body.seen }, as: admin.token })
    .finally(() => {
      isOver = true
    })
  await expect.poll(async () => isOver || (await isSomebodyWaiting())).toBe(true)
  expect(isOver).toBe(false)
  await other.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [into.id])
  await other.query('COMMIT')

  expect((await merging).status).toBe(200)
  expect(await findUser(orm, pair.from)).toBeNull()
})
