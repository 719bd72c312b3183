import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useItems } from '../../data/items.ts'
import { useWishes } from '../../data/wishes.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LetterboxRow } from '../../ui/letterbox-row.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { WishList } from './wish-list.tsx'

/** The own wishes. */
export function WishesScreen() {
  const { t } = useTranslation('wishes')
  return (
    <Page width="medium">
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('page.title')} lead={t('page.lead')} />
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
