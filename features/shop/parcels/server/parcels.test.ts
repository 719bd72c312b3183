import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { readPdf } from '#app/server/testing/read-pdf.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import type { orders } from '#features/shop/orders/tables.ts'
import { readNetworkLimits } from '#platform/server/identity/network-limits.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { adminParcelsApi } from '../contract.admin.ts'
import { parcelsApi } from '../contract.ts'
import { formatParcelCode, parcelCodeOf } from '../parcel-code.ts'
import { parcel_codes } from '../tables.ts'

const ADDRESS = { address: 'Langstrasse 12', postcode: '8004', city: 'Zürich', country: 'CH' }

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp({
    config: {
      publicUrl: 'https://lend.example',
      networkLimits: readNetworkLimits('parcel_codes=30'),
    },
  })
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
async function slipOf(id: string, as: string | null = admin.token) {
  const { statusCode, rawPayload, headers } = await test.app.inject({
    url: `${API_BASE}${adminParcelsApi.packingSlip.path}?id=${id}`,
    headers: as ? { authorization: `Bearer ${as}` } : {},
  })
  return { status: statusCode, file: rawPayload, headers }
}
/** The code on the slip of a parcel. */
async function codeIn(id: string): Promise<string> {
  expect((await slipOf(id)).status).toBe(200)
  const [row] = await orm().select().from(parcel_codes).where(eq(parcel_codes.order_id, id))
  return formatParcelCode(row?.code ?? '')
}
/** A shipped order to {@link ADDRESS}, unless overridden. */
async function ship(fields: Partial<typeof orders.$inferInsert> = {}) {
  const { id } = await createOrder(orm(), { status: 'paid', ...fields })
  const code = await codeIn(id)
  await test.call(adminOrdersApi.ship, { as: admin.token, body: { id, version: 0 } })
  return { id, code }
}
let networks = 0
const enter = (code: string, as?: string, ip = `10.8.${networks++ & 255}.1`) =>
  test.call(parcelsApi.verify, { body: { code }, ip, as })
const isVerified = async (id: string) => {
  const { body } = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
  return body.address_verified
}

describe('GET /letterboxes/listedAlready', () => {
  const listed = async (as: string) =>
    (await test.call(parcelsApi.listedAlready, { as })).body.listed
  const imported = (fields: object = {}, ownerFields: object = {}) =>
    createLetterbox(orm(), {
      address: 'Seestrasse 77',
      postcode: '9494',
      city: 'Schaan',
      country: 'LI',
      import_key: randomUUID(),
      ownerFields: { email_confirmed_at: null, ...ownerFields },
      ...fields,
    })
  const register = () =>
    createLetterbox(orm(), {
      address: 'Seestr. 77',
      postcode: '9494',
      city: 'Schaan',
      country: 'LI',
      latitude: null,
      longitude: null,
      ownerFields: { email_confirmed_at: null },
    })

  it('returns true if an unclaimed imported letterbox has the address of the caller', async () => {
    const { owner } = await register()
    expect(await listed(owner.token)).toBe(false)
    const { id } = await imported()
    expect(await listed(owner.token)).toBe(true)
    const elsewhere = await createLetterbox(orm())
    expect(await listed(elsewhere.owner.token)).toBe(false)
    expect((await test.call(parcelsApi.listedAlready)).status).toBe(401)
    await orm().delete(letterboxes).where(eq(letterboxes.id, id))
  })

  it('returns false for a claimed letterbox and for one that is not public', async () => {
    const { owner } = await register()
    const rows = [
      await imported({ import_key: null }),
      await imported({}, { email_confirmed_at: new Date() }),
      await imported({ latitude: null, longitude: null }),
      await imported({}, { show_on_map: false }),
      await imported({ hidden_at: new Date(), hidden_reason: 'moved' }),
    ]
    expect(await listed(owner.token)).toBe(false)
    for (const { id } of rows) await orm().delete(letterboxes).where(eq(letterboxes.id, id))
  })
})

