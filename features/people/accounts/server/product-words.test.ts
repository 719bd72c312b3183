import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createItem, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { items } from '#features/places/items/tables.ts'
import { accountsApi } from '../contract.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const { orm } = test.deps.database
  await createItem(orm, 1, 'Fondue set')
  await orm
    .update(items)
    .set({ synonyms: ['Bohrhammer'] })
    .where(eq(items.id, 1))
})
afterAll(() => test.close())

const choose = async (password: string) => {
  const { token } = await createUser(test.deps.database.orm)
  const { status, error } = await test.call(accountsApi.setPassword, {
    as: token,
    body: { password },
  })
  return error?.errors?.password?.[0] ?? status
}

it.each([
  'Fondue123',
  'fondue-set!1',
  'Bohrhammer#7',
  'Winterthur8400',
  '8400winterthur',
  'St. Gallen 9000',
  'Rapperswil20261123',
  '20261123',
  '23.11.2026',
])('%s is refused as easy to guess', async (password) => {
  expect(await choose(password)).toBe('errors.validation.commonPassword')
})

it.each(['Fondue im Gartenhaus', 'Winterthur Quitten 84', 'Kirschbaum am Gartenzaun'])(
  '%s is accepted',
  async (password) => {
    expect(await choose(password)).toBe(204)
  },
)
