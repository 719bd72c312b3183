import type { Order } from '@letterlend/contract/order-info.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { formatRefno } from '@letterlend/contract/refno.ts'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../data/api-client.ts'
import { useOrder } from '../../data/orders.ts'
import { useSession } from '../../data/session.ts'
import { OrderTable } from '../../features/orders/order-table.tsx'
import { PayOrder } from '../../features/payments/pay-order.tsx'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { SealPage } from '../../ui/seal-page.tsx'
import classes from './payment-page.module.css'

/** There is no such order, as far as anybody may know: neither a lost connection nor a busy server. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Where an order is paid by whoever has its address, and where its payment stands. */
export function PaymentPage() {
  const [query] = useSearchParams()
  const id = query.get('orderId')
  const { data: order, error, refetch } = useOrder(id)
  if (id === null || isUnknown(error)) return <Unknown />
  if (order) return <OrderPayment order={order} />
  if (!error) return <PageLoader />
  return (
    <Page>
      <LoadFailure error={error} onRetry={() => void refetch()} />
    </Page>
  )
}

function OrderPayment({ order }: { order: Order }) {
  const { name: status } = order.order_status
  const [waited, setWaited] = useState(false)
  if (status === 'pending_payment' && !waited) setWaited(true)
  switch (status) {
    case 'pending_payment':
      return <Payable order={order} />
    case 'pending_confirmation':
      return <Outcome state="pending_confirmation" icon="receipt" tone="wait" order={order} />
    case 'cancelled':
      return <Outcome state="cancelled" icon="close" tone="no" order={order} />
    default:
      // Paid just now, or long ago.
      if (waited) return <Navigate to={thanksFor(order)} replace />
      return <Outcome state="paid" icon="check" tone="yes" order={order} />
  }
}

const thanksFor = ({ id }: Order) => paths.orderStep('thank_you', { orderId: id })

function Payable({ order }: { order: Order }) {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
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
          <PayOrder order={order} onPaid={() => navigate(thanksFor(order), { replace: true })} />
        </div>
      </Sheet>
    </Page>
  )
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
  state: 'paid' | 'pending_confirmation' | 'cancelled'
  icon: IconName
  tone: 'wait' | 'yes' | 'no'
  order: Order
}

function Outcome({ state, icon, tone, order }: OutcomeProps) {
  const { t } = useTranslation('payments')
  return (
    <SealPage icon={icon} tone={tone} actions={<WaysOn />}>
      <PageTitle
        title={t(`page.${state}.title`)}
        lead={t(`page.${state}.body`, { refno: formatRefno(order.refno) })}
      />
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
