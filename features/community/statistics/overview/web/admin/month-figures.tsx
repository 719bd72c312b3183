import { CURRENCIES, type Currency } from '#features/shop/orders/products/pricing.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import { useProducts } from '#features/shop/orders/products/web/data/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { countInWords, monthInWords, shareInWords } from '#platform/web/ui/words/month-words.ts'
import type { Overview, OverviewMonth } from '../../contract.admin.ts'
import { PlotFigure } from './figure.tsx'
import classes from './overview.module.css'
import { type Fill, PatternedPlot, type PatternedSeries } from './patterned-plot.tsx'

type Values = Record<string, number>

interface MonthFigureProps {
  id: string
  title: string
  sentence: string
  series: PatternedSeries[]
  /** Columns of the table, if they differ from the series of the plot. */
  columns?: Omit<PatternedSeries, 'fill'>[]
  overview: Overview
  valuesOf: (month: OverviewMonth) => Values
  stacked?: boolean
}

function MonthFigure({
  id,
  title,
  sentence,
  series,
  columns = series,
  overview: { months, running },
  valuesOf,
  stacked = false,
}: MonthFigureProps) {
  const { t } = useTranslation('admin-overview')
  const nameOf = (month: string) =>
    month === running ? t('runningMonth', { month: monthInWords(month) }) : monthInWords(month)
  const table = {
    columns: [
      { title: t('month') },
      ...columns.map(({ label, format }) => ({ title: label, format })),
    ],
    rows: months.map((each) => ({
      key: each.month,
      cells: [nameOf(each.month), ...columns.map(({ name }) => valuesOf(each)[name] ?? 0)],
    })),
  }
  const plotMonths = months.map((each) => ({ month: each.month, ...valuesOf(each) }))
  const isEmpty = months.every((each) => series.every(({ name }) => !valuesOf(each)[name]))
  return (
    <PlotFigure
      title={title}
      sentence={sentence}
      file={`${id}-${months[0]?.month}-${months.at(-1)?.month}`}
      table={table}
    >
      {isEmpty ? null : (
        <PatternedPlot
          id={id}
          months={plotMonths}
          series={series}
          running={running}
          stacked={stacked}
        />
      )}
    </PlotFigure>
  )
}

const FILLS: Fill[] = ['plain', 'striped', 'second', 'dotted']

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

/** Growth, lending and orders by month, each with a sentence about the last complete month. */
export function MonthFigures({ overview }: { overview: Overview }) {
  const { months, running } = overview
  const latest = months.findLast(({ month }) => month !== running) ?? months.at(-1)
  if (!latest) return null
  return (
    <div className={classes.figures}>
      <Growth overview={overview} latest={latest} />
      <Lenders overview={overview} latest={latest} />
      <Requests overview={overview} latest={latest} />
      <Loans overview={overview} latest={latest} />
      <Orders overview={overview} latest={latest} />
      <Revenue overview={overview} latest={latest} />
    </div>
  )
}

interface TellingProps {
  overview: Overview
  /** The month of the sentence above the plot. */
  latest: OverviewMonth
}

function Growth({ overview, latest }: TellingProps) {
  const { t } = useTranslation('admin-overview')
  const count = (name: string, fill: Fill) => ({
    name,
    fill,
    format: countInWords,
    label: t(`letterboxes.${name as 'before' | 'new' | 'all'}`),
  })
  return (
    <MonthFigure
      id="letterboxes"
      title={t('letterboxes.title')}
      sentence={t('letterboxes.sentence', {
        month: monthInWords(latest.month),
        all: countInWords(latest.letterboxes),
        new: countInWords(latest.letterboxes_new),
      })}
      series={[count('before', 'plain'), count('new', 'striped')]}
      columns={[count('new', 'striped'), count('all', 'plain')]}
      overview={overview}
      valuesOf={({ letterboxes, letterboxes_new }) => ({
        before: letterboxes - letterboxes_new,
        new: letterboxes_new,
        all: letterboxes,
      })}
      stacked
    />
  )
}

function Lenders({ overview, latest }: TellingProps) {
  const { t } = useTranslation('admin-overview')
  const label = t('lenders.count')
  return (
    <MonthFigure
      id="active-lenders"
      title={t('lenders.title')}
      sentence={t('lenders.sentence', {
        month: monthInWords(latest.month),
        active: countInWords(latest.active_lenders),
      })}
      series={[{ name: 'lenders', label, fill: 'second', format: countInWords }]}
      overview={overview}
      valuesOf={({ active_lenders }) => ({ lenders: active_lenders })}
    />
  )
}

