import { loadScript } from '@paypal/paypal-js'
import type { Currency } from '#features/shop/orders/products/pricing.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { withinLimit } from './provider-limit.ts'

interface PayPalButton {
  clientId: string
  currency: Currency
  onShown: () => void
  /** Called if the script did not load or did not show its button in time. */
  onMissing: () => void
  /** Called if the script fails. */
  onFailure: () => void
  /** Creates the payment to approve; returns PayPal's id. */
  create: () => Promise<string>
  onAgreed: (paymentID: string, payerID: string) => Promise<void>
}

/** The nonce that the page's content security policy requires, for PayPal's inline scripts. */
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
