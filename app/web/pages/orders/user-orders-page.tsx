import { Link } from 'react-router'
import { useOrders } from '#features/shop/orders/web/data/door.ts'
import { OrdersTable } from '#features/shop/orders/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxReadyArtwork } from '#platform/web/ui/artwork/letterbox-ready.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'

/** The user's orders and their states. */
export function UserOrdersPage() {
  const { t } = useTranslation('orders')
  return (
    <Page width="wide">
      <BackToProfile />
      <PageTitle title={t('title')} />
      <Sheet>
        <Orders />
      </Sheet>
    </Page>
  )
}

function Orders() {
  const { data: orders, error, refetch } = useOrders()
  if (orders) return orders.length > 0 ? <OrdersTable orders={orders} /> : <None />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <SkeletonList />
}

function None() {
  const { t } = useTranslation('orders')
  return (
    <EmptyState
      artwork={<LetterboxReadyArtwork width={220} />}
      title={t('empty.title')}
      body={t('empty.body')}
      action={
        <AppButton component={Link} to={paths.order()}>
          {t('empty.action')}
        </AppButton>
      }
    />
  )
}
