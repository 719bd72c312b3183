import { useTranslation } from '#platform/web/start/texts.ts'
import { Fold } from '#platform/web/ui/fold.tsx'
import { Figure, NumberTable } from '#platform/web/ui/plots/figure.tsx'
import { MonthPlot } from '#platform/web/ui/plots/month-plot.tsx'
import { countInWords, monthInWords } from '#platform/web/ui/words/month-words.ts'
import type { ImpactMonth } from '../contract.ts'
import { FEWEST_TOLD } from '../impact-limits.ts'
import classes from './impact.module.css'
import { hiddenCountInWords } from './impact-words.ts'

type Kind = 'loans' | 'letterboxes'

const COLOURS = { loans: 'var(--ll-chart-loans)', letterboxes: 'var(--ll-chart-letterboxes)' }

interface MonthFigureProps {
  kind: Kind
  months: ImpactMonth[]
}

/** One figure by month, as bars and as a table with exact numbers for readers who cannot see the bars. */
export function MonthFigure({ kind, months }: MonthFigureProps) {
  const { t } = useTranslation('impact')
  const best = months.reduce<ImpactMonth | undefined>(
    (most, each) => ((each[kind] ?? 0) > (most?.[kind] ?? 0) ? each : most),
    undefined,
  )
  const running = months.at(-1)?.month
  const nameOf = (month: string) =>
    month === running ? t('runningMonth', { month: monthInWords(month) }) : monthInWords(month)
  return (
    <Figure id={`impact-${kind}`} title={t(`${kind}.title`)}>
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
              until: monthInWords(running ?? best.month),
              best: monthInWords(best.month),
              most: countInWords(best[kind] ?? 0),
            })}
          >
            <MonthPlot
              months={months}
              series={[
                {
                  name: kind,
                  label: t(`${kind}.count`),
                  fill: COLOURS[kind],
                  format: hiddenCountInWords,
                },
              ]}
              running={running}
              nameOf={nameOf}
            />
          </div>
          <Fold label={t('asTable')} className={classes.details}>
            <NumberTable
              title={t(`${kind}.title`)}
              className={classes.table}
              columns={[t('month'), t(`${kind}.count`)]}
              // Latest first, because it is of most interest.
              rows={[...months].reverse().map((each) => ({
                key: each.month,
                cells: [nameOf(each.month), <Count key="count" count={each[kind]} />],
              }))}
            />
          </Fold>
        </>
      ) : null}
    </Figure>
  )
}

function Count({ count }: { count: number | null }) {
  return (
    <span className={count === null ? classes.hidden : undefined}>{hiddenCountInWords(count)}</span>
  )
}
