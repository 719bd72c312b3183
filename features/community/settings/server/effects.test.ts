import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { productsApi } from '#features/shop/orders/products/contract.ts'
import { PRODUCT_ID, RESELLER_TIERS } from '#features/shop/orders/products/pricing.ts'
import { PRESET_PRICES } from '#features/shop/orders/products/product-prices.ts'
import { seedProducts } from '#features/shop/orders/products/server/products.queries.ts'
import { ROOT } from '#platform/server/paths.ts'
import { configApi } from '#platform/shared/config.ts'
import { LIGHT_SURFACES, PRESET_COLOURS } from '#platform/shared/settings/brand-colours.ts'
import { PRESET_LIMITS } from '#platform/shared/settings/limits.ts'
import { type SettingValues, settingsApi } from '../contract.admin.ts'
import { setting_versions } from '../tables.ts'

const BRAND = { name: 'Quartier & Co', primary: '#0a5c3e', ink: '#202020' }
const ORDER = {
  product_id: 1,
  amount: 2,
  firstname: 'A',
  lastname: 'B',
  address: 'Langstrasse 1',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  email: 'buyer@example.org',
  lang: 'en',
} as const

/** Prices for resellers in cents per piece, largest quantity first. */
const RESELLER = [300, 310, 320, 330, 340, 500, 800]

let test: TestApp
/** A second process on the same database. */
let sibling: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  sibling = await createTestApp({ sharing: test })
  await seedProducts(test.deps.database.orm)
  admin = await createUser(test.deps.database.orm, { role_id: 3 })
})
afterAll(async () => {
  await sibling.close()
  await test.close()
})

async function save(key: 'brand' | 'prices' | 'limits', value: unknown) {
  const { body } = await test.call(settingsApi.list, { as: admin.token })
  const version = body.find((setting) => setting.key === key)?.version
  const saved = await test.call(settingsApi.save, {
    as: admin.token,
    body: { key, version, value } as never,
  })
  expect(saved.status).toBe(200)
}

const brandOf = async (app: TestApp) => (await app.call(configApi.get)).body.brand.name
const page = async (app: TestApp) => (await app.app.inject('/')).body

