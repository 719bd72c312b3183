import type { Order } from '#features/shop/orders/contract.order.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PaymentFailure } from './payment-failure.tsx'
import { type PayingCallbacks, ProviderError, usePaying } from './use-paying.ts'

/** TWINT through Stripe: the payer goes to TWINT's page and returns to the payment page. */
export function TwintButton({ order, ...callbacks }: { order: Order } & PayingCallbacks) {
  const { t } = useTranslation('payments')
  const key = useConfig()?.stripe_publishable_key ?? ''
  const { sending, failure, payWith } = usePaying(order, t('twintDeclined'), callbacks)

  const pay = () => {
    const notLoaded = () => {
      throw new ProviderError(t('card.notLoaded'))
    }
    const script = import('./stripe-script.ts')
    const started = script.then(({ startStripe }) => startStripe(key))
    return payWith(
      async () => {
        const { createTwint } = await script.catch(notLoaded)
        const { error, paymentMethod } = await started.then(createTwint).catch(notLoaded)
        if (error) throw new ProviderError(error.message ?? t('twintDeclined'))
        return paymentMethod.id
      },
      async (clientSecret) => (await script).askBankOf(await started)(clientSecret),
    )
  }
  return (
    <>
      <AppButton tone="secondary" loading={sending} onClick={() => void pay()}>
        TWINT
      </AppButton>
      <PaymentFailure failure={failure} />
    </>
  )
}