function Requests({ overview, latest }: TellingProps) {
  const { t } = useTranslation('admin-overview')
  const { requests, answered_within_a_day } = latest
  const count = { format: countInWords }
  const answeredSeries = {
    name: 'answered',
    label: t('requests.answered'),
    fill: 'second',
    ...count,
  } as const
  return (
    <MonthFigure
      id="requests"
      title={t('requests.title')}
      sentence={t(requests > 0 ? 'requests.sentence' : 'requests.none', {
        month: monthInWords(latest.month),
        answered: countInWords(answered_within_a_day),
        requests: countInWords(requests),
        share: shareInWords(answered_within_a_day / Math.max(1, requests)),
      })}
      series={[
        answeredSeries,
        { name: 'later', label: t('requests.later'), fill: 'striped', ...count },
      ]}
      columns={[
        { name: 'all', label: t('requests.all'), ...count },
        answeredSeries,
        { name: 'percent', label: t('requests.percent'), ...count },
      ]}
      overview={overview}
      valuesOf={(each) => ({
        all: each.requests,
        answered: each.answered_within_a_day,
        later: each.requests - each.answered_within_a_day,
        percent: Math.round((100 * each.answered_within_a_day) / Math.max(1, each.requests)),
      })}
      stacked
    />
  )
}

function Loans({ overview, latest }: TellingProps) {
  const { t } = useTranslation('admin-overview')
  return (
    <MonthFigure
      id="loans"
      title={t('loans.title')}
      sentence={t('loans.sentence', {
        month: monthInWords(latest.month),
        loans: countInWords(latest.loans),
        all: countInWords(sum(overview.months.map(({ loans }) => loans))),
      })}
      series={[{ name: 'loans', label: t('loans.count'), fill: 'plain', format: countInWords }]}
      overview={overview}
      valuesOf={({ loans }) => ({ loans })}
    />
  )
}

function Orders({ overview, latest }: TellingProps) {
  const { t } = useTranslation('admin-overview')
  const { data: products = [] } = useProducts()
  const productIds = overview.months.flatMap(({ orders }) =>
    orders.map(({ product_id }) => product_id),
  )
  const ids = [...new Set([...products.map(({ id }) => id), ...productIds])].sort((a, b) => a - b)
  const series = ids.map((id, index) => {
    const product = products.find((each) => each.id === id)
    return {
      name: `product-${id}`,
      format: countInWords,
      fill: FILLS[index % FILLS.length] ?? 'plain',
      label: product ? productName(product, currentLanguage()) : t('orders.other', { id }),
    }
  })
  return (
    <MonthFigure
      id="orders"
      title={t('orders.title')}
      sentence={t('orders.sentence', {
        month: monthInWords(latest.month),
        orders: countInWords(sum(latest.orders.map(({ count }) => count))),
      })}
      series={series}
      overview={overview}
      valuesOf={({ orders }) =>
        Object.fromEntries(
          ids.map((id) => [
            `product-${id}`,
            orders.find(({ product_id }) => product_id === id)?.count ?? 0,
          ]),
        )
      }
      stacked
    />
  )
}

function Revenue({ overview, latest }: TellingProps) {
  const { t } = useTranslation('admin-overview')
  const revenueOf = ({ revenue }: OverviewMonth, currency: Currency) =>
    revenue.find((each) => each.currency === currency)
  const usedCurrencies = CURRENCIES.filter((currency) =>
    overview.months.some((month) => revenueOf(month, currency)),
  )
  const currencies = usedCurrencies.length > 0 ? usedCurrencies : CURRENCIES.slice(0, 1)
  const format = (currency: Currency) => (amount: number) => formatMoney(amount, currency)
  const amounts = currencies.map((currency) =>
    formatMoney(revenueOf(latest, currency)?.revenue ?? 0, currency),
  )
  return (
    <MonthFigure
      id="revenue"
      title={t('revenue.title')}
      sentence={t('revenue.sentence', {
        month: monthInWords(latest.month),
        amounts: new Intl.ListFormat(currentLanguage()).format(amounts),
      })}
      series={currencies.map((currency, index) => ({
        name: currency,
        label: currency,
        format: format(currency),
        fill: FILLS[index] ?? 'plain',
      }))}
      columns={currencies.flatMap((currency) =>
        (['paid', 'refunded', 'revenue'] as const).map((kind) => ({
          name: kind === 'revenue' ? currency : `${currency}-${kind}`,
          label: t(`revenue.${kind}`, { currency }),
          format: format(currency),
        })),
      )}
      overview={overview}
      valuesOf={(each) =>
        Object.fromEntries(
          currencies.flatMap((currency) => {
            const { paid = 0, refunded = 0, revenue = 0 } = revenueOf(each, currency) ?? {}
            return [
              [currency, revenue],
              [`${currency}-paid`, paid],
              [`${currency}-refunded`, refunded],
            ]
          }),
        )
      }
    />
  )
}
