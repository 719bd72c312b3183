import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { connectBeside, type OtherConnection } from '#app/server/testing/other-connection.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { adminUsersApi as api } from '../contract.admin.ts'

let test: TestApp
let beside: OtherConnection
beforeAll(async () => {
  test = await createTestApp()
  beside = await connectBeside(test)
})
afterAll(async () => {
  await beside.client.end()
  await test.close()
})

it('merging is retried after a deadlock with another change', async () => {
  const { orm } = test.deps.database
  const admin = await createUser(orm, { role_id: 3 })
  const into = await createUser(orm)
  const box = await createLetterbox(orm)
  const pair = { id: into.id, from: box.owner.id }
  const { body } = await test.call(api.mergePreview, { query: pair, as: admin.token })

  await beside.client.query('BEGIN')
  // PostgreSQL aborts the side that detects a deadlock first. With this timeout it is not this one.
  await beside.client.query(`SET LOCAL deadlock_timeout = '1min'`)
  // The locking order of a cascading delete: letterbox before account.
  await beside.client.query('SELECT 1 FROM letterboxes WHERE id = $1 FOR UPDATE', [box.id])
  let isOver = false
  const merging = test
    .call(api.merge, { body: { ...pair, seen: body.seen }, as: admin.token })
    .finally(() => {
      isOver = true
    })
  await expect.poll(async () => isOver || (await beside.isSomebodyWaiting())).toBe(true)
  expect(isOver).toBe(false)
  await beside.client.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [into.id])
  await beside.client.query('COMMIT')

  expect((await merging).status).toBe(200)
  expect(await findUser(orm, pair.from)).toBeNull()
})
