import type {
  CreatePaymentMethodData,
  CreatePaymentMethodTwintData,
  Stripe,
  StripeCardNumberElement,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { withinLimit } from './provider-limit.ts'

// Stripe watches visitors to find fraud only where this is not switched off; visitors were never asked.
loadStripe.setLoadParameters({ advancedFraudSignals: false })

const SCRIPTS = 'script[src^="https://js.stripe.com/"]'

/** The loader tries twice, and waits for ever where it finds a script in the page that failed to load. */
function removeDeadScript({ target }: Event): void {
  if (target instanceof HTMLScriptElement && target.matches(SCRIPTS) && !window.Stripe) {
    target.remove()
  }
}
document.addEventListener('error', removeDeadScript, { capture: true })
document.addEventListener('load', removeDeadScript, { capture: true })

/**
 * Makes the loader give up a script that never arrives, in both of its attempts; the next start begins
 * anew.
 */
async function giveUp(): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    for (const script of document.querySelectorAll(SCRIPTS)) {
      script.dispatchEvent(new Event('error'))
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/**
 * Stripe's own script, from Stripe, which accepts no copy of it. Rejects where it does not arrive in time.
 */
export async function startStripe(publishableKey: string): Promise<Stripe> {
  const loading = loadStripe(publishableKey, { locale: currentLanguage() })
  try {
    const stripe = await withinLimit(loading)
    if (!stripe) throw new Error('Stripe.js needs a browser')
    return stripe
  } catch (error) {
    loading.catch(() => undefined)
    await giveUp()
    throw error
  }
}

/**
 * Shows the question of the bank, or of TWINT; resolves with the reason for a failure, in words for the
 * payer.
 */
export const askBankOf =
  (stripe: Stripe) =>
  async (clientSecret: string): Promise<string | null> => {
    const { error } = await stripe.handleNextAction({ clientSecret })
    return error?.message ?? null
  }

/** A payment by the card whose number stands in the field, before anybody was asked. */
export const createCard = (stripe: Stripe, card: StripeCardNumberElement) =>
  withinLimit(stripe.createPaymentMethod({ type: 'card', card }))

/** A payment by TWINT, before anybody was asked. */
export function createTwint(stripe: Stripe) {
  const twint: CreatePaymentMethodTwintData = { type: 'twint' }
  // Stripe.js accepts this kind, but its list of types lacks it.
  return withinLimit(stripe.createPaymentMethod(twint as unknown as CreatePaymentMethodData))
}
