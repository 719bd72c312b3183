import {
  countLendersByRegion,
  countLoansByRegion,
} from '#features/lending/conversations/counts/server/door.ts'
import {
  countLetterboxesByRegion,
  countRegions,
  regionOf,
} from '#features/places/letterboxes/figures/server/door.ts'
import { type CashSum, sumCash } from '#features/shop/orders/cash-book/server/door.ts'
import { countOrdersByRegion } from '#features/shop/orders/figures/server/door.ts'
import type { OrderedProduct } from '#features/shop/orders/products/contract.ts'
import { CURRENCIES, type Currency, toMoney } from '#features/shop/orders/products/pricing.ts'
import { listEverSold } from '#features/shop/orders/products/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { FEWEST_OF_REGION, type OverviewMonth } from '../contract.admin.ts'
import { countMonths } from './counting.ts'
import type { Period } from './overview.rules.ts'
import { monthsOfYear, type Pair, type ReportYear, tellOfRegion } from './yearly-report.rules.ts'

/** The twelve months of the year and of the year before; null for future months and hidden figures. */
export interface MonthPairs {
  year: (number | null)[]
  before: (number | null)[]
}

export interface KindOfMoney {
  product: OrderedProduct
  currency: Currency
  money: Pair
}

export interface ReportedRegion {
  id: string
  city: string
  letterboxes: Pair
  letterboxes_new: Pair
  active_lenders: Pair
  loans: Pair
  orders: Pair
  letterboxesByMonth: MonthPairs
  loansByMonth: MonthPairs
}

export interface YearlyReport extends ReportYear {
  counted_at: Date
  /** False if the year before is empty. */
  hasBefore: boolean
  letterboxes: Pair
  letterboxes_new: Pair
  active_lenders: Pair
  requests: Pair
  loans: Pair
  orders: { product: OrderedProduct; count: Pair }[]
  /** Payments less refunds, as in the cash book. */
  revenue: KindOfMoney[]
  byMonth: Record<'letterboxes' | 'active_lenders' | 'loans' | 'orders', MonthPairs>
  revenueByMonth: { currency: Currency; months: MonthPairs }[]
  /** Largest first. */
  regions: ReportedRegion[]
  /** Regions with too few letterboxes to be shown. */
  smallRegions: number
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** Payments less refunds. */
const centsOf = ({ received, given_back }: CashSum) => received - given_back

/** Sums the rows by key. */
function sumBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string, of: (row: Row) => number) {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + of(row))
  return sums
}

/** Computes the yearly report, one query after the other, so that other requests get a turn. */
export async function countYear(deps: Deps, which: ReportYear): Promise<YearlyReport> {
  const { database, config, clock } = deps
  const { year, until } = which
  const both = { from: `${year - 1}-01`, until, timeZone: config.timeZone }
  const months = await countMonths(deps, both)
  const products = await listEverSold(database.orm)
  const cash = await sumCash(database.orm, deps, both)
  const lenders = await countLenders(deps, which)
  const regions = await countReportedRegions(deps, which, lenders)
  return {
    ...assemble({ which, months, products, cash, lenders }),
    ...regions,
    counted_at: clock(),
  }
}

type LendersOf = (region: string | null) => { year: number; before: number }

/** Lenders of the year and of the year before, by region. */
async function countLenders({ database, config }: Deps, which: ReportYear): Promise<LendersOf> {
  const { timeZone } = config
  const ofPeriod = async (period: Period) =>
    new Map(
      (await countLendersByRegion(database.orm, { ...period, timeZone })).map((row) => [
        row.region,
        row.count,
      ]),
    )
  const before = `${which.year - 1}`
  const [year, yearBefore] = [
    await ofPeriod(which),
    await ofPeriod({ from: `${before}-01`, until: `${before}-12` }),
  ]
  return (region) => ({ year: year.get(region) ?? 0, before: yearBefore.get(region) ?? 0 })
}

/** Figures of the twelve months in both years; null for future months. */
function monthPairs({ year, until }: ReportYear, of: (month: string) => number | null): MonthPairs {
  const told = (month: string) => (month > until ? null : of(month))
  return { year: monthsOfYear(year).map(told), before: monthsOfYear(year - 1).map(told) }
}

interface Counted {
  which: ReportYear
  months: OverviewMonth[]
  products: OrderedProduct[]
  cash: CashSum[]
  lenders: LendersOf
}

