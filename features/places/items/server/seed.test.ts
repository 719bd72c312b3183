import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { items } from '../tables.ts'
import { STICKERS_FOLDER } from './item-files.ts'
import { readCatalogue, seedItems } from './seed.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('seeding adds every item of the catalogue, with a picture and flat synonyms', async () => {
  const { orm } = test.database
  await seedItems(orm)
  const rows = await orm.select().from(items).orderBy(items.id)
  expect(rows.length).toBe((await readCatalogue()).length)
  expect(rows.length).toBeGreaterThanOrEqual(60)
  for (const row of rows) expect(existsSync(join(STICKERS_FOLDER, row.image_path))).toBe(true)
  const drill = rows.find(({ slug }) => slug === 'drill')
  expect(drill?.synonyms).toEqual(expect.arrayContaining(['Akkuschrauber', 'power drill']))
})

it('seeding updates what changed in the catalogue but nothing that a person edited', async () => {
  const { orm } = test.database
  await orm.update(items).set({ name_de: 'outdated' }).where(eq(items.slug, 'ladder'))
  await orm
    .update(items)
    .set({ name_de: 'by hand', updated_at: sql`now() + interval '1 second'` })
    .where(eq(items.slug, 'drill'))
  await seedItems(orm)
  const names = await orm
    .select({ slug: items.slug, name: items.name_de })
    .from(items)
    .where(sql`${items.slug} IN ('ladder', 'drill')`)
    .orderBy(items.id)
  expect(names.map(({ name }) => name)).toEqual(['Leiter', 'by hand'])
})

it('seeding can run in several processes at once', async () => {
  const { orm } = test.database
  await Promise.all([seedItems(orm), seedItems(orm), seedItems(orm)])
  const [count] = await orm.select({ n: sql<number>`count(*)::int` }).from(items)
  expect(count?.n).toBe((await readCatalogue()).length)
})
