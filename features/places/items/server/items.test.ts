import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createItem, createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxItemsApi } from '#features/places/letterboxes/contract.items.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import { itemsApi } from '../contract.ts'
import { items } from '../tables.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('GET /items', () => {
  it('lists active items in the order of their ids', async () => {
    const { orm } = test.deps.database
    await createItem(orm, 2, 'drill')
    await createItem(orm, 1, 'ladder')
    const { status, body } = await test.call(itemsApi.list)
    expect(status).toBe(200)
    expect(body.map(({ id, name_en }) => [id, name_en])).toEqual([
      [1, 'ladder'],
      [2, 'drill'],
    ])
  })

  it('returns 304 to a client that has the current list', async () => {
    const first = await test.app.inject('/api/v1/items')
    const etag = String(first.headers.etag)
    const again = await test.app.inject({
      url: '/api/v1/items',
      headers: { 'if-none-match': etag },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await createItem(test.deps.database.orm, 3, 'saw')
    const changed = () =>
      test.app.inject({ url: '/api/v1/items', headers: { 'if-none-match': etag } })
    await expect.poll(async () => (await changed()).statusCode).toBe(200)
    expect((await changed()).json()).toHaveLength(3)
  })

  it('includes changes by any process, and retired items that a letterbox still has', async () => {
    const { orm } = test.deps.database
    const other = await createTestApp({ sharing: test })
    const ids = async (app: TestApp) => (await app.call(itemsApi.list)).body.map(({ id }) => id)
    await createItem(orm, 4, 'fan')
    for (const app of [test, other]) await expect.poll(() => ids(app)).toContain(4)
    const { id } = await createLetterbox(orm, { items: [4] })
    await orm.update(items).set({ active: false }).where(eq(items.id, 4))
    for (const app of [test, other]) {
      await expect
        .poll(async () => (await app.call(itemsApi.list)).body)
        .toContainEqual(expect.objectContaining({ id: 4, active: false }))
    }
    await orm.delete(letterbox_items).where(eq(letterbox_items.letterbox_id, id))
    for (const app of [test, other]) await expect.poll(() => ids(app)).not.toContain(4)
    await other.close()
  })
})

describe('GET /items/getAllItemsByLetterboxId', () => {
  it('lists the items of a letterbox on the map', async () => {
    const letterbox = await createLetterbox(test.deps.database.orm, { items: [1, 2] })
    const { status, body } = await test.call(letterboxItemsApi.byLetterbox, {
      query: { letterboxId: letterbox.id },
    })
    expect(status).toBe(200)
    expect(body.map(({ id }) => id)).toEqual([1, 2])
  })

  it('hides a hidden letterbox from everyone but its owner', async () => {
    const { orm } = test.deps.database
    const hidden = await createLetterbox(orm, { items: [1], ownerFields: { show_on_map: false } })
    const stranger = await createUser(orm)
    const query = { letterboxId: hidden.id }
    expect((await test.call(letterboxItemsApi.byLetterbox, { query })).error.code).toBe('not_found')
    expect(
      (await test.call(letterboxItemsApi.byLetterbox, { query, as: stranger.token })).status,
    ).toBe(404)
    expect(
      (await test.call(letterboxItemsApi.byLetterbox, { query, as: hidden.owner.token })).status,
    ).toBe(200)
  })

  it('returns 404 for an invalid id', async () => {
    const { status, error } = await test.call(letterboxItemsApi.byLetterbox, {
      query: { letterboxId: 'x' },
    })
    expect([status, error.code]).toEqual([404, 'not_found'])
  })
})
