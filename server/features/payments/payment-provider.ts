import type { Currency } from '@letterlend/contract/order-pricing.ts'

/** What is to be paid: the same for each call about one payment, so that a repeated one is the same call. */
export interface PaymentDue {
  /** Ours; the provider makes one payment of it, however often it is asked. */
  id: string
  order_id: string
  refno: string
  amount_cents: number
  currency: Currency
}

/**
 * How a payment stands with its provider: `open` waits for somebody to pay, `requires_action` for the
 * payer's bank, `processing` for nobody; the other three are final.
 */
export type ProviderStatus =
  | 'open'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'declined'
  | 'cancelled'

export interface ProviderState {
  status: ProviderStatus
  /** What the provider calls it. */
  ref: string
  /** What it is about, as the provider has it: compared before anything counts as paid. */
  refno: string
  amount_cents: number
  currency: string
  /** With what the page continues where the bank asks something. */
  client_secret?: string
  /** Why it was declined, for whoever pays. */
  reason?: string
}

/** The provider did not answer, or not so that it could be understood: nothing is known. */
export class ProviderUnreachableError extends Error {}

/**
 * One way to pay. Every call throws {@link ProviderUnreachableError} where the outcome is unknown;
 * none of them does a thing twice for the same payment.
 */
export interface PaymentProvider {
  name: 'stripe' | 'paypal' | 'sandbox'
  /** Makes the payment, or finds the one made before; takes no money. */
  open(due: PaymentDue): Promise<ProviderState>
  /** Takes the money, or begins to. */
  charge(due: PaymentDue, ref: string, proof: string): Promise<ProviderState>
  read(ref: string): Promise<ProviderState>
  /** Ends an open payment: no money is taken after it. Answers how it stands, which may be paid. */
  cancel(ref: string): Promise<ProviderState>
  /** Gives all of a payment back. */
  refund(due: PaymentDue, ref: string): Promise<void>
}
