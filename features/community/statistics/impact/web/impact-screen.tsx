import { lazy, Suspense } from 'react'
import { useBrandName } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import type { Impact } from '../contract.ts'
import { FEWEST_TOLD } from '../impact-limits.ts'
import { useImpact } from './data/impact.ts'
import classes from './impact.module.css'
import { ItemCounts } from './item-counts.tsx'
import { MonthFigure } from './month-figure.tsx'
import { Totals } from './totals.tsx'

// Lazy, because most communities do not need its artwork.
const Beginning = lazy(() => import('./beginning.tsx').then((m) => ({ default: m.Beginning })))

/** Public figures: totals, by month, by item. Contains no personal data. */
export function ImpactScreen() {
  const { t } = useTranslation('impact')
  const brand = useBrandName()
  return (
    <Page width="wide">
      <PageTitle title={t('title', { brand })} lead={t('lead')} />
      <Content />
    </Page>
  )
}

function Content() {
  const { data, error, refetch } = useImpact()
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  const waiting = <SkeletonList rows={3} rowHeight={180} />
  if (!data) return waiting
  if (!isEmpty(data)) return <Numbers impact={data} />
  return (
    <Suspense fallback={waiting}>
      <Beginning />
    </Suspense>
  )
}

/** There are no months to draw, and a total alone would look like an error. */
const isEmpty = ({ months, most_lent, most_wanted }: Impact) =>
  months.length + most_lent.length + most_wanted.length === 0

function Numbers({ impact }: { impact: Impact }) {
  const { t } = useTranslation('impact')
  const { months, most_lent, most_wanted } = impact
  return (
    <div className={classes.content}>
      <Totals impact={impact} />
      {months.length > 0 ? (
        <>
          <MonthFigure kind="loans" months={months} />
          <MonthFigure kind="letterboxes" months={months} />
        </>
      ) : null}
      <div className={classes.pair}>
        <ItemCounts kind="wanted" counts={most_wanted} />
        <ItemCounts kind="lent" counts={most_lent} />
      </div>
      <p className={classes.note}>{t('note', { fewest: FEWEST_TOLD })}</p>
    </div>
  )
}