function assemble({ which, months, products, cash, lenders }: Counted) {
  const isOfYear = ({ month }: { month: string }) => month >= which.from
  const pairOf = <Row extends { month: string }>(
    rows: readonly Row[],
    of: (row: Row) => number,
  ) => ({
    year: sum(rows.filter(isOfYear).map(of)),
    before: sum(rows.filter((row) => !isOfYear(row)).map(of)),
  })
  const monthByName = new Map(months.map((each) => [each.month, each]))
  const byMonth = (of: (month: OverviewMonth) => number) =>
    monthPairs(which, (name) => {
      const month = monthByName.get(name)
      return month ? of(month) : null
    })
  const ordersOf = ({ orders }: OverviewMonth, product_id: number) =>
    sum(orders.filter((each) => each.product_id === product_id).map(({ count }) => count))
  const allOrders = ({ orders }: OverviewMonth) => sum(orders.map(({ count }) => count))
  const currencies = CURRENCIES.filter((currency) =>
    cash.some((each) => each.currency === currency),
  )
  const moneyOf = (rows: Counted['cash']) => {
    const { year, before } = pairOf(rows, centsOf)
    return { year: toMoney(year), before: toMoney(before) }
  }
  const letterboxes = {
    year: months.at(-1)?.letterboxes ?? 0,
    before: monthByName.get(`${which.year - 1}-12`)?.letterboxes ?? 0,
  }
  const requests = pairOf(months, (month) => month.requests)
  return {
    ...which,
    letterboxes,
    requests,
    letterboxes_new: pairOf(months, (month) => month.letterboxes_new),
    active_lenders: lenders(null),
    loans: pairOf(months, ({ loans }) => loans),
    hasBefore:
      letterboxes.before + requests.before > 0 ||
      cash.some((each) => !isOfYear(each)) ||
      months.some((each) => !isOfYear(each) && allOrders(each) > 0),
    orders: products.map((product) => ({
      product,
      count: pairOf(months, (month) => ordersOf(month, product.id)),
    })),
    revenue: currencies.flatMap((currency) =>
      products.flatMap((product) => {
        const rows = cash.filter(
          (each) => each.currency === currency && each.product_id === product.id,
        )
        return rows.length > 0 ? [{ product, currency, money: moneyOf(rows) }] : []
      }),
    ),
    byMonth: {
      letterboxes: byMonth((month) => month.letterboxes),
      active_lenders: byMonth((month) => month.active_lenders),
      loans: byMonth(({ loans }) => loans),
      orders: byMonth(allOrders),
    },
    revenueByMonth: currencies.map((currency) => {
      const cents = sumBy(
        cash.filter((each) => each.currency === currency),
        ({ month }) => month,
        centsOf,
      )
      return { currency, months: monthPairs(which, (month) => toMoney(cents.get(month) ?? 0)) }
    }),
  }
}

/** Figures of each region with enough letterboxes, and the number of the others. */
async function countReportedRegions(
  { database, config }: Deps,
  which: ReportYear,
  lenders: LendersOf,
): Promise<Pick<YearlyReport, 'regions' | 'smallRegions'>> {
  const { orm } = database
  const both = { from: `${which.year - 1}-01`, until: which.until, timeZone: config.timeZone }
  const keyOf = (row: { region: string; month: string | null }) => `${row.region} ${row.month}`
  const countOf = ({ count }: { count: number }) => count
  const come = sumBy(await countLetterboxesByRegion(orm, both), keyOf, countOf)
  const loans = sumBy(await countLoansByRegion(orm, both), keyOf, countOf)
  const orders = sumBy(await countOrdersByRegion(orm, both, regionOf), keyOf, countOf)
  const regions = await countRegions(orm)
  const [monthsBefore, monthsNow] = [monthsOfYear(which.year - 1), monthsOfYear(which.year)]

  let smallRegions = 0
  const reported = regions.flatMap(({ id, city }): ReportedRegion[] => {
    const of = (counts: Map<string, number>) => (month: string | null) =>
      counts.get(`${id} ${month}`) ?? 0
    const pairOf = (ofMonth: (month: string) => number): Pair => ({
      year: tellOfRegion(sum(monthsNow.map(ofMonth))),
      before: tellOfRegion(sum(monthsBefore.map(ofMonth))),
    })
    // Cumulative counts at the end of each month.
    const letterboxes = new Map<string, number>()
    let all = of(come)(null)
    for (const month of [...monthsBefore, ...monthsNow]) {
      all += of(come)(month)
      letterboxes.set(month, all)
    }
    const lent = lenders(id)
    if (all < FEWEST_OF_REGION) {
      if (all > 0) smallRegions += 1
      return []
    }
    return [
      {
        id,
        city,
        letterboxes: {
          year: tellOfRegion(all),
          before: tellOfRegion(letterboxes.get(`${which.year - 1}-12`) ?? 0),
        },
        letterboxes_new: pairOf(of(come)),
        active_lenders: { year: tellOfRegion(lent.year), before: tellOfRegion(lent.before) },
        loans: pairOf(of(loans)),
        orders: pairOf(of(orders)),
        letterboxesByMonth: monthPairs(which, (month) => tellOfRegion(letterboxes.get(month) ?? 0)),
        loansByMonth: monthPairs(which, (month) => tellOfRegion(of(loans)(month))),
      },
    ]
  })
  return { regions: reported, smallRegions }
}
