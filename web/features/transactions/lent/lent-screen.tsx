import type { Lent } from '@letterlend/contract/loans.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useLent } from '../../../data/loans.ts'
import { useTranslation } from '../../../start/texts.ts'
import { AppButton } from '../../../ui/app-button.tsx'
import { BackToProfile } from '../../../ui/back-to-profile.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LetterboxRow } from '../../../ui/letterbox-row.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Page, PageTitle, Sheet } from '../../../ui/page.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { WithReadyUser } from '../../../ui/with-ready-user.tsx'
import { dayOf } from '../loan-dates.ts'
import { LentList } from './lent-list.tsx'

const LentCalendar = lazy(() =>
  import('./lent-calendar.tsx').then((m) => ({ default: m.LentCalendar })),
)

/** What of the own letterbox is lent when: a month at a glance, and all of it as a list. */
export function LentScreen() {
  const { t } = useTranslation('loans')
  return (
    <WithReadyUser>
      {() => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('lent.title')} lead={t('lent.lead')} />
            <LentContent />
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
  const today = dayOf(new Date())
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
