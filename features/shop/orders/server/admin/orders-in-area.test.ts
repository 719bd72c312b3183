import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INSIDE, OUTLINE, OUTSIDE, POSTCODES, type Spot } from '#app/server/testing/area-samples.ts'
import {
  createLetterbox,
  createOrder,
  createUser,
  keepProved,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Area } from '#platform/shared/areas.ts'
import { API_BASE, type QueryInput } from '#platform/shared/endpoint.ts'
import { adminOrdersApi } from '../../contract.admin.ts'

let test: TestApp
let byPostcode: TestUser
let byOutline: TestUser
beforeAll(async () => {
  test = await createTestApp()
  const person = async (area: Area) =>
    keepProved(orm(), await createUser(orm(), { tasks: ['shipping'], area }))
  byPostcode = await person(POSTCODES)
  byOutline = await person(OUTLINE)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const list = async (as: TestUser, query: QueryInput<typeof adminOrdersApi.list> = {}) =>
  (await test.call(adminOrdersApi.list, { as: as.token, query })).body

/** Which of these orders a person sees in the list and alone; both have to agree. */
async function seenBy<Name extends string>(as: TestUser, made: Record<Name, { id: string }>) {
  const listed = new Set((await list(as, { size: '100' })).rows.map(({ id }) => id))
  const names: string[] = []
  for (const [name, { id }] of Object.entries<{ id: string }>(made)) {
    const { status } = await test.call(adminOrdersApi.byId, { as: as.token, query: { id } })
    expect([name, status]).toEqual([name, listed.has(id) ? 200 : 404])
    if (listed.has(id)) names.push(name)
  }
  return names.sort()
}

describe('an area given by postcodes', () => {
  it('covers orders by their address, of visitors too, and only in its country', async () => {
    const made = {
      visitor: await createOrder(orm(), { postcode: '8037' }),
      spaced: await createOrder(orm(), { postcode: '80 37' }),
      elsewhere: await createOrder(orm(), { postcode: '8004' }),
      abroad: await createOrder(orm(), { postcode: '8037', country: 'DE' }),
    }
    expect(await seenBy(byPostcode, made)).toEqual(['spaced', 'visitor'])
  })

  it('covers an order to a present for somebody inside, wherever its customer lives', async () => {
    const { owner } = await createLetterbox(orm(), OUTSIDE)
    const made = { present: await createOrder(orm(), { user_id: owner.id, postcode: '8037' }) }
    expect(await seenBy(byPostcode, made)).toEqual(['present'])
    expect(await seenBy(byOutline, made)).toEqual([])
  })
})

describe('an area given by an outline', () => {
  it('covers orders by their spot, and none without one', async () => {
    const at = (spot: Spot) => ({ ...spot, spot_sought_at: new Date() })
    const made = {
      inside: await createOrder(orm(), at(INSIDE)),
      outside: await createOrder(orm(), at(OUTSIDE)),
      unknown: await createOrder(orm(), { postcode: INSIDE.postcode }),
    }
    expect(await seenBy(byOutline, made)).toEqual(['inside'])
  })
})

describe('a person with an area', () => {
  it('finds, counts and pages only the orders inside, whatever the filter', async () => {
    const { owner } = await createLetterbox(orm())
    const named = { lastname: 'Randverkehr', user_id: owner.id }
    const inside = await createOrder(orm(), { ...named, postcode: '8037', status: 'paid' })
    const outside = await createOrder(orm(), { ...named, postcode: '8004', status: 'paid' })
    const queries: QueryInput<typeof adminOrdersApi.list>[] = [
      { search: 'randverkehr' },
      { user_id: owner.id },
      { search: 'randverkehr', to_ship: 'true' },
      { search: 'randverkehr', status: 'paid', size: '25', sort: 'name' },
    ]
    for (const query of queries) {
      const { rows, total, counts } = await list(byPostcode, query)
      expect([query, rows.map(({ id }) => id), total, counts.paid]).toEqual([
        query,
        [inside.id],
        1,
        1,
      ])
    }
    const exact = await list(byPostcode, { search: outside.refno })
    expect([exact.rows, exact.total, exact.counts.paid]).toEqual([[], 0, 0])
  })

  it('gets the address, and the present state only of an order inside that has changed', async () => {
    const inside = await createOrder(orm(), { postcode: '8037', status: 'paid' })
    const outside = await createOrder(orm(), { postcode: '8004', status: 'paid' })
    const ship = async ({ id }: { id: string }) => {
      const body = { id, version: 7 }
      const answer = await test.call(adminOrdersApi.ship, { as: byPostcode.token, body })
      return [answer.status, JSON.stringify(answer.body)] as const
    }
    const [status, text] = await ship(inside)
    expect([status, text.includes('"changed_meanwhile"')]).toEqual([409, true])
    expect([text.includes(inside.refno), text.includes('Langstrasse 12')]).toEqual([true, true])
    const refused = await ship(outside)
    expect(refused).toEqual(await ship({ id: randomUUID() }))
    expect(refused[1]).not.toContain(outside.refno)
  })

  it('ships many at once without learning the numbers of those outside', async () => {
    const inside = await createOrder(orm(), { postcode: '8037', status: 'paid' })
    const outside = await createOrder(orm(), { postcode: '8004', status: 'paid' })
    const orders = [outside, inside].map(({ id }) => ({ id, version: 0 }))
    const body = { act: 'ship', orders } as const
    const { body: answer } = await test.call(adminOrdersApi.bulk, { as: byPostcode.token, body })
    expect(answer.results).toEqual([
      { id: outside.id, outcome: 'not_found', refno: null },
      { id: inside.id, outcome: 'done', refno: inside.refno },
    ])
  })

  it('neither moves money nor takes files, also about an order inside', async () => {
    const { id } = await createOrder(orm(), { postcode: '8037', status: 'paid' })
    const change = { id, version: 0 }
    const calls = [
      ['POST', '/admin/orders/cancel', change],
      ['POST', '/admin/orders/confirm', change],
      ['POST', '/admin/orders/correct', { ...change, city: 'Bern' }],
      ['GET', '/admin/orders/correctionCost', { id }],
      ['POST', '/admin/orders/bulk', { act: 'confirm', orders: [change] }],
      ['POST', '/admin/orders/bulk', { act: 'remind', orders: [change] }],
      ['POST', '/admin/orders/handOutStickers', { lang: 'en' }],
      ['GET', '/admin/orders/export', {}],
      ['GET', '/admin/orders/ideas', {}],
      ['GET', '/admin/orders/cashBook', {}],
    ] as const
    for (const [method, path, input] of calls) {
      const { statusCode, body } = await test.app.inject({
        method,
        url: API_BASE + path,
        headers: { authorization: `Bearer ${byPostcode.token}` },
        ...(method === 'GET' ? { query: { ...input } } : { payload: input }),
      })
      expect([path, statusCode, body]).toEqual([
        path,
        403,
        expect.stringContaining('"task_missing"'),
      ])
    }
  })
})
