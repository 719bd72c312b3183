import { createHash } from 'node:crypto'
import type { ShownAmount } from '#features/shop/orders/contract.order.ts'
import {
  dueFor,
  isPayable,
  isShown,
  requireShownAmount,
} from '#features/shop/orders/paying/server/door.ts'
import { lockOrderByRefno } from '#features/shop/orders/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  type PaymentProvider,
  type ProviderState,
  ProviderUnreachableError,
} from './payment-provider.ts'
import {
  dueOf,
  findActivePayment,
  insertPayment,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import { isHandedOutAgain, waitsForApproval } from './payments.rules.ts'
import { type SettleDeps, settle } from './settling.ts'

export type Paid = { status: 'success' } | { status: 'requires_action'; client_secret: string }

export type ChargeDeps = SettleDeps & Pick<Deps, 'clock'>

export const hashOf = (proof: string) => createHash('sha256').update(proof).digest('base64url')

/** The start of a payment attempt: a new payment, the one under way, or an order that is already paid. */
type Beginning =
  | { is: 'new'; payment: PaymentRow; paid_before_cents: number }
  | { is: 'under_way'; payment: PaymentRow; paid_before_cents: number }
  | { is: 'paid' }

/** The payer's request to pay. */
export interface Charge {
  refno: string
  /** The provider's token for the payer; empty if the payer approves at the provider. */
  proof: string
  /** The amount that the page shows. */
  shown?: ShownAmount
}

/** Whether a payment that waits for its bank matches this attempt: the page shows the amount that the bank confirms. */
const isSame = (payment: PaymentRow, provider: Pick<PaymentProvider, 'name'>, charge: Charge) =>
  payment.status === 'requires_action' &&
  // A PayPal payment that waits for approval has no bank and can be reused only for a while.
  !waitsForApproval(payment) &&
  payment.provider_ref !== null &&
  payment.provider === provider.name &&
  payment.proof_hash === hashOf(charge.proof) &&
  isShown(payment, charge.shown)

/**
 * Stores a payment attempt before any provider is called: one at a time, and only for the amount that the page has
 * shown. Throws `not_found`, `not_payable`, `amount_changed`.
 */
export function begin(
  { database, clock }: Pick<ChargeDeps, 'database' | 'clock'>,
  provider: Pick<PaymentProvider, 'name'>,
  charge: Charge,
): Promise<Beginning> {
  const { refno, proof, shown } = charge
  return database.orm.transaction(async (tx) => {
    const full = await lockOrderByRefno(tx, refno)
    if (!full) throw new AppError('not_found')
    const { order } = full
    const isPaid = order.status === 'paid' || order.status === 'processed'
    if (isPaid && !isPayable(order)) return { is: 'paid' }
    if (!isPayable(order)) throw new AppError('not_payable')
    const now = clock()
    const amountDue = dueFor(order)
    const active = await findActivePayment(tx, order.id)
    // A payment that waits for its bank continues unchanged, whatever the order's current amount.
    const { paid_cents: paid_before_cents } = order
    if (active && isSame(active, provider, charge)) {
      return { is: 'under_way', payment: active, paid_before_cents }
    }
    requireShownAmount(full, shown)
    const again = provider.name === 'paypal' && active && isHandedOutAgain(active, amountDue, now)
    if (active && waitsForApproval(active) && !again) {
      await updatePayment(tx, active.id, { status: 'cancelled', updated_at: now })
    } else if (active) return { is: 'under_way', payment: active, paid_before_cents }
    const payment = await insertPayment(tx, {
      ...amountDue,
      order_id: order.id,
      provider: provider.name,
      proof_hash: hashOf(proof),
      created_at: now,
      updated_at: now,
    })
    return { is: 'new', payment, paid_before_cents }
  })
}

/** The response to the payer for the stored state of a payment. */
export function answerForPayer(
  status: PaymentRow['status'],
  {
    client_secret,
    reason,
    decline,
  }: Pick<ProviderState, 'client_secret' | 'reason' | 'decline'> = {},
): Paid {
  if (status === 'succeeded') return { status: 'success' }
  if (status === 'requires_action' && client_secret) return { status, client_secret }
  if (status === 'declined' || status === 'cancelled') {
    throw new AppError('payment_declined', {
      message: reason || undefined,
      errorMsg: decline,
    })
  }
  // The outcome is unknown or needs an administrator. Paying again could mean paying twice.
  throw new AppError(
    status === 'refund_due' || status === 'refunded' ? 'not_payable' : 'payment_pending',
  )
}

/** The provider did not say how the payment ended. The job asks later; until then paying again is blocked. */
export function orPending(error: unknown): never {
  throw error instanceof ProviderUnreachableError ? new AppError('payment_pending') : error
}

/** No money was taken, and none will be. */
export function orUnavailable(error: unknown): never {
  throw error instanceof ProviderUnreachableError ? new AppError('payment_unavailable') : error
}

/**
 * Cancels a payment that waits for the payer's bank, so that another way can be used, unless the bank has approved it
 * meanwhile. Throws `payment_pending` if it cannot be cancelled.
 * @param own the providers, one of which started it
 */
export async function giveUp(
  deps: ChargeDeps,
  own: readonly PaymentProvider[],
  payment: PaymentRow,
  refno: string,
): Promise<{ ended: boolean; answer: () => Paid }> {
  const provider = own.find(({ name }) => name === payment.provider)
  if (payment.status !== 'requires_action' || !payment.provider_ref || !provider) {
    throw new AppError('payment_pending')
  }
  const state = await provider.cancel(payment.provider_ref).catch(orPending)
  const status = await settle(deps, payment, state, refno, deps.clock())
  const ended = status === 'cancelled' || status === 'declined'
  return { ended, answer: () => answerForPayer(status, state) }
}

/**
 * Pays an order with the token from the provider. Throws `payment_declined` with the provider's reason,
 * `payment_pending` if the outcome is still unknown, `not_payable`, `amount_changed`, `payment_unavailable`,
 * `not_found`.
 * @param all the providers that may have started a payment under way
 */
export async function pay(
  deps: ChargeDeps,
  provider: PaymentProvider,
  charge: Charge,
  all: readonly PaymentProvider[] = [provider],
): Promise<Paid> {
  const { database, clock } = deps
  const { refno, proof } = charge
  const settled = async (payment: PaymentRow, state: ProviderState) =>
    answerForPayer(await settle(deps, payment, state, refno, clock()), state)

  const beginning = await begin(deps, provider, charge)
  if (beginning.is === 'paid') return { status: 'success' }
  const { payment, paid_before_cents } = beginning
  if (beginning.is === 'new') {
    const paymentDue = dueOf(payment, refno, paid_before_cents)
    const { ref } = await provider.open(paymentDue).catch(async (error) => {
      // Nothing was charged, and nothing can be charged without the token that was just sent.
      await updatePayment(database.orm, payment.id, { status: 'cancelled', updated_at: clock() })
      return orUnavailable(error)
    })
    await updatePayment(database.orm, payment.id, { provider_ref: ref })
    return settled(payment, await provider.charge(paymentDue, ref, proof).catch(orPending))
  }
  const { provider_ref: ref } = payment
  if (ref && isSame(payment, provider, charge)) {
    return settled(payment, await provider.read(ref).catch(orPending))
  }
  const { ended, answer } = await giveUp(deps, all, payment, refno)
  return ended ? pay(deps, provider, charge, all) : answer()
}