describe('the brand', () => {
  beforeAll(async () => {
    await save('brand', BRAND)
    await vi.waitFor(async () => expect(await brandOf(sibling)).toBe(BRAND.name), {
      timeout: 15000,
    })
  })
  afterAll(() => save('brand', null))

  it('is in the first HTML of every process, in its colours', async () => {
    for (const app of [test, sibling]) {
      const html = await page(app)
      expect(html).toContain('<title>Quartier &amp; Co</title>')
      expect(html).toContain('<b id="shell-brand" translate="no">Quartier &amp; Co</b>')
      expect(html).toContain(
        '<meta name="theme-color" content="#0a5c3e" media="(prefers-color-scheme: light)"',
      )
      expect(html).toMatch(
        /<style data-brand>@media not screen,not \(prefers-color-scheme:dark\)\{html:root\{--ll-yellow:#0a5c3e;[^<]*--ll-on-yellow:#ffffff;--ll-ink:#202020;/,
      )
    }
  })

  it('does not change the content security policy of pages', async () => {
    const { headers } = await test.app.inject('/')
    await save('brand', null)
    const before = await test.app.inject('/')
    expect(before.body).not.toContain('html:root')
    expect(headers['content-security-policy']).toBe(before.headers['content-security-policy'])
    await save('brand', BRAND)
    await vi.waitFor(async () => expect(await brandOf(sibling)).toBe(BRAND.name), {
      timeout: 15000,
    })
  })

  it('names the installed app', async () => {
    const manifest = (await sibling.app.inject('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ name: BRAND.name, theme_color: BRAND.primary })
  })

  it('signs mails of every process', async () => {
    for (const app of [test, sibling]) {
      const { email } = await createUser(test.deps.database.orm)
      await app.call(accountsApi.forgotPassword, { body: { email } })
      const mail = (await app.mails()).find(({ recipient }) => recipient === email)
      expect(mail?.html).toContain('Quartier &amp; Co')
      expect(mail?.html).toContain('background-color:#0a5c3e')
      expect(mail?.html).not.toMatch(/Letterlend|#ffc53d/i)
    }
  })
})

it('new prices apply to new orders in every process; stored orders keep theirs', async () => {
  const before = await test.call(ordersApi.store, { body: ORDER })
  expect([before.status, before.body.order_info.price]).toEqual([201, 14])
  await save('prices', { sticker_pack: 850, membership: 150, reseller: RESELLER })
  // The process that saved them uses them at once, others when they are notified.
  const list = async (app: TestApp) => (await app.call(productsApi.list)).body
  expect((await list(test))[0]?.price).toBe(8.5)
  await expect.poll(async () => (await list(sibling))[0]?.price).toBe(8.5)
  const [pack, membership, reseller] = await list(sibling)
  expect([pack, membership].map((product) => [product?.price, product?.tiers])).toEqual([
    [8.5, []],
    [1.5, []],
  ])
  expect(reseller).toMatchObject({
    price: 8,
    tiers: RESELLER_TIERS.map(({ from }, i) => ({ from, price: (RESELLER[i] ?? 0) / 100 })),
  })
  const after = await sibling.call(ordersApi.store, { body: ORDER })
  expect(after.body.order_info.price).toBe(17)
  const shop = { ...ORDER, product_id: PRODUCT_ID.reseller, amount: 20 }
  expect((await sibling.call(ordersApi.store, { body: shop })).body.order_info.price).toBe(100)
  const { id } = before.body.order_info
  const stored = await test.call(ordersApi.loadById, { query: { order_id: id } })
  expect(stored.body.price).toBe(14)
  await save('prices', null)
  expect((await test.call(ordersApi.store, { body: ORDER })).body.order_info.price).toBe(14)
  expect((await test.call(ordersApi.store, { body: shop })).body.order_info.price).toBe(90)
})

it.each([
  ['are one too few', RESELLER.slice(1), 'price'],
  ['give something away', [0, ...RESELLER.slice(1)], 'price'],
  ['make more pieces dearer than fewer', [710, ...RESELLER.slice(1)], 'tier'],
])('prices for resellers that %s are refused', async (_, reseller, problem) => {
  const { body } = await test.call(settingsApi.list, { as: admin.token })
  const version = body.find(({ key }) => key === 'prices')?.version ?? 0
  const value = { sticker_pack: 700, membership: 100, reseller }
  const { status, error } = await test.call(settingsApi.save, {
    as: admin.token,
    body: { key: 'prices', version, value },
  })
  expect([status, error.errors]).toEqual([422, { value: [`errors.validation.setting.${problem}`] }])
})

it('prices from a version without reseller prices can be read and restored', async () => {
  const { orm } = test.deps.database
  const setting = async () => {
    const { body } = await test.call(settingsApi.list, { as: admin.token })
    return body.find(({ key }) => key === 'prices')
  }
  const version = (await setting())?.version ?? 0
  await orm.insert(setting_versions).values({
    key: 'prices',
    version: version + 1,
    saved_at: new Date(),
    value: { sticker_pack: 900, membership: 100 } as SettingValues['prices'],
  })
  await save('prices', { sticker_pack: 850, membership: 150, reseller: RESELLER })
  const history = await test.call(settingsApi.history, {
    as: admin.token,
    query: { key: 'prices' },
  })
  expect([history.status, history.body.rows[1]?.value]).toEqual([
    200,
    { ...PRESET_PRICES, sticker_pack: 900 },
  ])
  const { body } = await test.call(settingsApi.restore, {
    as: admin.token,
    body: { key: 'prices', version: version + 2, to: version + 1 },
  })
  expect(body.value).toEqual({ ...PRESET_PRICES, sticker_pack: 900 })
  await save('prices', null)
})

it.each([
  ['below nothing', -700],
  ['of nothing', 0],
  ['of half a cent', 700.5],
  ['beyond all measure', 1e9],
])('a price %s is refused', async (_, sticker_pack) => {
  const { body } = await test.call(settingsApi.list, { as: admin.token })
  const version = body.find(({ key }) => key === 'prices')?.version ?? 0
  const { status, error } = await test.call(settingsApi.save, {
    as: admin.token,
    body: { key: 'prices', version, value: { sticker_pack, membership: 100 } },
  })
  expect([status, error.errors]).toEqual([422, { value: ['errors.validation.setting.price'] }])
})

it('limits hold at once, in every process', async () => {
  const { token } = await createUser(test.deps.database.orm, { created_at: new Date() })
  const left = async (app: TestApp) =>
    (await app.call(requestsApi.allowance, { as: token })).body.left
  expect(await left(sibling)).toBe(PRESET_LIMITS.requests_first_day)
  await save('limits', { ...PRESET_LIMITS, requests_first_day: 7 })
  expect(await left(test)).toBe(7)
  await vi.waitFor(async () => expect(await left(sibling)).toBe(7))
})

it('the colours that are checked match those of the style sheet', () => {
  const css = readFileSync(
    join(ROOT, 'platform', 'web', 'start', 'theme-variables.css'),
    'utf8',
  ).split('@media')[0]
  const colourOf = (name: string) => new RegExp(`--ll-${name}: (#[0-9a-f]{6})`).exec(css ?? '')?.[1]
  expect(['paper', 'surface', 'raised', 'sky'].map(colourOf)).toEqual(LIGHT_SURFACES)
  expect({ primary: colourOf('yellow'), ink: colourOf('ink') }).toEqual(PRESET_COLOURS)
})

import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
