import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { connectBeside, type OtherConnection } from '#app/server/testing/other-connection.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { askForConfirmation } from './asking.ts'

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

/** Asks in two days, when it is due. Today it is not, so the app's own round at its start leaves it alone. */
const ask = () => {
  const { database, clock } = test.deps
  const now = new Date(clock().getTime() + 2 * DAY_MS)
  return database.orm.transaction((tx) => askForConfirmation(tx, test.deps, now))
}

it('askForConfirmation causes no deadlock with an owner who saves at the same moment', async () => {
  const box = await createLetterbox(test.deps.database.orm, {
    items: [4],
    items_confirmed_at: new Date(test.deps.clock().getTime() - 364 * DAY_MS),
  })
  // In the order of every step of an owner: first the account, then the letterbox.
  await beside.client.query('BEGIN')
  await beside.client.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [box.owner.id])
  let isOver = false
  const asking = ask().finally(() => {
    isOver = true
  })
  await expect.poll(async () => isOver || (await beside.isSomebodyWaiting())).toBe(true)
  const locking = beside.client.query('SELECT 1 FROM letterboxes WHERE id = $1 FOR UPDATE', [
    box.id,
  ])
  await expect(Promise.all([asking, locking])).resolves.toMatchObject([0, { rowCount: 1 }])
  await beside.client.query('COMMIT')

  expect(await ask()).toBe(1)
  const [row] = await test.deps.database.orm
    .select()
    .from(letterboxes)
    .where(eq(letterboxes.id, box.id))
  expect(row?.confirmation_asked_at).not.toBeNull()
})
