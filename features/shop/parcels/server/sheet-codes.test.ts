import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { type ReadPdf, readPdf } from '#app/server/testing/read-pdf.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxCodesApi } from '#features/places/letterboxes/codes/contract.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { adminParcelsApi } from '../contract.admin.ts'
import { sheet_codes } from '../tables.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const paid = (fields: Partial<typeof orders.$inferInsert> = {}) =>
  createOrder(orm(), {
    status: 'paid',
    address: 'Seeweg 1',
    price_cents: 700 * (fields.amount ?? 1),
    ...fields,
  })

async function print(...ids: string[]): Promise<{ status: number; pdf: ReadPdf | null }> {
  const { statusCode, rawPayload } = await test.app.inject({
    method: 'POST',
    url: API_BASE + adminParcelsApi.codeStickers.path,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { ids },
  })
  return { status: statusCode, pdf: statusCode === 200 ? readPdf(rawPayload) : null }
}
async function codesOf({ id }: { id: string }): Promise<string[]> {
  const rows = await orm().select().from(sheet_codes).where(eq(sheet_codes.order_id, id))
  return rows.map(({ code }) => code)
}
/** A printed code of a paid order. */
async function sheetOf(fields: Partial<typeof orders.$inferInsert>): Promise<string> {
  const order = await paid(fields)
  await print(order.id)
  const [code = ''] = await codesOf(order)
  return code
}
const claim = async (code: string, as: TestUser) =>
  (await test.call(letterboxCodesApi.claim, { as: as.token, body: { code } })).status
const giveAway = async (code: string, as: TestUser) =>
  (await test.call(letterboxCodesApi.giveAway, { as: as.token, body: { code } })).status
const scan = async (code: string, as: TestUser) =>
  (await test.call(letterboxCodesApi.scan, { as: as.token, query: { code } })).body

