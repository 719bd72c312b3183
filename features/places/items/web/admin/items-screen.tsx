import { useParams } from 'react-router'
import { useTranslation } from '#platform/web/start/texts.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { useAdminItem } from './data/items.ts'
import { AdminItemList } from './item-list.tsx'
import { AdminItemPage } from './item-page.tsx'

/** The stickers of the community: all of them, one of them, or a new one. */
export function AdminItemsScreen() {
  const { id } = useParams()
  if (id === undefined) return <AdminItemList />
  if (id === 'new') return <AdminItemPage item={null} />
  return <KnownItem key={id} id={Number(id)} />
}

function KnownItem({ id }: { id: number }) {
  const { t } = useTranslation('admin-items')
  const isPossibleId = Number.isInteger(id) && id > 0 && id <= 32_767
  const { data, error, refetch } = useAdminItem(isPossibleId ? id : null)
  if (!isPossibleId) return <EmptyState level={1} title={t('unknown')} />
  if (data) return <AdminItemPage item={data} />
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return <PageLoader />
}
