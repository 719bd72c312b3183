import type { Order } from '@letterlend/contract/order-info.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useOrder } from '../../data/orders.ts'
import { useSession } from '../../data/session.ts'
import { useOrderDraft } from '../../features/orders/order-draft.ts'
import { isOver, Thanks } from '../../features/orders/thanks.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'

/** Step six: the thanks for an order. Its draft is over; the address tells which order, so it can be reloaded. */
export function OrderThanksPage() {
  const [query] = useSearchParams()
  const { loggedIn, user } = useSession()
  const { draft, end } = useOrderDraft(user?.id ?? null)
  const id = query.get('orderId')
  const latest = draft?.sent?.id
  const order = useOrder(id)
  const over = order.data !== undefined && isOver(order.data)
  const own = id !== null && latest === id
  useEffect(() => {
    if (over && own) end()
  }, [over, own, end])

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
    // It still waits for its payment.
    <Navigate to={own ? paths.orderStep('StepFour') : paths.payment({ orderId: id })} replace />
  )
}

function End({ order, loggedIn }: { order: Order; loggedIn: boolean }) {
  if (order.order_status.name === 'cancelled') return <Navigate to={paths.order()} replace />
  return <Thanks order={order} loggedIn={loggedIn} />
}
