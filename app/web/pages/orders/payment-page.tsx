import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import { useOrder } from '#features/shop/orders/web/data/door.ts'
import { CancelByKey, OrderTable, useOrderDraft } from '#features/shop/orders/web/door.ts'
import { PayOrder } from '#features/shop/payments/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { readDraft, textDraft, writeDraft } from '#platform/web/data/draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Icon, type IconName } from '#platform/web/ui/icon.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import classes from './payment-page.module.css'

/** The order does not exist for this user; excludes connection errors and a busy server. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Payment of an order by anyone with its URL, and the state of its payment. */
export function PaymentPage() {
  const [query] = useSearchParams()
  const id = query.get('orderId')
  const orderKey = useOrderKey(id)
  const { data: order, error, refetch } = useOrder(id)
  if (id === null || isUnknown(error)) return <Unknown />
  if (order) return <OrderPayment order={order} orderKey={orderKey} />
  if (!error) return <PageLoader />
  return (
    <Page>
      <LoadFailure error={error} onRetry={() => void refetch()} />
    </Page>
  )
}

const keyDraft = (orderId: string | null) => `order-key.${orderId ?? ''}`

/**
 * The secret of a guest's order: the mailed link contains it, and it is removed from the URL before a provider's script
 * can read it. On the device that placed the order it is in the draft.
 */
function useOrderKey(orderId: string | null): string | undefined {
  const [query, setQuery] = useSearchParams()
  const { user } = useSession()
  const sentOrder = useOrderDraft(user?.id ?? null).draft?.sent
  const [linked] = useState(() => query.get('key') ?? readDraft(keyDraft(orderId), textDraft))
  const here = query.has('key')
  const strip = useEffectEvent(() => {
    writeDraft(keyDraft(orderId), query.get('key'))
    setQuery(
      (before) => {
        before.delete('key')
        return before
      },
      { replace: true },
    )
  })
  useEffect(() => {
    if (here) strip()
  }, [here])
  return linked ?? (sentOrder?.id === orderId ? sentOrder?.request_id : undefined)
}

interface PayableProps {
  order: Order
  orderKey: string | undefined
}

function OrderPayment({ order, orderKey }: PayableProps) {
  const { name: status } = order.order_status
  const [waited, setWaited] = useState(false)
  if (status === 'pending_payment' && !waited) setWaited(true)
  switch (status) {
    case 'pending_payment':
      return <Payable order={order} orderKey={orderKey} />
    case 'pending_confirmation':
      return (
        <Outcome state="pending_confirmation" icon="receipt" tone="wait" order={order}>
          <Cancel order={order} orderKey={orderKey} />
        </Outcome>
      )
    case 'cancelled':
      return <Outcome state="cancelled" icon="close" tone="no" order={order} />
    default:
      // A correction has added something since it was paid.
      if (order.to_pay > 0) return <Payable order={order} orderKey={orderKey} />
      if (order.is_refunded) {
        return <Outcome state="refunded" icon="check" tone="no" order={order} />
      }
      // Paid just now, or long ago.
      if (waited) return <Navigate to={thanksFor(order)} replace />
      return <Outcome state="paid" icon="check" tone="yes" order={order} />
  }
}

const thanksFor = ({ id }: Order) => paths.orderStep('thank_you', { orderId: id })

function Payable({ order, orderKey }: PayableProps) {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const toThanks = () => navigate(thanksFor(order), { replace: true })
  return (
    <Page width="medium">
      <WayBack />
      <PageTitle
        title={t('page.title')}
        lead={t('page.lead', { refno: formatRefno(order.refno) })}
      />
      <Sheet>
        <div className={classes.parts}>
          <OrderTable order={order} withDonation />
          <PayOrder order={order} orderKey={orderKey} onPaid={toThanks} onInvoiced={toThanks} />
        </div>
      </Sheet>
      {order.order_status.name === 'pending_payment' ? (
        <div className={classes.cancel}>
          <Cancel order={order} orderKey={orderKey} />
        </div>
      ) : null}
    </Page>
  )
}

/** Lets the customer cancel the order; deletes the draft on the device. */
function Cancel({ order, orderKey }: PayableProps) {
  const { user } = useSession()
  const { draft, end } = useOrderDraft(user?.id ?? null)
  const onCancelled = () => {
    if (draft?.sent?.id === order.id) end()
  }
  return <CancelByKey order={order} orderKey={orderKey} onCancelled={onCancelled} />
}

function WayBack() {
  const { t } = useTranslation('payments')
  const { loggedIn } = useSession()
  return (
    <div className={classes.back}>
      <AppButton
        tone="quiet"
        component={Link}
        to={loggedIn ? paths.userOrders() : paths.order()}
        leftSection={<Icon name="arrowLeft" />}
      >
        {t('page.back')}
      </AppButton>
    </div>
  )
}

interface OutcomeProps {
  state: 'paid' | 'pending_confirmation' | 'cancelled' | 'refunded'
  icon: IconName
  tone: 'wait' | 'yes' | 'no'
  order: Order
  children?: ReactNode
}

function Outcome({ state, icon, tone, order, children }: OutcomeProps) {
  const { t } = useTranslation('payments')
  return (
    <SealPage icon={icon} tone={tone} actions={<WaysOn />}>
      <PageTitle
        title={t(`page.${state}.title`)}
        lead={t(`page.${state}.body`, { refno: formatRefno(order.refno) })}
      />
      {children}
    </SealPage>
  )
}

function Unknown() {
  const { t } = useTranslation('payments')
  return (
    <SealPage
      icon="warning"
      tone="no"
      actions={
        <AppButton component={Link} to={paths.order()}>
          {t('page.toOrder')}
        </AppButton>
      }
    >
      <PageTitle title={t('page.unknown.title')} lead={t('page.unknown.body')} />
    </SealPage>
  )
}

function WaysOn(): ReactNode {
  const { t } = useTranslation('payments')
  const { loggedIn } = useSession()
  return loggedIn ? (
    <AppButton component={Link} to={paths.userOrders()}>
      {t('page.toOrders')}
    </AppButton>
  ) : (
    <AppButton component={Link} to={paths.home()}>
      {t('page.toMap')}
    </AppButton>
  )
}
