import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type FullLetterbox,
  presentLetterbox,
  presentOwnLetterbox,
} from '#features/letterboxes/server/letterboxes.presenter.ts'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { presentRow } from '#features/orders/server/queue/admin-orders.search.ts'
import { orders } from '#features/orders/tables.ts'
import { products } from '#features/products/tables.ts'
import { momentOf } from '#platform/server/community-day.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createLetterbox, createOrder } from './testing/factories.ts'
import { keptBytesOf } from './testing/kept-bytes.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/**
 * V8 of Node 20 makes hidden classes anew for each object that begins with a spread and goes on with other names: two
 * to four microseconds, and up to two kilobytes that stay until all of the memory is collected. Where what is spread comes
 * last, all objects share one (docs/decisions/0045-asking-the-database.md).
 */
const MOST_BYTES = 40

it('makes rows of the queue of orders of one hidden class', async () => {
  const { orm } = test.deps.database
  const { id } = await createOrder(orm)
  const [row] = await orm
    .select({ order: orders, product: products })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.product_id))
    .where(eq(orders.id, id))
  if (!row) throw new Error('Unexpected missing order')
  const whole = {
    ...row,
    is_refunded: false,
    version: 1,
    attention: false,
    disputed: false,
    shippedAt: null,
  }
  const now = test.deps.clock()
  expect(keptBytesOf(() => presentRow(whole, now))).toBeLessThan(MOST_BYTES)
})

it('makes the stickers of a letterbox of one hidden class', async () => {
  const { orm } = test.deps.database
  const { id } = await createLetterbox(orm)
  const [row] = await orm
    .select({ letterbox: letterboxes, owner: users })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(eq(letterboxes.id, id))
  if (!row) throw new Error('Unexpected missing letterbox')
  const sticker = { id: 1, image_path: 'ladder.svg', copies: 1, line: null }
  const full: FullLetterbox = {
    ...row,
    items: Array.from({ length: 5 }, (_, n) => ({ ...sticker, id: n + 1 })),
    answers: 'new',
    loans: 0,
    refused: false,
    reachable: true,
  }
  const moment = momentOf(test.deps)
  const own = () => presentOwnLetterbox(full, new Map(), moment, row.owner.id)
  const shown = () => presentLetterbox(full, new Map(), { loggedIn: true }, moment)
  expect(keptBytesOf(own)).toBeLessThan(MOST_BYTES)
  expect(keptBytesOf(shown)).toBeLessThan(MOST_BYTES)
})
