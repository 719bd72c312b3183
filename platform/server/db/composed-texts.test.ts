import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrder, createUser } from '#app/server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { addItem } from '#features/places/items/server/admin/writing.ts'
import { items } from '#features/places/items/tables.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { users } from '../identity/tables.ts'
import { ROOT } from '../paths.ts'
import { holds } from './text-search.ts'

const MIGRATION = join(ROOT, 'platform/server/db/migrations/0044_texts_are_composed.sql')

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const decomposed = (text: string) => text.normalize('NFD')

it('decomposed texts in the database are found after an update, and none is lost', async () => {
  const { orm } = test.database
  const user = await createUser(orm, {
    lastname: decomposed('Müller'),
    email: decomposed('jürg@example.org'),
  })
  const [owner, twin] = [
    await createUser(orm, { email: 'zoë@example.org' }),
    await createUser(orm, { email: decomposed('zoë@example.org') }),
  ]
  const order = await createOrder(orm, { city: decomposed('Zürich') })
  const name = decomposed('Bücherkiste')
  const names = { name_de: name, name_en: name, name_fr: name, name_it: name }
  const synonyms = ['box', decomposed('Kästchen')]
  const thing = { ...names, synonyms, category: 'party', sticker: true } as const
  const item = await orm.transaction((tx) => addItem(tx, thing, new Date()))
  await test.database.script(readFileSync(MIGRATION, 'utf8'))
  const found = await orm.select().from(users).where(holds(users.lastname, 'müller'))
  expect(found.map(({ id, email }) => [id, email])).toEqual([[user.id, 'jürg@example.org']])
  const twins = await orm
    .select()
    .from(users)
    .where(inArray(users.id, [owner.id, twin.id]))
  expect(new Set(twins.map(({ email }) => email))).toEqual(
    new Set(['zoë@example.org', decomposed('zoë@example.org')]),
  )
  expect(await orm.select().from(orders).where(holds(orders.city, 'Zürich'))).toMatchObject([
    { id: order.id },
  ])
  const [after] = await orm.select().from(items).where(eq(items.id, item))
  expect(after).toMatchObject({ name_de: 'Bücherkiste', synonyms: ['box', 'Kästchen'] })
})
