import type { Currency } from '#features/shop/orders/products/pricing.ts'
import type { DeclineReason } from '../decline-reasons.ts'

/** The payment for a provider. Identical in each call about it, so that repeated calls are idempotent. */
export interface PaymentDue {
  /** Our id of the payment; the provider creates only one payment for it. */
  id: string
  order_id: string
  refno: string
  /** The amount paid for the order before, in cents. If positive, this payment is what a correction has added since. */
  paid_before_cents: number
  amount_cents: number
  currency: Currency
}

/**
 * State of a payment at its provider: `open` waits for the payer, `requires_action` for the payer's bank,
 * `processing` for the provider, `awaited` for a bank that takes days; the other three are final.
 */
export type ProviderStatus =
  | 'open'
  | 'requires_action'
  | 'processing'
  | 'awaited'
  | 'succeeded'
  | 'declined'
  | 'cancelled'

export interface ProviderState {
  status: ProviderStatus
  /** The provider's id. */
  ref: string
  /** Order number and amount as the provider has them; compared before anything counts as paid. */
  refno: string
  amount_cents: number
  currency: string
  /** Lets the page continue if the bank asks the payer a question. */
  client_secret?: string
  /** Why it was declined, for the payer, in the provider's words. */
  reason?: string
  /** The same as a code that the page can translate. */
  decline?: DeclineReason
}

/** The provider did not respond, or its response could not be understood: the outcome is unknown. */
export class ProviderUnreachableError extends Error {}

/** A refund at the provider, started there or by us. */
export interface GivenBack {
  /** The provider's id. */
  ref: string
  /** The idempotency key we sent; null if we did not start it. */
  key: string | null
  amount_cents: number
  /** The refund failed, and the provider has the money again. */
  failed: boolean
}

/** The payer has demanded the money back through the bank or PayPal, and the provider decides. */
export interface DisputeState {
  /** The provider's id. */
  ref: string
  amount_cents: number
  currency: string
  /** `won`: the community keeps the money. */
  status: 'open' | 'won' | 'lost'
  /** Whether the money is withheld or lost, so that it cannot be refunded, too. */
  withheld: boolean
  /** The provider's code for the reason. */
  reason: string
  /** Until when the community can respond. */
  answer_by: Date | null
}

/** All refunds and disputes of one payment at a provider. */
export interface MoneyBack {
  refunds: GivenBack[]
  disputes: DisputeState[]
}

/** The payment that a webhook is about: by the provider's id, or by ours. */
export interface Told {
  ref: string | null
  id: string | null
  /** Refunds and disputes, if the webhook is about them. */
  back?: MoneyBack
}

/** A webhook that is too old or was not sent by the provider. */
export class WebhookRefusedError extends Error {}

/** A refund for a provider. */
export interface RefundDue {
  /** Our idempotency key; the provider refunds only once for it. */
  key: string
  amount_cents: number
  currency: Currency
}

/** The provider rejects the refund and gives a reason. */
export class RefundRefusedError extends Error {
  /** True if everything was refunded before, by us or at the provider. */
  readonly nothingLeft: boolean
  constructor(reason: string, nothingLeft = false) {
    super(reason)
    this.nothingLeft = nothingLeft
  }
}

/**
 * One way to pay. Every call throws {@link ProviderUnreachableError} if the outcome is unknown, and is idempotent for
 * the same payment.
 */
export interface PaymentProvider {
  name: 'stripe' | 'paypal' | 'sandbox'
  /** Creates the payment, or finds the one created before; takes no money. */
  open(due: PaymentDue): Promise<ProviderState>
  /** Takes the money, or starts to. */
  charge(due: PaymentDue, ref: string, proof: string): Promise<ProviderState>
  read(ref: string): Promise<ProviderState>
  /** Cancels an open payment, so that no money is taken any more. Returns its state, which may be paid. */
  cancel(ref: string): Promise<ProviderState>
  /**
   * Refunds a successful payment, fully or in part. Providers forget keys after some days, so check earlier refunds
   * with `moneyBack`. Throws {@link RefundRefusedError}.
   */
  refund(refund: RefundDue, ref: string): Promise<void>
  /** The refunds and disputes of a payment so far. */
  moneyBack(ref: string): Promise<MoneyBack>
}
