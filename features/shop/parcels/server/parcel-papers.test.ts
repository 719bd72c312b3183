import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { readPdf } from '#app/server/testing/read-pdf.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import { order_events, type orders } from '#features/shop/orders/tables.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { adminParcelsApi } from '../contract.admin.ts'
import { formatParcelCode } from '../parcel-code.ts'
import { parcel_codes } from '../tables.ts'

const MM = 72 / 25.4

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
type Paper = 'packingSlips' | 'packingList' | 'addressLabels' | 'codeStickers'
async function paperOf(paper: Paper, body: object, as = admin.token) {
  const { statusCode, rawPayload, headers } = await test.app.inject({
    method: 'POST',
    url: `${API_BASE}${adminParcelsApi[paper].path}`,
    headers: { authorization: `Bearer ${as}` },
    payload: body,
  })
  const none = { pages: 0, text: '', extent: null }
  const { pages, text, extent } = statusCode === 200 ? readPdf(rawPayload) : none
  return { status: statusCode, type: headers['content-type'], pages, text, extent }
}
const paid = (fields: Partial<typeof orders.$inferInsert> = {}) =>
  createOrder(orm(), { status: 'paid', ...fields })

describe('packing slips of many orders', () => {
  it('are one file with a page per order, each with its own code and language', async () => {
    const [one, two] = [await paid(), await paid({ lang: 'en', status: 'processed' })]
    const without = [await paid({ product_id: 3 }), await paid({ status: 'pending_payment' })]
    const ids = [one, ...without, two].map(({ id }) => id)
    const { status, type, pages, text } = await paperOf('packingSlips', { ids })
    expect([status, type, pages]).toEqual([200, 'application/pdf', 2])
    for (const { id, refno } of [one, two]) {
      const [row] = await orm().select().from(parcel_codes).where(eq(parcel_codes.order_id, id))
      expect(text).toContain(formatRefno(refno))
      expect(text).toContain(formatParcelCode(row?.code ?? '-'))
    }
    expect([text.includes('Lieferschein'), text.includes('Packing slip')]).toEqual([true, true])
    const query = { subject_id: one.id }
    const { body } = await test.call(auditApi.list, { as: admin.token, query })
    expect(body.rows).toMatchObject([
      { verb: 'print', label: one.refno, after: { paper: 'packing_slip' } },
    ])
  })

  it('are refused if no order has a parcel, and for no or too many orders', async () => {
    const { id } = await paid({ product_id: 3 })
    expect((await paperOf('packingSlips', { ids: [id] })).status).toBe(409)
    expect((await paperOf('packingSlips', { ids: [randomUUID()] })).status).toBe(409)
    expect((await paperOf('packingSlips', { ids: [] })).status).toBe(422)
    const ids = Array.from({ length: 101 }, () => randomUUID())
    expect((await paperOf('packingSlips', { ids })).status).toBe(422)
  })
})

it('a packing slip, packing list or label is never printed for a refunded order', async () => {
  const [kept, refunded] = [await paid({ lastname: 'Bleibt' }), await paid({ lastname: 'Zurück' })]
  const back = { order_id: refunded.id, status: 'paid', actor: 'admin' } as const
  await orm()
    .insert(order_events)
    .values({ ...back, refunded_cents: refunded.paid_cents })
  for (const paper of ['packingSlips', 'packingList', 'addressLabels'] as const) {
    const lang = paper === 'packingList' ? { lang: 'de' } : {}
    const { text } = await paperOf(paper, { ids: [kept.id, refunded.id], ...lang })
    expect([paper, text.includes('Bleibt'), text.includes('Zurück')]).toEqual([paper, true, false])
    expect((await paperOf(paper, { ids: [refunded.id], ...lang })).status).toBe(409)
  }
})

