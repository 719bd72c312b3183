import type { Currency } from '#features/shop/orders/products/pricing.ts'
import type { DeclineReason } from '../decline-reasons.ts'

/** What is to be paid: the same for each call about one payment, so that a repeated one is the same call. */
export interface PaymentDue {
  /** Our id of the payment; the provider makes one payment of it, however often it is asked. */
  id: string
  order_id: string
  refno: string
  /** What was paid for the order before, in cents: above 0 it is what a correction has added since. */
  paid_before_cents: number
  amount_cents: number
  currency: Currency
}

/**
 * How a payment stands with its provider: `open` waits for somebody to pay, `requires_action` for the
 * payer's bank, `processing` for nobody, `awaited` for a bank that takes days; the other three are final.
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
  /** What the provider calls it. */
  ref: string
  /** What it is about, as the provider has it: compared before anything counts as paid. */
  refno: string
  amount_cents: number
  currency: string
  /** What the page needs to continue if the bank asks the payer something. */
  client_secret?: string
  /** Why it was declined, for whoever pays, in the provider's own words. */
  reason?: string
  /** The same as a word that the page has texts for. */
  decline?: DeclineReason
}

/** The provider did not answer, or not so that it could be understood: nothing is known. */
export class ProviderUnreachableError extends Error {}

/** Money that went back at the provider, whoever had it given back. */
export interface GivenBack {
  /** What the provider calls it. */
  ref: string
  /** The key it was asked for with; null where that was not done by us. */
  key: string | null
  amount_cents: number
  /** It did not arrive, and the money is with the provider again. */
  failed: boolean
}

/** Somebody wants money back by way of the bank or of PayPal, and the provider decides. */
export interface DisputeState {
  /** What the provider calls it. */
  ref: string
  amount_cents: number
  currency: string
  /** Won: the money stays with the community. */
  status: 'open' | 'won' | 'lost'
  /** Whether the money is held back, or gone: nothing of it can be given back besides. */
  withheld: boolean
  /** Why, in the provider's word for it. */
  reason: string
  /** Until when the community can say something about it. */
  answer_by: Date | null
}

/** All that a provider knows of money that went back, or is wanted back, of one payment. */
export interface MoneyBack {
  refunds: GivenBack[]
  disputes: DisputeState[]
}

/** The payment that a provider's own message is about: by the provider's name of it, or by our id. */
export interface Told {
  ref: string | null
  id: string | null
  /** What is told of money that goes back, where that is what it is about. */
  back?: MoneyBack
}

/** Something that came as a webhook and was not sent by the provider, or too long ago. */
export class WebhookRefusedError extends Error {}

/** What is given back of a payment. */
export interface RefundDue {
  /** Our key of the refund; the provider gives the money back once, however often it is asked. */
  key: string
  amount_cents: number
  currency: Currency
}

/** The provider gives nothing back, and says why. */
export class RefundRefusedError extends Error {
  /** True if everything was given back before, by us or by somebody else. */
  readonly nothingLeft: boolean
  constructor(reason: string, nothingLeft = false) {
    super(reason)
    this.nothingLeft = nothingLeft
  }
}

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
  /**
   * Gives back all or a part of a payment that has succeeded. Keys may be forgotten after some days:
   * what was given back before is read with `moneyBack`. Throws {@link RefundRefusedError}.
   */
  refund(refund: RefundDue, ref: string): Promise<void>
  /** What went back of a payment so far, and what is wanted back. */
  moneyBack(ref: string): Promise<MoneyBack>
}
