import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { reloadOrder } from '#features/shop/orders/web/data/door.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { usePaymentStanding } from './data/payments.ts'
import { InvoiceButton, InvoiceSent, useCanHaveInvoice } from './invoice-button.tsx'
import { PayButtons } from './pay-buttons.tsx'
import classes from './pay-order.module.css'
import { PaymentCheck } from './payment-check.tsx'
import { useOwnDocument } from './use-own-document.ts'

interface PayOrderProps {
  /** An order with an amount due. */
  order: Order
  /** Key of a guest's order, from the ordering device or a mail. */
  orderKey?: string | undefined
  onPaid: () => void
  /** Called once the invoice was requested. */
  onInvoiced: () => void
}

/** The ways to pay an order here, unless a payment is already under way. */
export function PayOrder({ order, orderKey, onPaid, onInvoiced }: PayOrderProps) {
  const { t } = useTranslation('payments')
  const providers = useConfig()?.payment_providers
  const byInvoice = useCanHaveInvoice(order)
  const ready = useOwnDocument(providers ? providers.some((name) => name !== 'sandbox') : null)
  const cameBack = useReturnFromProvider()
  const { data: paymentState, isError, refetch } = usePaymentStanding(order.id)
  const [checked, setChecked] = useState(false)

  const onEnd = useEffectEvent(() => {
    void reloadOrder(order.id).then(() => paymentState === 'paid' && onPaid())
  })
  useEffect(() => {
    const isNews = paymentState === 'awaited' && !order.awaited_until
    if (paymentState === 'paid' || paymentState === 'closed' || isNews) onEnd()
  }, [paymentState, order.awaited_until])
  if (paymentState === 'under_way' && !checked) setChecked(true)

  if (!providers || !ready || (!paymentState && !isError)) return <SkeletonList rows={1} />
  if (paymentState === 'under_way') return <PaymentCheck />
  if (paymentState === 'awaited') return <Awaited order={order} />
  if (paymentState === 'needs_look') return <Note title={t('look.title')}>{t('look.body')}</Note>
  // The order shows this itself as soon as it is reloaded.
  if (paymentState === 'paid' || paymentState === 'closed') return <SkeletonList rows={1} />
  // An amount that a correction added needs a new invoice.
  const isWhole = order.order_status.name === 'pending_payment'
  const invoiced = byInvoice === true && isWhole && order.payment_method === 'invoice'
  return (
    <div className={classes.ways}>
      {invoiced ? <InvoiceSent order={order} orderKey={orderKey} /> : null}
      {invoiced && providers.length > 0 ? (
        <p className={forms.hint}>{t('invoice.online')}</p>
      ) : null}
      {checked || cameBack ? <Note>{t('check.unpaid')}</Note> : null}
      {providers.length === 0 && byInvoice === false ? <Notice>{t('noWay')}</Notice> : null}
      <PayButtons
        order={order}
        providers={providers}
        onPaid={onPaid}
        onUnclear={() => {
          void refetch()
        }}
      />
      {byInvoice && !invoiced ? (
        <InvoiceButton order={order} orderKey={orderKey} onInvoiced={onInvoiced} />
      ) : null}
    </div>
  )
}

/** A bank payment is pending for days; the customer has nothing to do. */
function Awaited({ order }: { order: Order }) {
  const { t } = useTranslation('payments')
  const day = dateFormat({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const until = order.awaited_until && day.format(new Date(order.awaited_until))
  return (
    <Note title={until ? t('awaited.until', { until }) : t('awaited.title')}>
      {t('awaited.body')}
    </Note>
  )
}

/** A status message that screen readers announce. */
function Note({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div role="status">
      <Notice {...(title && { title })}>{children}</Notice>
    </div>
  )
}

/** Query parameters that Stripe adds when it sends a payer back. */
const ADDED = ['payment_intent', 'payment_intent_client_secret', 'redirect_status']

/** Whether the payer has just returned from a provider's page, after paying or cancelling. */
function useReturnFromProvider(): boolean {
  const [query, setQuery] = useSearchParams()
  const here = ADDED.some((name) => query.has(name))
  const [returned] = useState(here)
  const strip = useEffectEvent(() =>
    setQuery(
      (before) => {
        for (const name of ADDED) before.delete(name)
        return before
      },
      { replace: true },
    ),
  )
  useEffect(() => {
    if (here) strip()
  }, [here])
  return returned
}
