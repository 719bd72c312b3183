import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { countAttempt, forgetNetwork, limitNetwork } from './attempts.queries.ts'

const LIMIT = { max: 3, windowMs: 15 * MINUTE_MS }

let database: TestDatabase
let keys = 0
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function counter() {
  const key = ['test', `${keys++}`] as const
  const start = Date.now()
  return (afterMs: number) =>
    countAttempt(database.database.orm, key, LIMIT, new Date(start + afterMs))
}

it('attempts are counted within a window and start from zero after it', async () => {
  const count = counter()
  for (const over of [false, false, false, true]) expect((await count(0)).over).toBe(over)
  expect((await count(LIMIT.windowMs - 1)).over).toBe(true)
  expect((await count(LIMIT.windowMs)).over).toBe(false)
})

it('a clock that was ahead and is set back locks no one out for days', async () => {
  const count = counter()
  for (let i = 0; i < 5; i++) await count(7 * DAY_MS)
  expect(await count(0)).toEqual({ over: false, secondsLeft: LIMIT.windowMs / 1000 })
})

it('attempts are counted together across processes with slightly different clocks', async () => {
  const count = counter()
  const results = []
  for (let i = 0; i < 6; i++) results.push((await count(i % 2 === 0 ? 0 : 90_000)).over)
  expect(results).toEqual([false, false, false, true, true, true])
})

it('attempts from one IPv6 /56 that moves between its /64 networks are counted together', async () => {
  const { orm } = database.database
  const from = (part: number) =>
    limitNetwork(orm, ['moving'], `2001:db8:5:${part.toString(16)}::1`, LIMIT, new Date())
  // Sixteen times the limit of one part: some providers give these parts to different people.
  for (let part = 0; part < 16 * LIMIT.max; part++) await from(part)
  await expect(from(255)).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(from(256)).resolves.toBeUndefined()
  await forgetNetwork(orm, ['moving'], '2001:db8:5:0::1')
  await expect(from(255)).resolves.toBeUndefined()
})