describe('stickers with QR codes', () => {
  it('are one for each sheet, after a label with the order, and the same when printed again', async () => {
    const [one, two] = [await paid({ amount: 3 }), await paid({ amount: 1, lang: 'fr' })]
    const { status, pdf } = await print(one.id, two.id)
    expect([status, pdf?.pages]).toEqual([200, 1])
    const codes = [...(await codesOf(one)), ...(await codesOf(two))]
    expect(codes).toHaveLength(4)
    for (const code of codes) expect(pdf?.text).toContain(code)
    expect(pdf?.text).toContain(formatRefno(one.refno))
    expect(pdf?.text).toContain('1 autocollant')
    // The scanner reads a page with a single code only.
    expect((await print(two.id)).pdf?.code).toBe(`https://lend.example/l/${codes.at(-1)}`)
    const again = (await print(one.id, two.id)).pdf
    for (const code of codes) expect(again?.text).toContain(code)
    expect(await codesOf(one)).toHaveLength(3)
  })

  it('are created once by two prints at the same time', async () => {
    const order = await paid({ amount: 2 })
    const statuses = await Promise.all([print(order.id), print(order.id)])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200])
    expect(await codesOf(order)).toHaveLength(2)
  })

  it('replace a code that has ended with its letterbox', async () => {
    const { id, owner } = await createLetterbox(orm())
    const order = await paid({ user_id: owner.id })
    await print(order.id)
    const [code = ''] = await codesOf(order)
    expect(await claim(code, owner)).toBe(200)
    await orm().delete(letterboxes).where(eq(letterboxes.id, id))
    expect(await codesOf(order)).toEqual([])
    await print(order.id)
    expect(await codesOf(order)).not.toEqual([code])
    expect(await codesOf(order)).toHaveLength(1)
  })

  it('continue on the next sheet of labels, and have a limit', async () => {
    const pack = await paid({ product_id: 4, amount: 30 })
    const { pdf } = await print(pack.id)
    expect(pdf?.pages).toBe(2)
    const large = await paid({ product_id: 4, amount: 1001 })
    expect((await print(large.id)).status).toBe(409)
    expect(await codesOf(large)).toEqual([])
  })

  it('are mentioned on the packing slip once they are printed', async () => {
    const order = await paid({ lang: 'en' })
    const slip = async () => {
      const { rawPayload } = await test.app.inject({
        url: `${API_BASE}${adminParcelsApi.packingSlip.path}?id=${order.id}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      return readPdf(rawPayload)
    }
    expect((await slip()).text).not.toContain('QR code. Stick it')
    await print(order.id)
    const printed = await slip()
    expect(printed.text.replace(/\s+/g, ' ')).toContain('a sticker with a QR code. Stick it on')
    expect(printed.pages).toBe(1)
  })
})

it('a sheet of QR codes to hand out has 21 codes that any member can claim', async () => {
  const { statusCode, rawPayload } = await test.app.inject({
    method: 'POST',
    url: API_BASE + adminParcelsApi.handOutStickers.path,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { lang: 'en' },
  })
  const { pages, text } = readPdf(rawPayload)
  const codes = text.match(/^[0-9A-HJKMNP-TV-Z]{7}$/gm) ?? []
  expect([statusCode, pages, new Set(codes).size]).toEqual([200, 1, 21])
  const { owner } = await createLetterbox(orm())
  expect(await claim(codes[0] ?? '', owner)).toBe(200)
})

describe('a sheet of an order', () => {
  it('can be claimed by the household that ordered it, and by no other member', async () => {
    const { id, owner } = await createLetterbox(orm())
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: id })
    const { owner: stranger } = await createLetterbox(orm())
    const code = await sheetOf({ user_id: member.id, amount: 1 })
    expect(await scan(code, stranger)).toEqual({
      state: 'sheet',
      claimable: false,
      givable: false,
    })
    expect(await claim(code, stranger)).toBe(403)
    expect(await scan(code, owner)).toEqual({
      state: 'sheet',
      claimable: true,
      givable: false,
    })
    expect(await claim(code, owner)).toBe(200)
  })

  it('can be claimed by the letterbox at the address of the parcel', async () => {
    const { owner } = await createLetterbox(orm(), { address: 'Amselweg 7' })
    const { owner: elsewhere } = await createLetterbox(orm(), { address: 'Amselweg 8' })
    const place = { address: 'amselweg 7', postcode: '8004', city: 'Zürich', country: 'CH' }
    const code = await sheetOf(place)
    expect(await claim(code, elsewhere)).toBe(403)
    expect(await claim(code, owner)).toBe(200)
  })

  it('that was ordered without an account belongs to the account with that confirmed address', async () => {
    const { owner } = await createLetterbox(orm(), { ownerFields: { email_confirmed_at: null } })
    const code = await sheetOf({ user_id: null, email: owner.email.toUpperCase() })
    expect(await scan(code, owner)).toEqual({ state: 'sheet', claimable: false, givable: false })
    expect([await claim(code, owner), await giveAway(code, owner)]).toEqual([403, 403])
    await orm().update(users).set({ email_confirmed_at: new Date() }).where(eq(users.id, owner.id))
    expect(await scan(code, owner)).toEqual({ state: 'sheet', claimable: true, givable: true })
    expect(await claim(code, owner)).toBe(200)
  })

  it('that was ordered without an account is given away by the account with that address', async () => {
    const buyer = await createUser(orm())
    const { owner: friend } = await createLetterbox(orm())
    const code = await sheetOf({ user_id: null, email: buyer.email })
    expect([await giveAway(code, friend), await giveAway(code, buyer)]).toEqual([403, 204])
    expect(await claim(code, friend)).toBe(200)
  })

  it('can be claimed by anyone if a reseller sold it, and by no one if the order was cancelled', async () => {
    const { owner } = await createLetterbox(orm())
    expect(await claim(await sheetOf({ product_id: 4, amount: 1 }), owner)).toBe(200)
    const code = await sheetOf({ user_id: owner.id })
    await orm().update(orders).set({ status: 'cancelled' }).where(eq(orders.user_id, owner.id))
    expect(await claim(code, owner)).toBe(403)
  })

  it('can be claimed by anyone, once, after the one who ordered it has given it away', async () => {
    // Who gives a sheet away needs no letterbox.
    const buyer = await createUser(orm())
    const { owner: friend } = await createLetterbox(orm())
    const { owner: other } = await createLetterbox(orm())
    const code = await sheetOf({ user_id: buyer.id })
    expect(await scan(code, buyer)).toEqual({
      state: 'sheet',
      claimable: false,
      givable: true,
    })
    expect([await giveAway(code, friend), await claim(code, friend)]).toEqual([403, 403])
    expect(await giveAway(code.toLowerCase(), buyer)).toBe(204)
    expect(await scan(code, friend)).toEqual({
      state: 'sheet',
      claimable: true,
      givable: false,
    })
    expect(await claim(code, friend)).toBe(200)
    expect([await claim(code, other), await giveAway(code, buyer)]).toEqual([404, 404])
  })

  it('keeps its code when the stickers of the order are printed again, given away or not', async () => {
    const buyer = await createUser(orm())
    const order = await paid({ user_id: buyer.id, amount: 3 })
    await print(order.id)
    const codes = await codesOf(order)
    for (const code of codes.slice(0, 2)) expect(await giveAway(code, buyer)).toBe(204)
    const { owner: friend } = await createLetterbox(orm())
    expect(await claim(codes[0] ?? '', friend)).toBe(200)
    const again = (await print(order.id)).pdf?.text.match(/^[0-9A-HJKMNP-TV-Z]{7}$/gm)
    expect(again?.sort()).toEqual([...codes].sort())
    expect(await codesOf(order)).toHaveLength(3)
    // The code was printed on a new sticker, and still means that its sheet was given away.
    expect(await scan(codes[1] ?? '', buyer)).toMatchObject({ givable: false })
    expect(await claim(codes[1] ?? '', friend)).toBe(200)
    expect(await claim(codes[2] ?? '', friend)).toBe(403)
  })

  it('cannot be given away by a reseller, nor after the order was cancelled', async () => {
    const buyer = await createUser(orm())
    expect(await giveAway(await sheetOf({ product_id: 4, user_id: buyer.id }), buyer)).toBe(403)
    const code = await sheetOf({ user_id: buyer.id })
    await orm().update(orders).set({ status: 'cancelled' }).where(eq(orders.user_id, buyer.id))
    expect(await giveAway(code, buyer)).toBe(403)
  })
})
