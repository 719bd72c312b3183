import { lazy, Suspense } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { monthInWords } from '#platform/web/ui/words/month-words.ts'
import classes from './overview.module.css'

// The numbers are there before what draws them.
const MonthChart = lazy(() =>
  import('#platform/web/ui/month-chart.tsx').then((m) => ({ default: m.MonthChart })),
)

/** A plain colour, and two that are told from it by their patterns. */
export type Fill = 'plain' | 'second' | 'striped' | 'dotted'

export interface PlotSeries {
  name: string
  label: string
  fill: Fill
  format: (value: number) => string
}

interface MonthPlotProps {
  id: string
  months: { month: string; [name: string]: string | number }[]
  series: PlotSeries[]
  running: string
  stacked?: boolean
}

/** Bars by month, with a key where there are several. */
export function MonthPlot({ id, months, series, running, stacked = false }: MonthPlotProps) {
  const { t } = useTranslation('admin-overview')
  const patternOf = (fill: Fill) => `${id}-${fill}`
  const nameOf = (month: string) =>
    month === running ? t('runningMonth', { month: monthInWords(month) }) : monthInWords(month)
  return (
    <div className={classes.plot}>
      {series.length > 1 ? (
        <ul className={classes.key}>
          {series.map(({ name, label, fill }) => (
            <li key={name}>
              <svg width="26" height="18" aria-hidden="true">
                <rect
                  className={classes.swatch}
                  width="26"
                  height="18"
                  fill={`url(#${patternOf(fill)})`}
                />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      ) : null}
      <svg className={classes.patterns} aria-hidden="true">
        <defs>
          <Patterns nameOf={patternOf} />
        </defs>
      </svg>
      <Suspense fallback={<div className={classes.plotWaiting} />}>
        <MonthChart
          months={months}
          series={series.map(({ name, label, fill }) => ({
            name,
            label,
            fill: `url(#${patternOf(fill)})`,
          }))}
          running={running}
          stacked={stacked}
          tip={(month) => {
            const each = months.find((one) => one.month === month)
            return (
              <>
                {nameOf(month)}
                {series.map(({ name, label, format }) => (
                  <span key={name}>
                    {series.length > 1 ? `${label}: ` : null}
                    <strong>{format(Number(each?.[name] ?? 0))}</strong>
                  </span>
                ))}
              </>
            )
          }}
        />
      </Suspense>
    </div>
  )
}

function Patterns({ nameOf }: { nameOf: (fill: Fill) => string }) {
  const square = { width: 8, height: 8, patternUnits: 'userSpaceOnUse' } as const
  return (
    <>
      <pattern id={nameOf('plain')} {...square}>
        <rect width="8" height="8" className={classes.plain} />
      </pattern>
      <pattern id={nameOf('second')} {...square}>
        <rect width="8" height="8" className={classes.second} />
      </pattern>
      <pattern id={nameOf('striped')} {...square} patternTransform="rotate(45)">
        <rect width="8" height="8" className={classes.ground} />
        <rect width="3" height="8" className={classes.mark} />
      </pattern>
      <pattern id={nameOf('dotted')} {...square}>
        <rect width="8" height="8" className={classes.second} />
        <circle cx="4" cy="4" r="1.8" className={classes.mark} />
      </pattern>
    </>
  )
}
