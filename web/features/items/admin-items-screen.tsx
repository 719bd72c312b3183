import { useParams } from 'react-router'
import { useAdminItem } from '../../data/admin-items.ts'
import { useTranslation } from '../../start/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { AdminItemList } from './admin-item-list.tsx'
import { AdminItemPage } from './admin-item-page.tsx'

/** The stickers of the community: all of them, one of them, or a new one. */
export function AdminItemsScreen() {
  const { id } = useParams()
  if (id === undefined) return <AdminItemList />
  if (id === 'new') return <AdminItemPage item={null} />
  return <KnownItem key={id} id={Number(id)} />
}

function KnownItem({ id }: { id: number }) {
  const { t } = useTranslation('admin-items')
  const known = Number.isInteger(id) && id > 0 && id <= 32_767
  const { data, error, refetch } = useAdminItem(known ? id : null)
  if (!known) return <EmptyState level={1} title={t('unknown')} />
  if (data) return <AdminItemPage item={data} />
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return <PageLoader />
}
