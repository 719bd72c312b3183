import { memo, type ReactNode } from 'react'
import { donationOf, toMoney } from '#features/shop/orders/products/pricing.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Order } from '../../contract.order.ts'
import { OrderTable } from '../order-table.tsx'
import classes from './confirm-step.module.css'
import { DonationSlider } from './donation-slider.tsx'
import type { OrderDraft, OrderFields } from './order-draft.ts'
import { usePaymentAmount } from './use-payment-amount.ts'

interface ConfirmStepProps {
  order: Order
  draft: OrderDraft
  onDonation: (cents: number) => void
  /** Link for changing the address. */
  edit: ReactNode
  /** Renders the ways to pay, which belong to payments; a new function renders them again. */
  pay: (order: Order) => ReactNode
  onFinish: () => void
  back: ReactNode
}

/** Summary of an order before payment; a reseller's order is reviewed first. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { order, draft, edit, onFinish, back } = props
  const { t } = useTranslation('orders')
  const pending = order.order_status.name === 'pending_confirmation'
  return (
    <div className={classes.root}>
      <Recipient fields={draft.fields} ideas={draft.ideas.trim()} edit={edit} />
      {pending ? (
        <>
          <OrderTable order={order} />
          <Notice title={t('confirm.reseller.title')}>{t('confirm.reseller.body')}</Notice>
          <AppButton onClick={onFinish}>{t('confirm.reseller.finish')}</AppButton>
        </>
      ) : (
        <Payment {...props} />
      )}
      <div className={classes.back}>{back}</div>
    </div>
  )
}

function Payment({ order, draft, onDonation, pay }: ConfirmStepProps) {
  const { t } = useTranslation(['orders', 'layout'])
  const { ofError } = useErrorText()
  const amount = usePaymentAmount(order, draft.donation_cents, onDonation, draft.sent?.request_id)
  const { price, payment, settled, error } = amount
  const shownOrder = {
    ...order,
    payment_amount: toMoney(payment),
    to_pay: toMoney(payment),
    donation: toMoney(donationOf(payment, price)),
  }
  return (
    <>
      <DonationSlider
        price={price}
        payment={payment}
        currency={order.payment_currency}
        onChange={amount.choose}
      />
      <OrderTable order={shownOrder} withDonation />
      {error ? (
        <Notice
          kind="error"
          action={
            <AppButton tone="secondary" onClick={amount.retry}>
              {t('layout:retry')}
            </AppButton>
          }
        >
          {ofError(error)}
        </Notice>
      ) : null}
      <section aria-label={t('confirm.pay')}>
        {/* The amount above is what will be charged, so paying is disabled until it is saved. */}
        <div className={classes.pay} inert={!settled} aria-busy={!settled}>
          <WaysToPay order={order} pay={pay} />
        </div>
      </section>
    </>
  )
}

/** Memoised, because each step of the slider renders everything around it. */
const WaysToPay = memo(function WaysToPay({ order, pay }: Pick<ConfirmStepProps, 'order' | 'pay'>) {
  return pay(order)
})

function Recipient(props: { fields: OrderFields; ideas: string; edit: ReactNode }) {
  const { fields, ideas, edit } = props
  const { t } = useTranslation('orders')
  const country = new Intl.DisplayNames([currentLanguage()], { type: 'region' }).of(fields.country)
  return (
    <section className={classes.recipient} aria-labelledby="order-recipient">
      <h2 id="order-recipient" className={classes.heading}>
        {t('confirm.recipient')}
      </h2>
      <address className={classes.address}>
        <span className={classes.name}>
          {fields.firstname} {fields.lastname}
        </span>
        {fields.address_addition.trim() ? <span>{fields.address_addition}</span> : null}
        <span>{fields.address}</span>
        <span>
          {fields.postcode} {fields.city}
        </span>
        <span>{country}</span>
        <span className={classes.email}>{fields.email}</span>
      </address>
      {ideas ? (
        <p className={classes.ideas}>
          <b>{t('address.ideas')}:</b> {ideas}
        </p>
      ) : null}
      <div className={classes.edit}>{edit}</div>
    </section>
  )
}
