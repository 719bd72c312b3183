import { Link } from 'react-router'
import { BackupAge } from '#features/community/operations/backups/web/door.ts'
import { NewVersion } from '#features/community/operations/updates/web/door.ts'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxReadyArtwork } from '#platform/web/ui/artwork/letterbox-ready.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { PhoneFold } from '#platform/web/ui/phone-fold.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { Overview } from '../../contract.admin.ts'
import { useOverview } from './data/overview.ts'
import { MissingMail } from './missing-mail.tsx'
import { MissingName } from './missing-name.tsx'
import { MissingPages } from './missing-pages.tsx'
import { MissingStreets } from './missing-streets.tsx'
import { MonthFigures } from './month-figures.tsx'
import classes from './overview.module.css'
import { PeriodChooser } from './period-chooser.tsx'
import { QueueLinks } from './queue-links.tsx'
import { SilenceFigures } from './silence-figures.tsx'
import { StickerFigures } from './sticker-figures.tsx'
import { YearlyReport } from './yearly-report.tsx'

const month = (text: string) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined)

/** The administrators' start page of the back office: open queues, and the figures of the community. */
export function OverviewScreen() {
  const { t } = useTranslation('admin-overview')
  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <div className={classes.screenOnly}>
          <AppButton
            tone="secondary"
            leftSection={<AdminIcon name="print" />}
            onClick={() => window.print()}
          >
            {t('print')}
          </AppButton>
        </div>
      }
    >
      <div className={classes.content}>
        <MissingMail />
        <QueueLinks />
        <MissingName />
        <MissingStreets />
        <MissingPages />
        <NewVersion />
        <BackupAge />
        <Numbers />
      </div>
    </AdminPage>
  )
}

function Numbers() {
  const { t } = useTranslation('admin-overview')
  const { filter, change } = useListQuery('from', 'until', 'region')
  const { data, error, refetch, isFetching } = useOverview({
    from: month(filter.from),
    until: month(filter.until),
    region: filter.region || undefined,
  })
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={4} rowHeight={220} />
  if (hasBegun(data)) {
    return (
      <div className={classes.content} data-fetching={isFetching || undefined}>
        <SilenceFigures silences={data.silences} />
        <PhoneFold label={t('folded.months')} open={filter.from !== '' || filter.until !== ''}>
          <PeriodChooser overview={data} filter={filter} onChange={change} />
          <MonthFigures overview={data} />
        </PhoneFold>
        <PhoneFold label={t('folded.stickers')} open={filter.region !== ''}>
          <StickerFigures
            overview={data}
            region={filter.region}
            onRegion={(region) => change({ region })}
          />
        </PhoneFold>
        <PhoneFold label={t('folded.report')}>
          <YearlyReport overview={data} />
        </PhoneFold>
        <CountedAt at={data.counted_at} />
      </div>
    )
  }
  return <Beginning />
}

/** True if there is anything to draw; a new community only has zeros. */
const hasBegun = ({ began, months }: Overview) =>
  began !== null || months.some(({ orders, revenue }) => orders.length + revenue.length > 0)

function Beginning() {
  const may = useMay()
  const { t } = useTranslation('admin-overview')
  return (
    <EmptyState
      artwork={<LetterboxReadyArtwork />}
      title={t('empty.title')}
      body={t('empty.body')}
      action={
        <div className={classes.actions}>
          {may('GET /admin/imports') ? (
            <AppButton component={Link} to={adminPaths.screen('imports')}>
              {t('empty.import')}
            </AppButton>
          ) : null}
          <AppButton component={Link} to={paths.map()} tone="secondary">
            {t('empty.map')}
          </AppButton>
        </div>
      }
    />
  )
}

function CountedAt({ at }: { at: string }) {
  const { t } = useTranslation('admin-overview')
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return <p className={classes.note}>{t('note', { at: time.format(new Date(at)) })}</p>
}
