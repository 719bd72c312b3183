import { Navigate } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { useOrderDraft } from '#features/shop/orders/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'

/** Step five is the payment of the order that was begun on this device. */
export function OrderStepFive() {
  const { user, loading } = useSession()
  const { draft } = useOrderDraft(user?.id ?? null)
  // Whose draft it is tells the account.
  if (loading) return <PageLoader />
  const orderId = draft?.sent?.id
  return <Navigate to={orderId ? paths.payment({ orderId }) : paths.order()} replace />
}
