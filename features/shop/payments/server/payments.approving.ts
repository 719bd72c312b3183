import type { ShownAmount } from '#features/shop/orders/contract.order.ts'
import { isPayable, lockOrder } from '#features/shop/orders/server/door.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { PaymentProvider } from './payment-provider.ts'
import {
  answerForPayer,
  begin,
  type ChargeDeps,
  giveUp,
  orPending,
  orUnavailable,
} from './payments.charging.ts'
import {
  awaitApproval,
  dueOf,
  findPayment,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import { agrees, waitsForApproval } from './payments.rules.ts'
import { settle } from './payments.settling.ts'
import type { PayPalProvider } from './paypal.ts'

/**
 * Makes what the payer approves at PayPal, or finds what was made before; takes no money. A card whose
 * bank was not answered is given up for it. Throws `payment_pending`, `not_payable`, `amount_changed`,
 * `payment_unavailable`, `not_found`.
 * @returns what PayPal calls it
 */
export async function prepare(
  deps: ChargeDeps,
  paypal: PayPalProvider,
  wish: { refno: string; shown: ShownAmount },
  all: readonly PaymentProvider[],
): Promise<string> {
  const { database, clock, logger } = deps
  const { refno } = wish
  const beginning = await begin(deps, paypal, { ...wish, proof: '' })
  if (beginning.is === 'paid') throw new AppError('not_payable')
  const { payment, paid_before_cents } = beginning
  if (!waitsForApproval(payment)) {
    const { ended, answer } = await giveUp(deps, all, payment, refno)
    if (ended) return prepare(deps, paypal, wish, all)
    throw new AppError(answer().status === 'success' ? 'not_payable' : 'payment_pending')
  }
  if (payment.provider_ref) return payment.provider_ref
  // Two pages that are here at the same time are given the same by PayPal.
  const state = await paypal.open(dueOf(payment, refno, paid_before_cents)).catch(orUnavailable)
  if (!agrees(payment, refno, state)) {
    logger.error({ ref: state.ref, refno }, 'PayPal has made something else than was asked for')
    await updatePayment(database.orm, payment.id, { status: 'cancelled', updated_at: clock() })
    throw new AppError('payment_unavailable')
  }
  // Meanwhile somebody may have begun to pay by card.
  if (!(await awaitApproval(database.orm, payment.id, state.ref, clock()))) {
    throw new AppError('payment_pending')
  }
  return state.ref
}

/**
 * Makes an approved payment one that is being taken. From here on nobody pays in another way until it
 * is known how it ends.
 * @returns whether it is for the caller to take; the order is paid already if not
 */
function claim({ database, clock }: ChargeDeps, { id, order_id }: PaymentRow): Promise<boolean> {
  return database.orm.transaction(async (tx) => {
    const full = await lockOrder(tx, order_id)
    const payment = await lockPayment(tx, id)
    if (!full || !payment) throw new AppError('not_found')
    const { status } = full.order
    if (!isPayable(full.order)) {
      if (status === 'paid' || status === 'processed') return false
      throw new AppError('not_payable')
    }
    if (payment.status !== 'requires_action') {
      answerForPayer(payment.status)
      return false
    }
    await updatePayment(tx, id, { status: 'started', updated_at: clock() })
    return true
  })
}

/**
 * Takes the money of a payment that its payer has approved. Throws `payment_declined` where it was
 * somebody else, or PayPal says no, `payment_pending`, `not_payable`, `payment_unavailable`, `not_found`.
 * @param ref what PayPal calls the payment
 * @param payer who has approved it, as PayPal told the page
 */
export async function execute(
  deps: ChargeDeps,
  paypal: PayPalProvider,
  { refno, ref, payer }: { refno: string; ref: string; payer: string },
): Promise<{ status: 'success' }> {
  const { database, logger } = deps
  const match = await findPayment(database.orm, 'paypal', { ref, id: null })
  if (match?.refno !== refno) throw new AppError('not_found')
  const { payment } = match
  if (payment.status === 'requires_action') {
    const approved = await paypal.payerOf(ref).catch(orUnavailable)
    if (!agrees(payment, refno, approved.state)) {
      logger.error({ ref, refno }, 'PayPal speaks of another payment than ours; it is not taken')
      throw new AppError('payment_declined')
    }
    if (approved.payer !== payer) throw new AppError('payment_declined')
  }
  if (!(await claim(deps, payment))) return { status: 'success' }
  const state = await paypal.charge(dueOf(payment, refno), ref, payer).catch(orPending)
  const { status } = answerForPayer(await settle(deps, payment, state, refno, deps.clock()), state)
  if (status !== 'success') throw new AppError('payment_pending')
  return { status }
}
