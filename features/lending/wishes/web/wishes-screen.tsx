import { Link } from 'react-router'
import { OwnWaits } from '#features/lending/waits/web/door.ts'
import { useItems } from '#features/places/items/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { useWishes } from './data/wishes.ts'
import { WishList } from './wish-list.tsx'

export function WishesScreen() {
  const { t } = useTranslation('wishes')
  return (
    <Page width="medium">
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('page.title')} lead={t('page.lead')} />
        <OwnWaits />
        <Wishes />
      </Sheet>
    </Page>
  )
}

function Wishes() {
  const { t } = useTranslation('wishes')
  const wishes = useWishes()
  const items = useItems()
  const failed = [wishes, items].find(({ isError }) => isError)
  if (failed) return <LoadFailure error={failed.error} onRetry={() => failed.refetch()} />
  if (!wishes.data || !items.data) return <SkeletonList rows={3} rowHeight={96} />
  if (wishes.data.length > 0) return <WishList wishes={wishes.data} items={items.data} />
  return (
    <EmptyState
      artwork={<LetterboxRow />}
      title={t('page.emptyTitle')}
      body={t('page.emptyBody')}
      action={
        <AppButton component={Link} to={paths.home()}>
          {t('page.toMap')}
        </AppButton>
      }
    />
  )
}
