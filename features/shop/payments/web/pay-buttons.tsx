import { lazy, Suspense, useState } from 'react'
import type { Order } from '#features/shop/orders/contract.order.ts'
import type { PublicConfig } from '#platform/shared/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { SandboxDialog } from './sandbox-dialog.tsx'
import { TwintButton } from './twint-button.tsx'
import type { PayingCallbacks } from './use-paying.ts'

const CardDialog = lazy(() => import('./card-dialog.tsx').then((m) => ({ default: m.CardDialog })))
const PayPalDialog = lazy(() =>
  import('./paypal-dialog.tsx').then((m) => ({ default: m.PayPalDialog })),
)

interface PayButtonsProps extends PayingCallbacks {
  order: Order
  providers: PublicConfig['payment_providers']
}

type Provider = PublicConfig['payment_providers'][number]

/** A button for each way to pay. A provider is contacted only when its button is pressed. */
export function PayButtons({ order, providers, onPaid, onUnclear }: PayButtonsProps) {
  const { t } = useTranslation('payments')
  const [open, setOpen] = useState<Provider | null>(null)
  const close = () => setOpen(null)
  const closing = (then: () => void) => () => {
    close()
    then()
  }
  const callbacks = { onPaid: closing(onPaid), onUnclear: closing(onUnclear) }
  const dialog = { order, onClose: close, ...callbacks }
  return (
    <>
      {providers.includes('sandbox') ? (
        <AppButton onClick={() => setOpen('sandbox')}>{t('sandbox.button')}</AppButton>
      ) : null}
      {providers.includes('stripe') ? (
        <>
          <AppButton onClick={() => setOpen('stripe')}>{t('card.button')}</AppButton>
          {order.payment_currency === 'CHF' ? <TwintButton order={order} {...callbacks} /> : null}
        </>
      ) : null}
      {providers.includes('paypal') ? (
        <AppButton tone="secondary" onClick={() => setOpen('paypal')}>
          PayPal
        </AppButton>
      ) : null}
      {open === 'sandbox' ? <SandboxDialog {...dialog} /> : null}
      <Suspense>
        {open === 'stripe' ? <CardDialog {...dialog} /> : null}
        {open === 'paypal' ? <PayPalDialog {...dialog} /> : null}
      </Suspense>
    </>
  )
}
