import { useTranslation } from '#platform/web/start/texts.ts'
import { MonthPlot } from '#platform/web/ui/plots/month-plot.tsx'
import { monthInWords } from '#platform/web/ui/words/month-words.ts'
import classes from './overview.module.css'

/** Fill of the bars: plain, or patterns that distinguish the series without colours. */
export type Fill = 'plain' | 'second' | 'striped' | 'dotted'

export interface PatternedSeries {
  name: string
  label: string
  fill: Fill
  format: (value: number) => string
}

interface PatternedPlotProps {
  id: string
  months: { month: string; [name: string]: string | number }[]
  series: PatternedSeries[]
  running: string
  stacked?: boolean
}

/** Bars by month, with a legend if there are several series. */
export function PatternedPlot({
  id,
  months,
  series,
  running,
  stacked = false,
}: PatternedPlotProps) {
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
      <MonthPlot
        months={months}
        series={series.map(({ name, label, fill, format }) => ({
          name,
          label,
          fill: `url(#${patternOf(fill)})`,
          format: (value) => format(value ?? 0),
        }))}
        running={running}
        nameOf={nameOf}
        stacked={stacked}
      />
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
