import { Navigate } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { useOrderDraft } from '#features/shop/orders/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'

/** Step five: payment of the order that was started on this device. */
export function OrderStepFive() {
  const { user, loading } = useSession()
  const { draft } = useOrderDraft(user?.id ?? null)
  // The draft belongs to the account, so wait until the account is loaded.
  if (loading) return <PageLoader />
  const orderId = draft?.sent?.id
  return <Navigate to={orderId ? paths.payment({ orderId }) : paths.order()} replace />
}
