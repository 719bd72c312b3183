import type { ShownAmount } from '#features/shop/orders/contract.order.ts'
import { isPayable } from '#features/shop/orders/paying/server/door.ts'
import { lockOrder } from '#features/shop/orders/server/door.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  answerForPayer,
  begin,
  type ChargeDeps,
  giveUp,
  orPending,
  orUnavailable,
} from './charging.ts'
import type { PaymentProvider } from './payment-provider.ts'
import {
  awaitApproval,
  dueOf,
  findPayment,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import { agrees, waitsForApproval } from './payments.rules.ts'
import type { PayPalProvider } from './paypal.ts'
import { settle } from './settling.ts'

/**
 * Creates the payment that the payer approves at PayPal, or finds the earlier one; takes no money. Cancels a card
 * payment that waits for the payer's bank. Throws `payment_pending`, `not_payable`, `amount_changed`,
 * `payment_unavailable`, `not_found`.
 * @returns PayPal's id
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
  // Two pages at the same time get the same payment from PayPal.
  const state = await paypal.open(dueOf(payment, refno, paid_before_cents)).catch(orUnavailable)
  if (!agrees(payment, refno, state)) {
    logger.error({ ref: state.ref, refno }, 'PayPal created a different payment than requested')
    await updatePayment(database.orm, payment.id, { status: 'cancelled', updated_at: clock() })
    throw new AppError('payment_unavailable')
  }
  // The payer may have started a card payment meanwhile.
  if (!(await awaitApproval(database.orm, payment.id, state.ref, clock()))) {
    throw new AppError('payment_pending')
  }
  return state.ref
}

/**
 * Marks an approved payment as being charged. From here on no other payment is possible until its outcome is known.
 * @returns whether the caller should charge it; false if the order is already paid
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
 * Charges a payment that its payer has approved. Throws `payment_declined` if another payer approved it or PayPal
 * declines, `payment_pending`, `not_payable`, `payment_unavailable`, `not_found`.
 * @param ref PayPal's id of the payment
 * @param payer who approved it, as PayPal told the page
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
      logger.error({ ref, refno }, 'PayPal reports another payment than ours; it is not captured')
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
