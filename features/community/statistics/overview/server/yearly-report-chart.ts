import { INK, INNER_WIDTH, MUTED, mm, PAGE, type Paper } from '#platform/server/papers/paper.ts'
import type { MonthPairs } from './counting-yearly-report.ts'
import { scaleFor } from './yearly-report.rules.ts'

const YEAR_COLOR = '#ffc53d'
/** Colour of the current month. */
const RUNNING_COLOR = '#ffe7ac'
const BEFORE_COLOR = '#c9d6e2'
const GRID_COLOR = '#dde5ec'

/** Room for the numbers of the scale, left of the bars. */
const SCALE_WIDTH = mm(17)
const LABEL_SIZE = 8
const SWATCH = mm(3)

export interface Chart {
  title: string
  months: MonthPairs
  /** `Jan`, `Feb`, ... */
  monthNames: readonly string[]
  year: string
  /** Label of the year before; null if there is nothing to show. */
  before: string | null
  /** Index of the current month among the twelve; -1 if all are over. */
  running: number
  format: (value: number) => string
  /** Text if there are no bars. */
  none: string
  /** Alternative text for screen readers. */
  alt: string
}

/** Title, key and bars together, in points. */
export const CHART_HEIGHT = mm(71)
const PLOT_TOP = mm(15)
const PLOT_HEIGHT = mm(44)

/** A square in a colour of the bars, with its meaning. */
function drawKey(paper: Paper, { year, before }: Chart, y: number): void {
  const keys = [
    { color: YEAR_COLOR, label: year },
    ...(before === null ? [] : [{ color: BEFORE_COLOR, label: before }]),
  ]
  keys.forEach(({ color, label }, index) => {
    const x = PAGE.margin + SCALE_WIDTH + index * mm(22)
    paper.decorate(() =>
      paper.doc.rect(x, y, SWATCH, SWATCH).lineWidth(0.6).fillAndStroke(color, INK),
    )
    paper.caption(label, { x: x + SWATCH + mm(1.5), y: y - 1, width: mm(16), size: 9 })
  })
}

/** Bars of twelve months across the page, next to those of the year before. */
export function drawChart(paper: Paper, chart: Chart): void {
  const { doc } = paper
  const top = doc.y
  const { year, before } = chart.months
  const values = [...year, ...(chart.before === null ? [] : before)].filter(
    (value) => value !== null,
  )
  paper.write('H3', chart.title, { y: top, size: 12, weight: 'bold' })
  if (values.every((value) => value === 0)) {
    paper.write('P', chart.none, { y: doc.y + mm(2), size: 10, color: MUTED })
    doc.y += mm(6)
    return
  }
  paper.mark('Figure', () => {}, { alt: chart.alt })
  drawKey(paper, chart, top + mm(7.5))

  const steps = scaleFor(values)
  const [lowest = 0, highest = 1] = [steps[0], steps.at(-1)]
  const bottom = top + PLOT_TOP + PLOT_HEIGHT
  const yOf = (value: number) => bottom - ((value - lowest) / (highest - lowest)) * PLOT_HEIGHT
  const left = PAGE.margin + SCALE_WIDTH
  const right = PAGE.margin + INNER_WIDTH
  for (const step of steps) {
    paper.decorate(() => {
      doc.moveTo(left, yOf(step)).lineTo(right, yOf(step))
      doc.lineWidth(0.5).stroke(step === 0 ? INK : GRID_COLOR)
    })
    paper.caption(chart.format(step), {
      x: PAGE.margin,
      y: yOf(step) - LABEL_SIZE * 0.7,
      width: SCALE_WIDTH - mm(2),
      size: LABEL_SIZE,
      color: MUTED,
      align: 'right',
    })
  }

  const monthWidth = (right - left) / chart.monthNames.length
  const barWidth = monthWidth * (chart.before === null ? 0.6 : 0.38)
  const drawBar = (x: number, value: number | null, color: string) => {
    if (value === null || value === 0) return
    const [from, to] = [yOf(Math.max(0, value)), yOf(Math.min(0, value))]
    paper.decorate(() =>
      doc
        .rect(x, from, barWidth, to - from)
        .lineWidth(0.6)
        .fillAndStroke(color, INK),
    )
  }
  chart.monthNames.forEach((name, index) => {
    const x = left + index * monthWidth
    const start = x + (monthWidth - barWidth * (chart.before === null ? 1 : 2)) / 2
    const color = index === chart.running ? RUNNING_COLOR : YEAR_COLOR
    if (chart.before !== null) drawBar(start, before[index] ?? null, BEFORE_COLOR)
    drawBar(chart.before === null ? start : start + barWidth, year[index] ?? null, color)
    paper.caption(name, {
      x,
      y: bottom + mm(1.5),
      width: monthWidth,
      size: LABEL_SIZE,
      color: MUTED,
      align: 'center',
    })
  })
  doc.y = top + CHART_HEIGHT
}
