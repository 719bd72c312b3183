import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { useOrder } from '#features/shop/orders/web/data/door.ts'
import { isOver, Thanks, useOrderDraft } from '#features/shop/orders/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Page } from '#platform/web/ui/page.tsx'

/** Step six: thanks for an order; deletes its draft. The URL contains the order, so the page can be reloaded. */
export function OrderThanksPage() {
  const [query] = useSearchParams()
  const { loggedIn, user } = useSession()
  const { draft, end } = useOrderDraft(user?.id ?? null)
  const id = query.get('orderId')
  const latest = draft?.sent?.id
  const order = useOrder(id)
  const over = order.data !== undefined && isOver(order.data)
  const isOwn = id !== null && latest === id
  useEffect(() => {
    if (over && isOwn) end()
  }, [over, isOwn, end])

  if (id === null) {
    const elsewhere = loggedIn ? paths.userOrders() : paths.order()
    const here = latest && paths.orderStep('thank_you', { orderId: latest })
    return <Navigate to={here ?? elsewhere} replace />
  }
  if (order.isPending) return <PageLoader />
  if (order.isError) {
    return (
      <Page>
        <LoadFailure error={order.error} onRetry={() => order.refetch()} />
      </Page>
    )
  }
  return over ? (
    <End order={order.data} loggedIn={loggedIn} />
  ) : (
    // It is not paid yet.
    <Navigate to={isOwn ? paths.orderStep('StepFour') : paths.payment({ orderId: id })} replace />
  )
}

function End({ order, loggedIn }: { order: Order; loggedIn: boolean }) {
  if (order.order_status.name === 'cancelled') return <Navigate to={paths.order()} replace />
  return <Thanks order={order} loggedIn={loggedIn} />
}
