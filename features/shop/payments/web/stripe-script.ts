import type {
  CreatePaymentMethodData,
  CreatePaymentMethodTwintData,
  Stripe,
  StripeCardNumberElement,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { withinLimit } from './provider-limit.ts'

// By default Stripe tracks visitors to detect fraud; they did not consent to that.
loadStripe.setLoadParameters({ advancedFraudSignals: false })

const SCRIPTS = 'script[src^="https://js.stripe.com/"]'

/** The loader tries twice, but waits for ever if the page contains a script that failed to load. */
function removeDeadScript({ target }: Event): void {
  if (target instanceof HTMLScriptElement && target.matches(SCRIPTS) && !window.Stripe) {
    target.remove()
  }
}
document.addEventListener('error', removeDeadScript, { capture: true })
document.addEventListener('load', removeDeadScript, { capture: true })

/**
 * Makes the loader give up on a script that never arrives, in both of its attempts, so that the next start begins
 * from scratch.
 */
async function giveUp(): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    for (const script of document.querySelectorAll(SCRIPTS)) {
      script.dispatchEvent(new Event('error'))
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Loads Stripe's script from Stripe, which forbids copies of it. Rejects if it does not arrive in time. */
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

/** Shows the question of the bank or TWINT; resolves with an error message for the payer, or null. */
export const askBankOf =
  (stripe: Stripe) =>
  async (clientSecret: string): Promise<string | null> => {
    const { error } = await stripe.handleNextAction({ clientSecret })
    return error?.message ?? null
  }

/** Creates a payment method from the typed card; no bank is involved yet. */
export const createCard = (stripe: Stripe, card: StripeCardNumberElement) =>
  withinLimit(stripe.createPaymentMethod({ type: 'card', card }))

/** Creates a payment method for TWINT; the payer is not asked yet. */
export function createTwint(stripe: Stripe) {
  const twint: CreatePaymentMethodTwintData = { type: 'twint' }
  // Stripe.js accepts this kind, but its list of types lacks it.
  return withinLimit(stripe.createPaymentMethod(twint as unknown as CreatePaymentMethodData))
}
