import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useBrandName } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxReadyArtwork } from '#platform/web/ui/artwork/letterbox-ready.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
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

/** What the community lends: totals, by month, by item. Public, and without persons. */
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
  if (!data) return <SkeletonList rows={3} rowHeight={180} />
  return isEmpty(data) ? <Beginning /> : <Numbers impact={data} />
}

/** There are no months to draw; a total alone would look like an error. */
const isEmpty = ({ months, most_lent, most_wanted }: Impact) =>
  months.length + most_lent.length + most_wanted.length === 0

function Beginning() {
  const { t } = useTranslation('impact')
  return (
    <EmptyState
      artwork={<LetterboxReadyArtwork />}
      title={t('empty.title')}
      body={t('empty.body')}
      action={
        <div className={classes.actions}>
          <AppButton component={Link} to={paths.participate()}>
            {t('empty.join')}
          </AppButton>
          <AppButton component={Link} to={paths.map()} tone="secondary">
            {t('empty.map')}
          </AppButton>
        </div>
      }
    />
  )
}

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
