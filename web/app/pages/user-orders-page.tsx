import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useOrders } from '../../data/orders.ts'
import { OrdersTable } from '../../features/orders/orders-table.tsx'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { LetterboxReadyArtwork } from '../../ui/artwork/letterbox-ready.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'

/** The own orders, and how each of them stands. */
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
