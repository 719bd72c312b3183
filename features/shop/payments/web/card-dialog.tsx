import { useState } from 'react'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { CardField } from './card-field.tsx'
import { PaymentFailure } from './payment-failure.tsx'
import { ProviderMissing } from './provider-missing.tsx'
import { askBankOf, createCard } from './stripe-script.ts'
import { type CardFields, type CardPart, useCardFields } from './use-card-fields.ts'
import { type PayingCallbacks, ProviderError, usePaying } from './use-paying.ts'

interface CardDialogProps extends PayingCallbacks {
  order: Order
  onClose: () => void
}

/** Pays by card through Stripe. The number is typed into Stripe's own fields and never reaches our code. */
export function CardDialog({ order, onClose, ...callbacks }: CardDialogProps) {
  const { t } = useTranslation('payments')
  const [tries, setTries] = useState(0)
  return (
    <Dialog opened onClose={onClose} title={t('card.title')} size="md">
      <LoadedCardForm
        key={tries}
        order={order}
        onRetry={() => setTries((before) => before + 1)}
        {...callbacks}
      />
    </Dialog>
  )
}

function LoadedCardForm({
  onRetry,
  ...form
}: Omit<CardFormProps, 'fields'> & { onRetry: () => void }) {
  const { t } = useTranslation('payments')
  const fields = useCardFields(useConfig()?.stripe_publishable_key ?? '')
  if (fields === null) return <SkeletonList rows={3} />
  if (fields !== 'failed') return <CardForm {...form} fields={fields} />
  return <ProviderMissing words={t('card.notLoaded')} onRetry={onRetry} />
}

interface CardFormProps extends PayingCallbacks {
  order: Order
  fields: CardFields
}

function CardForm({ order, fields, ...callbacks }: CardFormProps) {
  const { t } = useTranslation('payments')
  const { sending, failure, payWith } = usePaying(order, t('declined'), callbacks)
  const [complete, setComplete] = useState<Partial<Record<CardPart, boolean>>>({})
  const money = formatMoney(order.to_pay, order.payment_currency)
  const { stripe, parts } = fields

  const tokenOfCard = async () => {
    const { error, paymentMethod } = await createCard(stripe, parts.number).catch(() => {
      throw new ProviderError(t('card.notLoaded'))
    })
    if (error) throw new ProviderError(error.message ?? t('declined'))
    return paymentMethod.id
  }
  const field = (part: CardPart) => ({
    element: parts[part],
    onComplete: (isComplete: boolean) =>
      setComplete((before) => ({ ...before, [part]: isComplete })),
  })
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void payWith(tokenOfCard, askBankOf(stripe))
      }}
    >
      <CardField label={t('card.number')} {...field('number')} />
      <div className={forms.pair}>
        <CardField label={t('card.expiry')} {...field('expiry')} />
        <CardField label={t('card.cvc')} {...field('cvc')} />
      </div>
      <PaymentFailure failure={failure} />
      <div className={forms.actions}>
        <AppButton
          type="submit"
          loading={sending}
          disabled={!(complete.number && complete.expiry && complete.cvc)}
        >
          {t('pay', { money })}
        </AppButton>
      </div>
      <p className={forms.hint}>{t('card.byStripe')}</p>
    </form>
  )
}