describe('POST /letterboxes/verifyByParcel', () => {
  it('verifies the address to which the parcel went, whoever ordered it', async () => {
    const { id, owner } = await createLetterbox(orm())
    const { code } = await ship({ email: 'grandmother@example.org' })
    expect(await isVerified(id)).toBe(false)
    const { status, body } = await enter(` ${code.toLowerCase()} `, owner.token)
    expect([status, body.address_verified]).toEqual([200, true])
    expect(await isVerified(id)).toBe(true)
  })

  it.each([
    [{ address: 'Langstr. 12' }],
    [{ address: 'langstraße 12', city: 'Zuerich' }],
    [{ address: 'Langstrasse  12', address_addition: 'Hinterhaus' }],
  ])('accepts the same address written as %j', async (fields) => {
    const { owner } = await createLetterbox(orm())
    const { code } = await ship({ ...ADDRESS, ...fields })
    expect((await enter(code, owner.token)).status).toBe(200)
  })

  it.each([
    [{ address: 'Langstrasse 1' }],
    [{ address: 'Langstrasse 12a' }],
    [{ address: 'Langgasse 12' }],
    [{ postcode: '8005' }],
    [{ city: 'Bern' }],
    [{ country: 'DE' }],
  ])('refuses another address and does not use up the code: %j', async (fields) => {
    const [here, there] = [await createLetterbox(orm()), await createLetterbox(orm(), fields)]
    const { code } = await ship()
    const { status, error } = await enter(code, there.owner.token)
    expect([status, error.code]).toEqual([409, 'other_address'])
    expect(await isVerified(there.id)).toBe(false)
    expect((await enter(code, here.owner.token)).status).toBe(200)
  })

  it('uses up the code for one letterbox, and refuses it to a neighbour', async () => {
    const [one, other] = [await createLetterbox(orm()), await createLetterbox(orm())]
    const { code } = await ship()
    const answers = await Promise.all([
      enter(code, one.owner.token),
      enter(code, other.owner.token),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.error.code).toBe('parcel_code_used')
    const won = answers[0]?.status === 200 ? one : other
    // A second click succeeds.
    expect((await enter(code, won.owner.token)).status).toBe(200)
    expect([await isVerified(one.id), await isVerified(other.id)].sort()).toEqual([false, true])
  })

  it('verifies only the current address: a change ends it and the code is used up', async () => {
    const { id, owner } = await createLetterbox(orm())
    const { code } = await ship()
    await enter(code, owner.token)
    const move = (fields: object) =>
      test.call(letterboxesApi.updateAddress, {
        as: owner.token,
        body: { firstname: 'Ada', lastname: 'Muster', ...ADDRESS, ...fields },
      })
    expect((await move({ address_addition: '2. Stock' })).body.address_verified).toBe(true)
    expect((await move({ address: 'Langstrasse 14' })).body.address_verified).toBe(false)
    await move({})
    expect((await enter(code, owner.token)).error.code).toBe('parcel_code_used')
    expect(await isVerified(id)).toBe(false)
  })

  it('accepts a code from a household member', async () => {
    const { id } = await createLetterbox(orm())
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: id })
    expect((await enter((await ship()).code, member.token)).status).toBe(200)
    expect(await isVerified(id)).toBe(true)
  })

  it('refuses an unknown code, a malformed one and one of a cancelled order', async () => {
    const { owner } = await createLetterbox(orm())
    const unknown = await enter(parcelCodeOf(987_654_321), owner.token)
    expect([unknown.status, unknown.error.code]).toEqual([422, 'parcel_code_unknown'])
    for (const typed of ['', 'ABCD-EFGJ', '12', 'x'.repeat(200)]) {
      const { status, error } = await enter(typed, owner.token)
      expect([status, error.errors]).toEqual([422, { code: ['errors.validation.parcelCode'] }])
    }
    const { id } = await createOrder(orm(), { status: 'paid' })
    const code = await codeIn(id)
    await test.call(adminOrdersApi.cancel, { as: admin.token, body: { id, version: 0 } })
    expect((await enter(code, owner.token)).error.code).toBe('parcel_code_unknown')
  })

  it('requires an account with a letterbox', async () => {
    const { code } = await ship()
    expect((await enter(code)).status).toBe(401)
    const homeless = await createUser(orm())
    expect((await enter(code, homeless.token)).error.code).toBe('conflict')
  })

  it('limits wrong codes per account and per network', async () => {
    const { owner } = await createLetterbox(orm())
    const guess = (i: number, as: string, ip?: string) => enter(parcelCodeOf(5_000_000 + i), as, ip)
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await guess(i, owner.token)).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    const network = '10.7.7.7'
    let guesser = owner
    for (let i = 0; i < 30; i++) {
      if (i % 10 === 0) guesser = (await createLetterbox(orm())).owner
      expect((await guess(100 + i, guesser.token, network)).status).toBe(422)
    }
    const { status } = await guess(99, (await createLetterbox(orm())).owner.token, network)
    expect(status).toBe(429)
  })

  it('refuses an expired code', async () => {
    const { id, owner } = await createLetterbox(orm())
    const { id: order, code } = await ship()
    const ago = new Date(Date.now() - DAY_MS)
    await orm()
      .update(parcel_codes)
      .set({ expires_at: ago })
      .where(eq(parcel_codes.order_id, order))
    expect((await enter(code, owner.token)).error.code).toBe('parcel_code_expired')
    expect(await isVerified(id)).toBe(false)
  })

  it('keeps the order and its code without the letterbox after the account is deleted', async () => {
    const { id, owner } = await createLetterbox(orm())
    const { id: order, code } = await ship({ user_id: owner.id })
    await enter(code, owner.token)
    expect((await test.call(accountsApi.remove, { as: owner.token })).status).toBe(204)
    expect(await orm().select().from(letterboxes).where(eq(letterboxes.id, id))).toEqual([])
    const [row] = await orm().select().from(parcel_codes).where(eq(parcel_codes.order_id, order))
    expect(row?.letterbox_id).toBeNull()
  })
})

