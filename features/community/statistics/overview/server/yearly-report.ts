import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PaperConfig } from '#features/shop/orders/papers/server/door.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import { MUTED, mm, PAGE, Paper } from '#platform/server/papers/paper.ts'
import { texts } from '#platform/server/texts.ts'
import { dateFormatIn, numberFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'
import { moneyInWords } from '#platform/shared/money.ts'
import { FEWEST_OF_REGION } from '../contract.admin.ts'
import { type RegionPageChoice, usualRegionPages } from '../region-pages.ts'
import type { MonthPairs, ReportedRegion, YearlyReport } from './counting-yearly-report.ts'
import { differenceOf, type Pair } from './yearly-report.rules.ts'
import { CHART_HEIGHT, drawChart } from './yearly-report-chart.ts'

/** Only the footer is below this. */
const FOOT = mm(274)
/** Maximum height of a row: a long name on two lines. */
const ROW_ROOM = mm(11)

const LABEL = { x: PAGE.margin, width: mm(80) }
/** Columns of the numbers, aligned right. */
const NUMBERS = {
  year: { x: PAGE.margin + mm(82), width: mm(28), align: 'right' },
  before: { x: PAGE.margin + mm(112), width: mm(28), align: 'right' },
  difference: { x: PAGE.margin + mm(142), width: mm(28), align: 'right' },
} as const

type Part = ReturnType<Paper['part']>

interface Row {
  label: string
  numbers: Pair
  format: (value: number) => string
  isSum?: boolean
}

interface Pages {
  paper: Paper
  report: YearlyReport
  lang: Language
  count: (value: number) => string
}

export const reportName = (year: number, lang: Language) =>
  `${texts('overview', lang)('papers.yearlyReport.file')}-${year}`

/** With a sign, except 0. */
const signed = (value: number, format: (value: number) => string) =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`

/** Columns of the numbers in the table of smaller regions. */
const SMALL_LABEL = { x: PAGE.margin, width: mm(64) }
const smallColumn = (index: number) =>
  ({ x: PAGE.margin + mm(66 + index * 21), width: mm(20), align: 'right' }) as const
const SMALL_NUMBERS = {
  letterboxes: smallColumn(0),
  letterboxes_new: smallColumn(1),
  active_lenders: smallColumn(2),
  loans: smallColumn(3),
  orders: smallColumn(4),
} as const
type SmallNumber = keyof typeof SMALL_NUMBERS
const SMALL_NAMES = Object.keys(SMALL_NUMBERS) as SmallNumber[]

type Places = Record<string, { x: number; width: number; align: 'right' }>

function writeCells<Columns extends Places>(
  { paper }: Pages,
  row: Part,
  { label, numbers }: { label: string; numbers: Record<keyof Columns, string> },
  places: { label: { x: number; width: number }; numbers: Columns },
  { type, ...looks }: { type: 'TH' | 'TD'; size: number; color?: string; weight?: 'bold' },
): void {
  const y = paper.doc.y
  let end = paper.write('TH', label, { ...places.label, ...looks, y }, row)
  for (const [name, place] of Object.entries(places.numbers)) {
    const text = numbers[name as keyof Columns]
    end = Math.max(end, paper.write(type, text, { ...looks, ...place, y }, row))
  }
  row.end()
  paper.doc.y = end
}

const PLACES = { label: LABEL, numbers: NUMBERS }

/** A table of the year, the year before, and the change. */
function writeTable(pages: Pages, title: string | null, rows: readonly Row[]): void {
  const { paper, report, lang } = pages
  const { doc } = paper
  const t = texts('overview', lang)
  if (doc.y + mm(16) + ROW_ROOM > FOOT) doc.addPage()
  if (title !== null) {
    paper.write('H2', title, { y: doc.y + mm(5), size: 13, weight: 'bold' })
    doc.y += mm(1)
  }
  const table = paper.part('Table')
  const head = () => {
    const numbers = {
      year: `${report.year}`,
      before: `${report.year - 1}`,
      difference: t('papers.yearlyReport.difference'),
    }
    const looks = { type: 'TH', size: 9, color: MUTED } as const
    writeCells(pages, paper.part('TR', table), { label: '', numbers }, PLACES, looks)
    paper.rule(doc.y + mm(0.5))
    doc.y += mm(2)
  }
  head()
  const fewer = t('papers.yearlyReport.fewer', { fewest: FEWEST_OF_REGION })
  for (const { label, numbers, format, isSum = false } of rows) {
    if (doc.y + ROW_ROOM > FOOT) {
      doc.addPage()
      head()
    }
    if (isSum) {
      paper.rule(doc.y - mm(0.5))
      doc.y += mm(1)
    }
    const difference = differenceOf(numbers)
    const told = (value: number | null) => (value === null ? fewer : format(value))
    const cells = {
      label,
      numbers: {
        year: told(numbers.year),
        before: report.hasBefore ? told(numbers.before) : '–',
        difference: report.hasBefore && difference !== null ? signed(difference, format) : '–',
      },
    }
    const looks = isSum
      ? ({ type: 'TD', size: 10.5, weight: 'bold' } as const)
      : ({ type: 'TD', size: 10.5 } as const)
    writeCells(pages, paper.part('TR', table), cells, PLACES, looks)
    doc.y += mm(1.5)
  }
  table.end()
}

const sumOf = (pairs: readonly Pair[]): Pair => ({
  year: pairs.reduce((sum, { year }) => sum + (year ?? 0), 0),
  before: pairs.reduce((sum, { before }) => sum + (before ?? 0), 0),
})

/** Rounds to cents, so that sums of floats have no more than two decimals. */
const roundMoney = ({ year, before }: Pair): Pair => ({
  year: Math.round((year ?? 0) * 100) / 100,
  before: Math.round((before ?? 0) * 100) / 100,
})

function writeTotals(pages: Pages): void {
  const { report, lang, count } = pages
  const t = texts('overview', lang)
  const isRunning = report.running !== null
  writeTable(pages, t('papers.yearlyReport.neighbours'), [
    {
      label: t(`papers.yearlyReport.${isRunning ? 'letterboxesNow' : 'letterboxes'}`),
      numbers: report.letterboxes,
      format: count,
    },
    ...(['letterboxes_new', 'active_lenders', 'requests', 'loans'] as const).map((name) => ({
      label: t(`papers.yearlyReport.${name}`),
      numbers: report[name],
      format: count,
    })),
  ])
  const { orders } = report
  writeTable(pages, `${t('papers.yearlyReport.orders')} (${t('papers.yearlyReport.ordersHint')})`, [
    ...orders.map((each) => ({
      label: productName(each.product, lang),
      numbers: each.count,
      format: count,
    })),
    {
      label: t('papers.yearlyReport.sum'),
      numbers: sumOf(orders.map((each) => each.count)),
      format: count,
      isSum: true,
    },
  ])
  for (const { currency } of report.revenueByMonth) {
    const kinds = report.revenue.filter((each) => each.currency === currency)
    // The currency is in the heading.
    const format = (amount: number) => moneyInWords(amount, null, lang)
    writeTable(pages, t('papers.yearlyReport.revenue', { currency }), [
      ...kinds.map(({ product, money }) => ({
        label: productName(product, lang),
        numbers: money,
        format,
      })),
      {
        label: t('papers.yearlyReport.sum'),
        numbers: roundMoney(sumOf(kinds.map(({ money }) => money))),
        format,
        isSum: true,
      },
    ])
  }
}

/** A chart, on the next page if this one has no room for it. */
function writeChart(
  { paper, report, lang }: Pages,
  title: string,
  months: MonthPairs,
  format: (value: number) => string,
  none: string,
): void {
  const t = texts('overview', lang)
  if (paper.doc.y + CHART_HEIGHT > FOOT) {
    paper.doc.addPage()
    paper.doc.y = PAGE.margin
  }
  const monthName = dateFormatIn(lang, { month: 'short', timeZone: 'UTC' })
  const monthNames = months.year.map((_, index) =>
    monthName.format(new Date(Date.UTC(report.year, index, 15))),
  )
  const values = months.year.flatMap((value, index) =>
    value === null ? [] : [`${monthNames[index]} ${format(value)}`],
  )
  drawChart(paper, {
    title,
    months,
    monthNames,
    year: `${report.year}`,
    before: report.hasBefore ? `${report.year - 1}` : null,
    running: report.running === null ? -1 : Number(report.running.slice(5)) - 1,
    format,
    none,
    alt: t('papers.yearlyReport.alt', { title, year: `${report.year}`, values: values.join(', ') }),
  })
}

function writeCharts(pages: Pages): void {
  const { paper, report, lang, count } = pages
  const t = texts('overview', lang)
  const { letterboxes, active_lenders, loans, orders } = report.byMonth
  const none = t('papers.yearlyReport.none')
  paper.doc.addPage()
  paper.write('H2', t('papers.yearlyReport.byMonth'), { size: 16, weight: 'heading' })
  paper.doc.y += mm(2)
  for (const remark of [
    t('papers.yearlyReport.definitions'),
    ...(report.running === null ? [] : [t('papers.yearlyReport.pale')]),
    ...(report.revenueByMonth.length === 0 ? [t('papers.yearlyReport.noRevenue')] : []),
    ...(report.smallRegions > 0
      ? [t('papers.yearlyReport.small', { count: report.smallRegions })]
      : []),
  ]) {
    paper.write('P', remark, { size: 9, color: MUTED })
    paper.doc.y += mm(1)
  }
  paper.doc.y += mm(3)
  writeChart(pages, t('papers.yearlyReport.lettersByMonth'), letterboxes, count, none)
  writeChart(pages, t('papers.yearlyReport.lendersByMonth'), active_lenders, count, none)
  writeChart(pages, t('papers.yearlyReport.loansByMonth'), loans, count, none)
  writeChart(pages, t('papers.yearlyReport.ordersByMonth'), orders, count, none)
  for (const { currency, months } of report.revenueByMonth) {
    writeChart(pages, t('papers.yearlyReport.revenueByMonth', { currency }), months, count, none)
  }
}

function writeRegion(pages: Pages, region: ReportedRegion): void {
  const { paper, report, lang, count } = pages
  const t = texts('overview', lang)
  const name = t('papers.yearlyReport.region', { city: region.city, code: region.id })
  paper.doc.addPage()
  paper.write('H2', name, { size: 18, weight: 'bold' })
  paper.doc.y += mm(4)
  const letterboxes = report.running === null ? 'letterboxes' : 'letterboxesNow'
  writeTable(pages, null, [
    { label: t(`papers.yearlyReport.${letterboxes}`), numbers: region.letterboxes, format: count },
    ...(['letterboxes_new', 'active_lenders', 'loans', 'orders'] as const).map((each) => ({
      label: t(`papers.yearlyReport.${each}`),
      numbers: region[each],
      format: count,
    })),
  ])
  paper.doc.y += mm(2)
  const note = t('papers.yearlyReport.regionNote', { fewest: FEWEST_OF_REGION })
  paper.write('P', note, { size: 9, color: MUTED })
  paper.doc.y += mm(6)
  const none = t('papers.yearlyReport.fewInAll', { fewest: FEWEST_OF_REGION })
  writeChart(pages, t('papers.yearlyReport.lettersByMonth'), region.letterboxesByMonth, count, none)
  writeChart(pages, t('papers.yearlyReport.loansByMonth'), region.loansByMonth, count, none)
}

/** The regions without their own page in one table, with the numbers of the year alone. */
function writeSmallRegions(pages: Pages, regions: readonly ReportedRegion[], from: number): void {
  const { paper, report, lang, count } = pages
  const { doc } = paper
  const t = texts('overview', lang)
  const places = { label: SMALL_LABEL, numbers: SMALL_NUMBERS }
  doc.addPage()
  paper.write('H2', t('papers.yearlyReport.smaller.title'), { size: 18, weight: 'bold' })
  doc.y += mm(2)
  const note = t('papers.yearlyReport.smaller.note', {
    year: `${report.year}`,
    from,
    fewest: FEWEST_OF_REGION,
  })
  paper.write('P', note, { size: 9, color: MUTED })
  doc.y += mm(4)
  const table = paper.part('Table')
  const head = () => {
    const numbers = Object.fromEntries(
      SMALL_NAMES.map((name) => [name, t(`papers.yearlyReport.smaller.${name}`)]),
    ) as Record<SmallNumber, string>
    const looks = { type: 'TH', size: 8.5, color: MUTED } as const
    const label = t('papers.yearlyReport.smaller.region')
    writeCells(pages, paper.part('TR', table), { label, numbers }, places, looks)
    paper.rule(doc.y + mm(0.5))
    doc.y += mm(2)
  }
  head()
  const fewer = t('papers.yearlyReport.fewer', { fewest: FEWEST_OF_REGION })
  for (const region of regions) {
    if (doc.y + ROW_ROOM > FOOT) {
      doc.addPage()
      head()
    }
    const told = (name: SmallNumber) => {
      const { year } = region[name]
      return year === null ? fewer : count(year)
    }
    const label = t('papers.yearlyReport.region', { city: region.city, code: region.id })
    const numbers = Object.fromEntries(SMALL_NAMES.map((name) => [name, told(name)])) as Record<
      SmallNumber,
      string
    >
    const looks = { type: 'TD', size: 10 } as const
    writeCells(pages, paper.part('TR', table), { label, numbers }, places, looks)
    doc.y += mm(1)
  }
  table.end()
}

function writeTitle({ paper, report, lang }: Pages, config: PaperConfig, date: string): void {
  const { doc } = paper
  const t = texts('overview', lang)
  paper.logo(config.logo, mm(14))
  const title = `${t('papers.yearlyReport.title')} ${report.year}`
  paper.write('H1', title, { y: PAGE.margin + mm(18), size: 26, weight: 'heading' })
  paper.write('P', config.brandName, { y: doc.y + mm(1), size: 15, weight: 'bold' })
  const remarks = [
    report.running === null
      ? t('papers.yearlyReport.counted', { date })
      : t('papers.yearlyReport.running', {
          year: `${report.year}`,
          before: `${report.year - 1}`,
          date,
        }),
    ...(report.hasBefore ? [] : [t('papers.yearlyReport.first', { year: `${report.year}` })]),
  ]
  doc.y += mm(2)
  for (const remark of remarks) paper.write('P', remark, { size: 10.5, color: MUTED })
}

/** Language, and minimum number of letterboxes for a region's own page. */
interface ReportChoices {
  lang: Language
  regions_from?: RegionPageChoice | undefined
}

/**
 * The yearly report: totals next to those of the year before, charts by month, a page for each larger region, and a
 * table of the smaller ones.
 */
export async function renderYearlyReport(
  report: YearlyReport,
  { lang, regions_from }: ReportChoices,
  config: PaperConfig,
): Promise<Buffer> {
  const t = texts('overview', lang)
  const { timeZone, brandName } = config
  const title = t('papers.yearlyReport.title')
  const inWords = (dateStyle: 'long' | 'medium') =>
    dateFormatIn(lang, { dateStyle, timeZone }).format(report.counted_at)
  const paper = new Paper({
    title: `${title} ${report.year}: ${brandName}`,
    lang,
    author: brandName,
    footer: (page, pages) =>
      t('papers.yearlyReport.footer', {
        name: brandName,
        title,
        year: `${report.year}`,
        date: inWords('medium'),
        page,
        pages,
      }),
  })
  const { format: count } = numberFormatIn(lang)
  const pages: Pages = { paper, report, lang, count }
  writeTitle(pages, config, inWords('long'))
  writeTotals(pages)
  writeCharts(pages)
  const sizes = report.regions.map(({ letterboxes }) => letterboxes.year ?? 0)
  const from = regions_from ?? usualRegionPages(sizes)
  const isLarge = (_: ReportedRegion, index: number) => (sizes[index] ?? 0) >= from
  for (const region of report.regions.filter(isLarge)) {
    // Lets other requests run between two pages.
    await nextTurn()
    writeRegion(pages, region)
  }
  const smaller = report.regions.filter((region, index) => !isLarge(region, index))
  if (smaller.length > 0) {
    await nextTurn()
    writeSmallRegions(pages, smaller, from)
  }
  return paper.finish()
}