it('a person with an area prints papers for the orders inside alone, and no others are noted', async () => {
  const area = { country: 'CH', postcodes: ['8037'], outline: [] }
  const person = await createUser(orm(), { tasks: ['shipping'], area })
  const inside = await paid({ lastname: 'Drinnen', postcode: '8037' })
  const outside = await paid({ lastname: 'Draussen', postcode: '8004' })
  const ids = [outside.id, inside.id]
  for (const paper of ['packingSlips', 'packingList', 'addressLabels', 'codeStickers'] as const) {
    const lang = paper === 'packingList' ? { lang: 'de' } : {}
    const { text } = await paperOf(paper, { ids, ...lang }, person.token)
    expect([paper, text.includes('Drinnen'), text.includes('Draussen')]).toEqual([
      paper,
      true,
      false,
    ])
  }
  const { body } = await test.call(auditApi.list, {
    as: admin.token,
    query: { subject_id: outside.id },
  })
  expect(body.rows).toEqual([])
})

describe('the packing list', () => {
  it('shows a sum for each product and a line for each order', async () => {
    const reseller = { product_id: 4, piece_cents: 450, price_cents: 22_500 } as const
    const made = [
      await paid({ amount: 2, price_cents: 1400, lastname: 'Zweifel' }),
      await paid({ amount: 3, price_cents: 2100 }),
      await paid({ ...reseller, amount: 50 }),
    ]
    const { status, text } = await paperOf('packingList', {
      ids: made.map(({ id }) => id),
      lang: 'fr',
    })
    expect(status).toBe(200)
    expect(text).toContain('Liste de préparation')
    expect(text).toContain('3 commandes')
    expect(text).toMatch(/50 × .+\n+5 × /)
    for (const { refno } of made) expect(text).toContain(formatRefno(refno))
    expect(text).toContain('Ada Zweifel, 8004 Zürich')
  })

  it('continues on further pages and never runs into the footer', async () => {
    const made = await Promise.all(Array.from({ length: 60 }, () => paid()))
    const ids = made.map(({ id }) => id)
    const { pages, text, extent } = await paperOf('packingList', { ids, lang: 'de' })
    expect(pages).toBeGreaterThan(1)
    expect(text.split('Gepackt')).toHaveLength(pages + 1)
    expect(extent?.bottom).toBeLessThan(290 * MM)
  })
})

describe('address labels', () => {
  it('fill sheets of 3 by 7 from the first free label on', async () => {
    const made = await Promise.all(Array.from({ length: 3 }, () => paid()))
    const ids = made.map(({ id }) => id)
    expect((await paperOf('addressLabels', { ids })).extent?.top).toBeLessThan(25 * MM)
    const last = await paperOf('addressLabels', { ids: ids.slice(0, 1), start: 21 })
    expect([last.pages, last.text.trim().split(/\n+/)]).toEqual([
      1,
      ['Ada Muster', 'Langstrasse 12', '8004 Zürich'],
    ])
    // The third label of the seventh row: 139.2 mm from the left and 243.75 mm from the top.
    expect(last.extent?.left).toBeGreaterThan(139.2 * MM)
    expect(last.extent?.right).toBeLessThan(202.7 * MM)
    expect(last.extent?.top).toBeGreaterThan(243.75 * MM)
    expect(last.extent?.bottom).toBeLessThan(281.85 * MM)
    expect((await paperOf('addressLabels', { ids, start: 20 })).pages).toBe(2)
    expect((await paperOf('addressLabels', { ids, start: 22 })).status).toBe(422)
  })

  it('have room for a long address', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaft '.repeat(2).trim()
    const { id } = await paid({
      firstname: long,
      address: long,
      address_addition: long,
      city: long,
    })
    const { pages, extent } = await paperOf('addressLabels', { ids: [id] })
    expect(pages).toBe(1)
    expect(extent?.bottom).toBeLessThan((15.15 + 38.1) * MM)
  })

  it('return 403 to moderators', async () => {
    const { id } = await paid()
    const { token } = await createUser(orm(), { role_id: 2 })
    for (const paper of ['packingSlips', 'packingList', 'addressLabels'] as const) {
      expect((await paperOf(paper, { ids: [id], lang: 'de' }, token)).status).toBe(403)
    }
  })
})
