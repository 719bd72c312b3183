import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { WithReadyUser } from '#features/people/accounts/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useToday } from '#platform/web/data/community-day.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import type { Lent } from '../../contract.ts'
import { useLent } from '../data/loans.ts'
import { LentList } from './lent-list.tsx'

const LentCalendar = lazy(() =>
  import('./lent-calendar.tsx').then((m) => ({ default: m.LentCalendar })),
)

/**
 * When which things of the user's letterbox are lent: a month as a calendar, and everything as a list.
 * @param children shown above
 */
export function LentScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation('loans')
  return (
    <WithReadyUser>
      {() => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('lent.title')} lead={t('lent.lead')} />
            {children}
            <LentContent />
            <p>
              <Link to={paths.calendar()}>{t('feed.link')}</Link>
            </p>
          </Sheet>
        </Page>
      )}
    </WithReadyUser>
  )
}

function LentContent() {
  const { data, error, refetch } = useLent()
  if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonList rows={4} rowHeight={80} />
  if (data.length === 0) return <NothingLent />
  return <LentOverview lent={data} />
}

function LentOverview({ lent }: { lent: Lent[] }) {
  const today = useToday()
  return (
    <>
      <Suspense fallback={<SkeletonList rows={1} rowHeight={400} />}>
        <LentCalendar lent={lent} today={today} />
      </Suspense>
      <LentList lent={lent} today={today} />
    </>
  )
}

function NothingLent() {
  const { t } = useTranslation('loans')
  return (
    <EmptyState
      artwork={<LetterboxRow />}
      title={t('lent.emptyTitle')}
      body={t('lent.emptyBody')}
      action={
        <AppButton component={Link} to={paths.inbox()}>
          {t('answer.toInbox')}
        </AppButton>
      }
    />
  )
}
