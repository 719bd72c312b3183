import { afterAll, beforeAll, expect, it } from 'vitest'
import { LISTED_NAMES, listNames } from '#app/server/testing/listed-names.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('names are sorted and found by the rules of Unicode', async () => {
  expect(await listNames(test.database.orm)).toEqual(LISTED_NAMES)
})
