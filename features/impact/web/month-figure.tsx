import { lazy, Suspense } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { Sheet } from '#platform/web/ui/page.tsx'
import { countInWords, monthInWords } from '#platform/web/ui/words/month-words.ts'
import type { ImpactMonth } from '../contract.ts'
import { FEWEST_TOLD } from '../impact-limits.ts'
import classes from './impact.module.css'
import { hiddenCountInWords } from './impact-words.ts'

// The numbers are shown before the code that draws them has loaded: it is most of the code of this screen.
const MonthChart = lazy(() =>
  import('#platform/web/ui/month-chart.tsx').then((m) => ({ default: m.MonthChart })),
)

type Kind = 'loans' | 'letterboxes'

const COLOURS = { loans: 'var(--ll-chart-loans)', letterboxes: 'var(--ll-chart-letterboxes)' }

interface MonthFigureProps {
  kind: Kind
  months: ImpactMonth[]
}

/** One number of each month: as bars, and as a table for whoever cannot see them or wants them exactly. */
export function MonthFigure({ kind, months }: MonthFigureProps) {
  const { t } = useTranslation('impact')
  const title = `impact-${kind}`
  const best = months.reduce<ImpactMonth | undefined>(
    (most, each) => ((each[kind] ?? 0) > (most?.[kind] ?? 0) ? each : most),
    undefined,
  )
  return (
    <Sheet>
      <section aria-labelledby={title}>
        <h2 id={title} className={classes.heading}>
          {t(`${kind}.title`)}
        </h2>
        <p className={classes.lead}>
          {best ? t(`${kind}.lead`) : t(`${kind}.none`, { fewest: FEWEST_TOLD })}
        </p>
        {best ? (
          <>
            <div
              className={classes.chart}
              role="img"
              aria-label={t(`${kind}.chart`, {
                from: monthInWords(months[0]?.month ?? best.month),
                until: monthInWords(months.at(-1)?.month ?? best.month),
                best: monthInWords(best.month),
                most: countInWords(best[kind] ?? 0),
              })}
            >
              <Suspense fallback={<div className={classes.waiting} />}>
                <MonthChart
                  months={months}
                  series={[{ name: kind, label: t(`${kind}.count`), fill: COLOURS[kind] }]}
                  running={months.at(-1)?.month}
                  tip={(month) => <Tip kind={kind} month={month} months={months} />}
                />
              </Suspense>
            </div>
            <details className={classes.details}>
              <summary className={classes.summary}>
                {t('asTable')}
                <Icon name="chevronDown" size={24} />
              </summary>
              <MonthTable kind={kind} months={months} />
            </details>
          </>
        ) : null}
      </section>
    </Sheet>
  )
}

function Tip({ kind, month, months }: MonthFigureProps & { month: string }) {
  const { t } = useTranslation('impact')
  const each = months.find((one) => one.month === month)
  if (!each) return null
  const name = monthInWords(month)
  return (
    <>
      {each === months.at(-1) ? t('runningMonth', { month: name }) : name}
      <strong>{hiddenCountInWords(each[kind])}</strong>
    </>
  )
}

function MonthTable({ kind, months }: MonthFigureProps) {
  const { t } = useTranslation('impact')
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t(`${kind}.title`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('month')}</th>
          <th scope="col">{t(`${kind}.count`)}</th>
        </tr>
      </thead>
      <tbody>
        {/* The latest is looked for most. */}
        {[...months].reverse().map((each, index) => (
          <tr key={each.month}>
            <th scope="row">
              {index === 0
                ? t('runningMonth', { month: monthInWords(each.month) })
                : monthInWords(each.month)}
            </th>
            <td data-hidden={each[kind] === null || undefined}>{hiddenCountInWords(each[kind])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
