import type {
  CreatePaymentMethodData,
  CreatePaymentMethodTwintData,
  Stripe,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { currentLanguage } from '../../start/texts.ts'

// What Stripe would watch of a page to find fraud, who visits it is not asked for.
loadStripe.setLoadParameters({ advancedFraudSignals: false })

/** Stripe's own script, from Stripe: it accepts no copy. Throws where it does not come. */
export async function startStripe(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey, { locale: currentLanguage() })
  if (!stripe) throw new Error('Stripe.js needs a browser')
  return stripe
}

/** Shows what the bank, or TWINT, asks; resolves with why not, in words for whoever pays. */
export const askBankOf =
  (stripe: Stripe) =>
  async (clientSecret: string): Promise<string | null> => {
    const { error } = await stripe.handleNextAction({ clientSecret })
    return error?.message ?? null
  }

/** A payment by TWINT, before anybody was asked. */
export function createTwint(stripe: Stripe) {
  const twint: CreatePaymentMethodTwintData = { type: 'twint' }
  // Of all kinds that Stripe.js takes, this one is missing in the list of its types.
  return stripe.createPaymentMethod(twint as unknown as CreatePaymentMethodData)
}
