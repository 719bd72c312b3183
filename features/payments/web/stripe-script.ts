import type {
  CreatePaymentMethodData,
  CreatePaymentMethodTwintData,
  Stripe,
  StripeCardNumberElement,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { withinLimit } from './provider-limit.ts'

// What Stripe would watch of a page to find fraud, who visits it is not asked for.
loadStripe.setLoadParameters({ advancedFraudSignals: false })

const SCRIPTS = 'script[src^="https://js.stripe.com/"]'

/** The loader tries twice, and waits for ever for a script that it finds in the page and that brought nothing. */
function removeDeadScript({ target }: Event): void {
  if (target instanceof HTMLScriptElement && target.matches(SCRIPTS) && !window.Stripe) {
    target.remove()
  }
}
document.addEventListener('error', removeDeadScript, { capture: true })
document.addEventListener('load', removeDeadScript, { capture: true })

/** Has the loader give up what never comes, both times that it tries: the next start begins anew. */
async function giveUp(): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    for (const script of document.querySelectorAll(SCRIPTS)) {
      script.dispatchEvent(new Event('error'))
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Stripe's own script, from Stripe: it accepts no copy. Rejects where it does not come, or takes too long. */
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

/** Shows what the bank, or TWINT, asks; resolves with why not, in words for whoever pays. */
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
  // Of all kinds that Stripe.js takes, this one is missing in the list of its types.
  return withinLimit(stripe.createPaymentMethod(twint as unknown as CreatePaymentMethodData))
}
