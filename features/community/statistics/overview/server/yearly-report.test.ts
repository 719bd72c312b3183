import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createOrder,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { readPdf } from '#app/server/testing/read-pdf.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { bank_payments } from '#features/shop/orders/bank-statements/tables.ts'
import { PAGE } from '#platform/server/papers/paper.ts'
import { texts } from '#platform/server/texts.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { adminOverviewApi as api } from '../contract.admin.ts'
import type { MonthPairs, YearlyReport } from './counting-yearly-report.ts'
import { countYear } from './counting-yearly-report.ts'
import { reportYear, scaleFor } from './yearly-report.rules.ts'
import { renderYearlyReport } from './yearly-report.ts'

const LADDER = 1
const NOW = new Date('2026-11-26T11:00:00Z')
const MM = 72 / 25.4
/** Too few to be shown. */
const FEW = { year: null, before: null }

describe('the yearly report', () => {
  let test: TestApp
  let treasurer: TestUser
  const orm = () => test.deps.database.orm
  const get = async (query: string, as = treasurer.token) => {
    const { statusCode, rawPayload, headers } = await test.app.inject({
      method: 'GET',
      url: `${API_BASE}${api.report.path}?${query}`,
      headers: { authorization: `Bearer ${as}` },
    })
    return { status: statusCode, headers, file: rawPayload }
  }
  const textOf = async (year: number, lang: Language = 'en') =>
    readPdf((await get(`year=${year}&lang=${lang}`)).file).text

  async function lend(lender: TestLetterbox, borrower: TestLetterbox, at: string) {
    const [row] = await orm()
      .insert(transactions)
      .values({
        item_id: LADDER,
        borrower_id: borrower.owner.id,
        lender_id: lender.owner.id,
        created_at: new Date(at),
        answered_at: new Date(at),
      })
      .returning({ id: transactions.id })
    await orm()
      .insert(transaction_events)
      .values({
        transaction_id: row?.id ?? '',
        status: 'handed_over',
        at: new Date(at),
      })
  }

  async function pay(
    product_id: 1 | 3,
    cents: number,
    at: string,
    currency: 'CHF' | 'EUR' = 'CHF',
  ) {
    const order = await createOrder(orm(), {
      product_id,
      amount: 1,
      piece_cents: cents,
      price_cents: cents,
      currency,
      status: 'paid',
      created_at: new Date(at),
    })
    await orm()
      .insert(bank_payments)
      .values({ order_id: order.id, amount_cents: cents, currency, received_on: at })
  }

  beforeAll(async () => {
    test = await createTestApp({ deps: { clock: () => NOW } })
    treasurer = await createUser(orm(), { role_id: 3 })
    await createItem(orm(), LADDER)
    const come = (at: string, fields = {}) =>
      createLetterbox(orm(), { created_at: new Date(at), items: [LADDER], ...fields })
    const [one, two] = [await come('2025-03-01'), await come('2025-04-01')]
    for (const at of ['2026-01-31T23:30:00Z', '2026-02-01', '2026-03-01']) await come(at)
    const bern = await come('2026-05-01', { postcode: '3011', city: 'Bern' })
    for (const at of ['2025-05-01', '2026-05-01', '2026-06-01', '2026-06-02', '2026-06-03']) {
      await lend(one, two, at)
    }
    await lend(bern, two, '2026-07-01')
    await pay(3, 4000, '2025-06-01')
    await pay(3, 8000, '2026-06-01')
    await pay(1, 700, '2026-07-01')
    await pay(1, 1100, '2026-07-01', 'EUR')
  })
  afterAll(() => test.close())

  it('counts the year and the year before, by month and by region', async () => {
    const report = await countYear(test.deps, reportYear(2026, '2026-11'))
    expect(report).toMatchObject({
      running: '2026-11',
      hasBefore: true,
      letterboxes: { year: 6, before: 2 },
      letterboxes_new: { year: 4, before: 2 },
      active_lenders: { year: 2, before: 1 },
      requests: { year: 5, before: 1 },
      loans: { year: 5, before: 1 },
      smallRegions: 1,
    })
    expect(report.byMonth.letterboxes).toEqual({
      year: [2, 4, 5, 5, 6, 6, 6, 6, 6, 6, 6, null],
      before: [0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    })
    expect(report.orders.map(({ product, count }) => [product.id, count])).toEqual([
      [1, { year: 2, before: 0 }],
      [3, { year: 1, before: 1 }],
      [4, { year: 0, before: 0 }],
    ])
    expect(
      report.revenue.map(({ product, currency, money }) => [product.id, currency, money]),
    ).toEqual([
      [1, 'CHF', { year: 7, before: 0 }],
      [3, 'CHF', { year: 80, before: 40 }],
      [1, 'EUR', { year: 11, before: 0 }],
    ])
    expect(report.regions).toMatchObject([
      {
        id: 'CH-80',
        letterboxes: { year: 5, before: null },
        active_lenders: { year: null, before: null },
        loans: { year: 4, before: null },
        orders: { year: 3, before: null },
      },
    ])
    expect(report.regions[0]?.loansByMonth.year.slice(4, 7)).toEqual([null, 3, null])
  })

  it('states in each language its year, its numbers, and that the year is not over', async () => {
    const { brand } = test.deps.settings.current()
    const text = await textOf(2026)
    expect(text).toContain('Yearly report 2026')
    expect(text).toContain(brand.name)
    expect(text).toContain('The year 2026 is not over')
    expect(text).toMatch(/Loans\s+5\s+1\s+\+4/)
    expect(text).toMatch(/87\.00\s+40\.00\s+\+47\.00/)
    expect(text).toContain('Zürich (CH-80…)')
    expect(text).toContain('below 3')
    expect(text).toMatch(/page\s1\sof\s4/)
    expect(text).not.toContain('Smaller regions')
    const apart = readPdf((await get('year=2026&lang=en&regions_from=10')).file).text
    expect(apart).toMatch(/Smaller regions.*Zürich \(CH-80…\)\s+5\s+3\s+below 3\s+4\s+3/s)
    expect((await get('year=2026&lang=en&regions_from=4')).status).toBe(400)
    expect(await textOf(2026, 'de')).toContain('Das Jahr 2026 ist noch nicht zu Ende')
    expect(await textOf(2026, 'fr')).toContain('L’année 2026 n’est pas terminée')
  })

  it('has no comparison in the first year, and no numbers before it', async () => {
    expect(await textOf(2025)).toContain('2025 is the first year')
    expect(await textOf(2025)).not.toContain('not over')
    expect(await textOf(2024)).toContain('Nothing in both years.')
  })

  it('is an A4 PDF that is logged in the audit log', async () => {
    const { status, headers, file } = await get('year=2026&lang=de')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(`${file.subarray(0, 5)}`).toBe('%PDF-')
    expect(headers['content-disposition']).toContain('"jahresbericht-2026.pdf"')
    const { body } = await test.call(auditApi.list, {
      as: treasurer.token,
      query: { subject: 'yearly_report' },
    })
    expect(body.rows.map(({ verb, subject_id }) => `${verb} ${subject_id}`)).toContain('print 2026')
  })

  it('is refused for future years and for callers without access to the overview', async () => {
    for (const query of ['year=2027&lang=de', 'year=26&lang=de', 'year=2026&lang=xx', 'lang=de']) {
      const { status } = await get(query)
      expect([query, status === 400 || status === 422]).toEqual([query, true])
    }
    const moderator = await createUser(orm(), { role_id: 2 })
    expect((await get('year=2026&lang=de', moderator.token)).status).toBe(403)
    const neighbour = await createUser(orm())
    expect((await get('year=2026&lang=de', neighbour.token)).status).toBe(404)
  })
})

describe('the pages of the yearly report', () => {
  const LONG = 'Nachbarschaftsverein '.repeat(4).slice(0, 80)
  const pair = { year: 12_345_678, before: 9_876_543 }
  const months: MonthPairs = {
    year: Array.from({ length: 12 }, (_, i) => i * 98_765),
    before: Array.from({ length: 12 }, (_, i) => 12_345 * i),
  }
  const product = { id: 1, name: LONG, name_en: LONG, name_fr: LONG, price: 7 }
  const report: YearlyReport = {
    ...reportYear(2025, '2026-11'),
    counted_at: NOW,
    hasBefore: true,
    letterboxes: pair,
    letterboxes_new: pair,
    active_lenders: pair,
    requests: pair,
    loans: pair,
    orders: Array.from({ length: 12 }, () => ({ product, count: pair })),
    revenue: Array.from({ length: 12 }, () => ({ product, currency: 'CHF', money: pair })),
    byMonth: { letterboxes: months, active_lenders: months, loans: months, orders: months },
    revenueByMonth: [{ currency: 'CHF', months }],
    regions: Array.from({ length: 300 }, (_, index) => ({
      id: `CH-${index}`,
      city: LONG,
      letterboxes: pair,
      letterboxes_new: pair,
      active_lenders: pair,
      loans: pair,
      orders: pair,
      letterboxesByMonth: months,
      loansByMonth: months,
    })),
    smallRegions: 7,
  }

  const config = {
    brandName: LONG,
    logo: null,
    invoice: undefined,
    publicUrl: 'https://lend.example',
    timeZone: 'Europe/Zurich',
  }

  it('have room for three hundred regions with the longest names inside their margins', async () => {
    const file = await renderYearlyReport(report, { lang: 'de', regions_from: 3 }, config)
    const { pages, text, extent } = readPdf(file)
    expect(text.match(/Seite\s+\d+\s+von/g)).toHaveLength(pages)
    expect(pages).toBeGreaterThanOrEqual(303)
    expect(pages).toBeLessThan(310)
    expect(extent.left).toBeGreaterThanOrEqual(PAGE.margin - 1)
    expect(extent.right).toBeLessThanOrEqual(PAGE.width - PAGE.margin + 1)
    expect(extent.bottom).toBeLessThan(290 * MM)
  }, 60_000)

  it('are for larger regions; smaller ones share one table at the end', async () => {
    const regions = report.regions.map((region, index) =>
      index < 10 ? region : { ...region, letterboxes: { year: 49, before: 40 }, loans: FEW },
    )
    for (const lang of LANGUAGES) {
      const file = await renderYearlyReport({ ...report, regions }, { lang }, config)
      const { pages, text, extent } = readPdf(file)
      const title = texts('overview', lang)('papers.yearlyReport.smaller.title')
      expect(text.split(title)).toHaveLength(2)
      const [large = '', small = ''] = text.split(title)
      const codes = (part: string) => new Set(part.match(/CH-\d+/g)).size
      expect([codes(large), codes(small)]).toEqual([10, 290])
      expect(pages).toBeLessThan(50)
      expect(extent.right).toBeLessThanOrEqual(PAGE.width - PAGE.margin + 1)
      expect(extent.bottom).toBeLessThan(290 * MM)
    }
  }, 60_000)
})

describe('scaleFor', () => {
  it('returns round steps around all values', () => {
    expect(scaleFor([])).toEqual([0, 1])
    expect(scaleFor([0, 3])).toEqual([0, 1, 2, 3])
    expect(scaleFor([78])).toEqual([0, 20, 40, 60, 80])
    expect(scaleFor([-30, 100])).toEqual([-50, 0, 50, 100])
  })
})
