import { loadScript } from '@paypal/paypal-js'
import type { Currency } from '#features/shop/orders/products/pricing.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { withinLimit } from './provider-limit.ts'

interface PayPalButton {
  clientId: string
  currency: Currency
  onShown: () => void
  /** The script did not come, or did not show its button in time. */
  onMissing: () => void
  /** Something went wrong in it. */
  onFailure: () => void
  /** Creates the payment that is agreed to; returns PayPal's id of it. */
  create: () => Promise<string>
  onAgreed: (paymentID: string, payerID: string) => Promise<void>
}

/** What the policy of this document asks of inline scripts; PayPal's script writes some. */
const nonceOfPage = () => document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.nonce

/** Shows PayPal's own button; returns a function that removes it. */
export function showPayPalButton(place: HTMLElement, button: PayPalButton): () => void {
  let hasLeft = false
  let takeAway: (() => Promise<void>) | undefined
  const show = async () => {
    const nonce = nonceOfPage()
    const paypal = await loadScript({
      clientId: button.clientId,
      currency: button.currency,
      locale: `${currentLanguage()}_CH`,
      components: 'buttons',
      intent: 'capture',
      ...(nonce && { dataCspNonce: nonce }),
    })
    const buttons = paypal?.Buttons?.({
      fundingSource: 'paypal',
      style: { height: 48, shape: 'rect', label: 'pay' },
      createOrder: button.create,
      onApprove: ({ orderID, payerID }) => button.onAgreed(orderID, payerID ?? ''),
      onError: button.onFailure,
    })
    if (!buttons) throw new Error('Unexpected PayPal script without buttons')
    if (hasLeft) return
    takeAway = buttons.close
    await buttons.render(place)
    button.onShown()
  }
  withinLimit(show()).catch(() => hasLeft || button.onMissing())
  return () => {
    hasLeft = true
    void takeAway?.().catch(() => undefined)
  }
}