describe('GET /admin/orders/packingSlip', () => {
  it.each([
    ['de', 'Lieferschein', 'Bestätige deine Adresse'],
    ['en', 'Packing slip', 'Confirm your address'],
    ['fr', 'Bulletin de livraison', 'Confirmez votre adresse'],
  ] as const)('returns one page in the order’s language: %s', async (lang, title, proof) => {
    const person = {
      firstname: 'Łucja',
      lastname: 'Ångström',
      address_addition: 'c/o Papadopoulos',
    }
    const reseller = { product_id: 4, amount: 12, price_cents: 8400 } as const
    const fields = { status: 'paid', lang, ...person, ...reseller } as const
    const { id, refno } = await createOrder(orm(), fields)
    const { status, file, headers } = await slipOf(id)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toMatch(new RegExp(`attachment; .*${refno}\\.pdf`))
    const { pages, text, code, extent } = readPdf(file)
    const printed = await codeIn(id)
    expect(pages).toBe(1)
    const lines = text.replaceAll(/\s+/g, ' ')
    for (const part of [title, proof, 'Łucja Ångström', 'Langstrasse 12', '8004 Zürich', printed]) {
      expect(lines).toContain(part)
    }
    expect(lines).toContain(formatRefno(refno).replaceAll('\u00a0', ' '))
    expect(lines).toContain('lend.example/profile/parcel')
    expect(code).toBe(`https://lend.example/profile/parcel?code=${printed}`)
    expect([extent.left > 50, extent.right < 545]).toEqual([true, true])
    // Prices are on the invoice only.
    expect(lines).not.toMatch(/CHF|84\.00/)
  })

  it('prints the same code every time, also at the same time and after shipping', async () => {
    const { id } = await createOrder(orm(), { status: 'paid' })
    await Promise.all([slipOf(id), slipOf(id)])
    const code = await codeIn(id)
    await test.call(adminOrdersApi.ship, { as: admin.token, body: { id, version: 0 } })
    expect(await codeIn(id)).toBe(code)
    expect(
      await orm().select().from(parcel_codes).where(eq(parcel_codes.order_id, id)),
    ).toHaveLength(1)
  })

  it.each([
    { status: 'pending_payment' },
    { status: 'pending_confirmation' },
    { status: 'cancelled' },
    { status: 'paid', product_id: 3 },
  ] as const)('returns 409 for an order without a parcel to post: %j', async (fields) => {
    const { id } = await createOrder(orm(), fields)
    expect((await slipOf(id)).status).toBe(409)
    expect(await orm().select().from(parcel_codes).where(eq(parcel_codes.order_id, id))).toEqual([])
  })

  it('returns 404 to visitors and 403 to moderators', async () => {
    const user = await createUser(orm(), { role_id: 2 })
    const { id } = await createOrder(orm(), { status: 'paid', user_id: user.id })
    expect((await slipOf(id, null)).status).toBe(404)
    expect((await slipOf(id, user.token)).status).toBe(403)
    expect((await slipOf(randomUUID())).status).toBe(404)
  })
})
