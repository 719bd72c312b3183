import { useCallback } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import type { Order } from '#features/shop/orders/contract.order.ts'
import {
  ConfirmStep,
  isPaid,
  type OrderDraft,
  useStoredOrder,
} from '#features/shop/orders/web/door.ts'
import { PayOrder } from '#features/shop/payments/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'

const thanks = (orderId: string) => paths.orderStep('thank_you', { orderId })

interface OrderConfirmationProps {
  draft: OrderDraft
  change: (changes: Partial<OrderDraft>) => void
  /** The ordering account; null for a guest. */
  viewer: string | null
  takeCaptcha: () => Promise<string | undefined>
}

/** Step four: the order is stored, checked by the customer, and paid. */
export function OrderConfirmation(props: OrderConfirmationProps) {
  const { draft, change, viewer } = props
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const toThanks = useCallback(
    (orderId: string) => navigate(thanks(orderId), { replace: true }),
    [navigate],
  )
  const { order, error, gone, retry } = useStoredOrder({ ...props, onPaidBefore: toThanks })
  const orderKey = draft.sent?.request_id
  const pay = useCallback(
    (payable: Order) => (
      <PayOrder
        order={payable}
        orderKey={orderKey}
        onPaid={() => toThanks(payable.id)}
        onInvoiced={() => toThanks(payable.id)}
      />
    ),
    [orderKey, toThanks],
  )
  const address = paths.orderStep('StepTwo', { pid: draft.product })

  if (gone || order?.order_status.name === 'cancelled') {
    return <Navigate to={address} state={{ gone: true }} replace />
  }
  if (order && isPaid(order)) return <Navigate to={thanks(order.id)} replace />
  const back = (
    <AppButton
      tone="quiet"
      component={Link}
      to={viewer === null ? paths.orderStep('StepThree') : address}
    >
      {t('back')}
    </AppButton>
  )
  return (
    <>
      <PageTitle title={t('confirm.title')} />
      {order ? (
        <ConfirmStep
          key={order.id}
          order={order}
          draft={draft}
          onDonation={(donation_cents) => change({ donation_cents })}
          edit={
            <AppButton tone="quiet" component={Link} to={address}>
              {t('confirm.edit')}
            </AppButton>
          }
          pay={pay}
          onFinish={() => toThanks(order.id)}
          back={back}
        />
      ) : error ? (
        <>
          <LoadFailure error={error} onRetry={retry} />
          {back}
        </>
      ) : (
        <SkeletonList rows={3} rowHeight={120} />
      )}
    </>
  )
}
