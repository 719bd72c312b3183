import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { connectBeside, type OtherConnection } from '#app/server/testing/other-connection.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '../contract.ts'

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

it('logging out while the account is being deleted returns 401', async () => {
  const user = await createUser(test.deps.database.orm)
  await beside.client.query('BEGIN')
  await beside.client.query('DELETE FROM users WHERE id = $1', [user.id])
  const loggedOut = test.call(accountsApi.logout, { as: user.token })
  await expect.poll(beside.isSomebodyWaiting).toBe(true)
  await beside.client.query('COMMIT')
  const { status, error } = await loggedOut
  expect([status, error.code]).toEqual([401, 'unauthorized'])
})
