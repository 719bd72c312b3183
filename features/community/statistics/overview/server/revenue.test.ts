import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { bank_payments } from '#features/shop/orders/bank-statements/tables.ts'
import { cashBookApi } from '#features/shop/orders/cash-book/contract.admin.ts'
import { CURRENCIES, type Currency, PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { order_events } from '#features/shop/orders/tables.ts'
import { payments, refunds } from '#features/shop/payments/tables.ts'
import { adminOverviewApi } from '../contract.admin.ts'
import { countYear } from './counting-yearly-report.ts'
import { reportYear } from './yearly-report.rules.ts'

const NOW = new Date('2026-04-15T10:00:00Z')
const MONTHS = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04']
const { stickerPack, membership } = PRODUCT_ID

/** A payment or refund in cents. Bank payments only have a date. */
type Moved = { at: string; cents: number; way?: 'card' | 'bank' }

interface Example {
  name: string
  ordered: string
  product_id?: number
  currency?: Currency
  /** When the bank statement was imported and the order marked as paid. */
  noted?: string
  came: Moved[]
  went?: Moved[]
  /** Payments and refunds by month. */
  counts: Record<string, [paid: number, refunded: number]>
}

const EXAMPLES: Example[] = [
  {
    name: 'ordered in December, paid in January, given back in February',
    ordered: '2025-12-20T10:00:00Z',
    came: [{ at: '2026-01-05', cents: 1400, way: 'bank' }],
    went: [{ at: '2026-02-03T09:00:00Z', cents: 1400, way: 'bank' }],
    counts: { '2026-01': [14, 0], '2026-02': [0, 14] },
  },
  {
    name: 'came in December, and the statement was read in January',
    ordered: '2025-12-01T10:00:00Z',
    noted: '2026-01-04T10:00:00Z',
    came: [{ at: '2025-12-31', cents: 700, way: 'bank' }],
    counts: { '2025-12': [7, 0] },
  },
  {
    name: 'by card in the last half hour of the year in Greenwich, which is January here',
    ordered: '2025-12-31T23:20:00Z',
    came: [{ at: '2025-12-31T23:30:00Z', cents: 2100 }],
    counts: { '2026-01': [21, 0] },
  },
  {
    name: 'in two parts, of which some went back within the month',
    ordered: '2026-02-10T10:00:00Z',
    came: [
      { at: '2026-02-11T10:00:00Z', cents: 1400 },
      { at: '2026-03-01', cents: 700, way: 'bank' },
    ],
    went: [{ at: '2026-02-20T10:00:00Z', cents: 350 }],
    counts: { '2026-02': [14, 3.5], '2026-03': [7, 0] },
  },
  {
    name: 'a membership, in euros',
    ordered: '2025-11-30T12:00:00Z',
    product_id: membership,
    currency: 'EUR',
    came: [{ at: '2026-03-31', cents: 3000, way: 'bank' }],
    counts: { '2026-03': [30, 0] },
  },
  { name: 'not paid at all', ordered: '2026-03-01T10:00:00Z', came: [], counts: {} },
]

describe('revenue', () => {
  let test: TestApp
  let treasurer: TestUser
  const orm = () => test.deps.database.orm

  async function keep({ ordered, noted, came, went = [], ...of }: Example) {
    const { product_id = stickerPack, currency = 'CHF' } = of
    const created_at = new Date(ordered)
    const { id: order_id } = await createOrder(orm(), { product_id, currency, created_at })
    for (const { at, cents: amount_cents, way = 'card' } of came) {
      const [on, money] = [new Date(noted ?? at), { order_id, amount_cents, currency }]
      if (way === 'bank')
        await orm()
          .insert(bank_payments)
          .values({ ...money, received_on: at })
      else {
        const charge = { provider: 'sandbox', status: 'succeeded', proof_hash: at } as const
        await orm()
          .insert(payments)
          .values({ ...money, ...charge, created_at, updated_at: on })
      }
      await orm().insert(order_events).values({
        order_id,
        status: 'paid',
        actor: 'payment',
        received_cents: amount_cents,
        created_at: on,
      })
    }
    for (const { at, cents: amount_cents } of went) {
      const money = { order_id, amount_cents, currency, updated_at: new Date(at) }
      await orm()
        .insert(refunds)
        // A pending refund is not counted.
        .values([
          { ...money, status: 'succeeded' },
          { ...money, status: 'started' },
        ])
    }
  }

  beforeAll(async () => {
    test = await createTestApp({ deps: { clock: () => NOW } })
    treasurer = await createUser(orm(), { role_id: 3 })
    for (const example of EXAMPLES) await keep(example)
  })
  afterAll(() => test.close())

  const overviewOf = async (month: string) => {
    const query = { from: '2025-11', until: '2026-04' }
    const { body } = await test.call(adminOverviewApi.overview, { as: treasurer.token, query })
    return body.months.find((each) => each.month === month)?.revenue ?? []
  }
  const bookOf = async (month: string) =>
    (await test.call(cashBookApi.cashBook, { as: treasurer.token, query: { month } })).body
  const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
    rows.reduce((cents, row) => cents + Math.round(of(row) * 100), 0) / 100

  it.each(EXAMPLES)('is counted on the day of the payment: $name', async (example) => {
    const { currency = 'CHF', product_id = stickerPack } = example
    const others = EXAMPLES.filter(
      (each) => (each.currency ?? 'CHF') === currency && each !== example,
    )
    for (const month of MONTHS) {
      const revenue = (await overviewOf(month)).find((each) => each.currency === currency)
      const [paid, refunded] = example.counts[month] ?? [0, 0]
      const ofOthers = (index: 0 | 1) => sumOf(others, ({ counts }) => counts[month]?.[index] ?? 0)
      expect([month, revenue?.paid ?? 0, revenue?.refunded ?? 0]).toEqual([
        month,
        paid + ofOthers(0),
        refunded + ofOthers(1),
      ])
      const { kinds } = await bookOf(month)
      const isShown = kinds.some((each) => each.product_id === product_id)
      if (paid + refunded > 0) expect(isShown).toBe(true)
    }
  })

  it('is the same in the cash book, the overview and the yearly report', async () => {
    const report = await countYear(test.deps, reportYear(2026, '2026-04'))
    for (const currency of CURRENCIES) {
      const isOf = (each: { currency: Currency }) => each.currency === currency
      const chart = report.revenueByMonth.find(isOf)
      for (const month of MONTHS) {
        const { ways, kinds } = await bookOf(month)
        const net = ({ received, given_back }: { received: number; given_back: number }) =>
          received - given_back
        const booked = sumOf(ways.filter(isOf), net)
        const [year = '', number = ''] = month.split('-')
        const bars = year === '2026' ? chart?.months.year : chart?.months.before
        expect([
          month,
          sumOf(kinds.filter(isOf), net),
          (await overviewOf(month)).find(isOf)?.revenue ?? 0,
          bars?.[Number(number) - 1],
        ]).toEqual([month, booked, booked, booked])
      }
      const kindsOf = async (months: string[]) =>
        (await Promise.all(months.map(bookOf))).flatMap(({ kinds }) => kinds.filter(isOf))
      const months2026 = MONTHS.filter((month) => month >= '2026')
      for (const { product, money } of report.revenue.filter(isOf)) {
        const kinds = (await kindsOf(months2026)).filter((each) => each.product_id === product.id)
        expect(money.year).toBe(sumOf(kinds, (each) => each.received - each.given_back))
      }
      expect(sumOf(report.revenue.filter(isOf), ({ money }) => money.year ?? 0)).toBe(
        sumOf(await kindsOf(months2026), (each) => each.received - each.given_back),
      )
    }
    expect(
      report.revenue.map(({ product, currency, money }) => [product.id, currency, money]),
    ).toEqual([
      [stickerPack, 'CHF', { year: 38.5, before: 7 }],
      [membership, 'EUR', { year: 30, before: 0 }],
    ])
  })
})
