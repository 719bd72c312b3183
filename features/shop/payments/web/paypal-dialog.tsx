import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { createPayPalPayment, executePayPalPayment } from './data/payments.ts'
import { PaymentFailure } from './payment-failure.tsx'
import { showPayPalButton } from './paypal-script.ts'
import { ProviderMissing } from './provider-missing.tsx'
import { type PayingCallbacks, ProviderError, usePaying } from './use-paying.ts'

/** Delay for PayPal's window to close before the page continues. */
const AFTERWARDS_MS = 500

interface PayPalDialogProps extends PayingCallbacks {
  order: Order
  onClose: () => void
}

/** The payer approves the payment in PayPal's window. */
export function PayPalDialog({ onClose, ...form }: PayPalDialogProps) {
  const { t } = useTranslation('payments')
  const [tries, setTries] = useState(0)
  const [missing, setMissing] = useState(false)
  return (
    <Dialog opened onClose={onClose} title={t('paypal.title')} size="md">
      {missing ? (
        <ProviderMissing
          words={t('paypal.notLoaded')}
          onRetry={() => {
            setMissing(false)
            setTries((before) => before + 1)
          }}
        />
      ) : (
        <PayPalForm key={tries} onMissing={() => setMissing(true)} {...form} />
      )}
    </Dialog>
  )
}

interface PayPalFormProps extends Omit<PayPalDialogProps, 'onClose'> {
  onMissing: () => void
}

function PayPalForm({ order, onMissing, ...callbacks }: PayPalFormProps) {
  const { t } = useTranslation('payments')
  const clientId = useConfig()?.paypal_client_id ?? ''
  const { sending, failure, settleWith, fail } = usePaying(order, t('paypal.failed'), callbacks)
  const [shown, setShown] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  /** Set once we have shown our own, better error message, because PayPal's script reports the same failure again. */
  const alreadyExplained = useRef(false)
  const { refno, payment_currency: currency } = order

  const create = useEffectEvent(async () => {
    alreadyExplained.current = false
    try {
      return await createPayPalPayment(order)
    } catch (error) {
      alreadyExplained.current = true
      fail(error)
      throw error
    }
  })
  const execute = useEffectEvent((paymentID: string, payerID: string) =>
    settleWith(async () => {
      const { status } = await executePayPalPayment({ orderRefno: refno, paymentID, payerID })
      await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS))
      return status === 'success'
    }),
  )
  const onFailure = useEffectEvent(() => {
    if (!alreadyExplained.current) fail(new ProviderError(t('paypal.failed')))
    alreadyExplained.current = false
  })
  const onAbsent = useEffectEvent(onMissing)
  useEffect(() => {
    if (!place.current) return
    return showPayPalButton(place.current, {
      clientId,
      currency,
      onShown: () => setShown(true),
      onMissing: () => onAbsent(),
      onFailure: () => onFailure(),
      create: () => create(),
      onAgreed: (paymentID, payerID) => execute(paymentID, payerID),
    })
  }, [clientId, currency])

  const money = formatMoney(order.to_pay, currency)
  return (
    <div className={forms.form}>
      <p>{t('paypal.body', { money })}</p>
      {shown || failure ? null : <SkeletonList rows={1} />}
      <div ref={place} inert={sending} />
      <PaymentFailure failure={failure} />
    </div>
  )
}
