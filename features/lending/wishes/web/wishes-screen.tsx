import { Link } from 'react-router'
import { useWaits } from '#features/lending/waits/web/data/door.ts'
import { WaitRow } from '#features/lending/waits/web/door.ts'
import { useNotifications } from '#features/people/notifications/web/data/door.ts'
import { useItems } from '#features/places/items/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { useWishes } from './data/wishes.ts'
import { WishRow } from './wish-row.tsx'
import classes from './wishes-screen.module.css'

export function WishesScreen() {
  const { t } = useTranslation('wishes')
  return (
    <Page width="medium">
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('page.title')} lead={t('page.lead')} />
        <Wanted />
      </Sheet>
    </Page>
  )
}

/** All that the user wants to be notified of. */
function Wanted() {
  const { t } = useTranslation('wishes')
  const waits = useWaits()
  const wishes = useWishes()
  const items = useItems()
  const notifications = useNotifications()
  const failed = [waits, wishes, items].find(({ data, isError }) => isError && !data)
  if (failed) return <LoadFailure error={failed.error} onRetry={() => failed.refetch()} />
  if (!waits.data || !wishes.data || !items.data) return <SkeletonList rows={3} rowHeight={96} />
  const itemOf = ({ item_id }: { item_id: number }) => items.data.find(({ id }) => id === item_id)
  if (waits.data.length + wishes.data.length > 0) {
    const isOff = wishes.data.length > 0 && notifications.data?.wish === 'off'
    return (
      <>
        {isOff ? (
          <Notice action={<Link to={paths.notifications()}>{t('page.changeOff')}</Link>}>
            {t('page.off')}
          </Notice>
        ) : null}
        <ul className={classes.list}>
          {waits.data.map((wait) => (
            <WaitRow key={`${wait.letterbox_id} ${wait.item_id}`} wait={wait} item={itemOf(wait)} />
          ))}
          {wishes.data.map((wish) => (
            <WishRow key={wish.id} wish={wish} item={itemOf(wish)} />
          ))}
        </ul>
      </>
    )
  }
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
