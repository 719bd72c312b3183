import { awaitPayment, lockOrder, markPaid } from '#features/shop/orders/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { ProviderState } from './payment-provider.ts'
import { lockPayment, type PaymentRow, updatePayment } from './payments.queries.ts'
import { agrees, answeredBy, isSlow } from './payments.rules.ts'

type PaymentStatus = PaymentRow['status']

/** Maps the provider's state to ours; null if the outcome is open. */
const STATUS_OF: Record<ProviderState['status'], PaymentStatus | null> = {
  open: null,
  processing: null,
  requires_action: 'requires_action',
  awaited: 'awaited',
  succeeded: 'succeeded',
  declined: 'declined',
  cancelled: 'cancelled',
}

const isEnded = (status: PaymentStatus) => status === 'declined' || status === 'cancelled'
const OPEN: readonly PaymentStatus[] = ['started', 'requires_action', 'awaited']
const isSettled = (status: PaymentStatus) => !OPEN.includes(status)

export type SettleDeps = Pick<Deps, 'database' | 'logger' | 'mails' | 'config' | 'features'>

/**
 * Records the state of a payment at its provider. The page, a webhook and the job all call this, in any order and
 * repeatedly. The first call settles the payment, and an order is paid if and only if its payment has succeeded.
 * @returns the state of the payment afterwards
 */
export function settle(
  deps: SettleDeps,
  { id, order_id }: PaymentRow,
  state: ProviderState,
  refno: string,
  now: Date,
): Promise<PaymentStatus> {
  const { database, logger } = deps
  return database.orm.transaction(async (tx) => {
    // Lock order: the order before its payment, as everywhere, to avoid deadlocks.
    const full = await lockOrder(tx, order_id)
    const payment = await lockPayment(tx, id)
    if (!full || !payment) throw new Error('Unexpected payment without its order')
    const about = { provider: payment.provider, ref: state.ref, refno }
    if (isSettled(payment.status)) {
      if (!isEnded(payment.status) || state.status !== 'succeeded') return payment.status
      // A late success, after every caller has given up on the payment.
      logger.warn(about, 'paid after the payment had ended; refunding it')
      await updatePayment(tx, id, { status: 'refund_due', updated_at: now })
      return 'refund_due'
    }
    let status = STATUS_OF[state.status] ?? payment.status
    // A payment that is processing for more than an hour waits for a bank that takes days.
    if (state.status === 'processing' && isSlow(payment, now)) status = 'awaited'
    if (!agrees(payment, refno, state)) {
      logger.error(about, 'a provider reports another payment than ours')
      status = 'mismatch'
      const { refno: toldRefno, amount_cents, currency } = state
      await updatePayment(tx, id, { told: { refno: toldRefno, amount_cents, currency } })
    } else if (status === 'succeeded') {
      const { amount_cents, provider: method } = payment
      const by = { actor: 'payment', user_id: null, now } as const
      if (!(await markPaid(tx, deps, full, { amount_cents, method }, by))) {
        logger.warn(about, 'paid after the order was closed; refunding it')
        status = 'refund_due'
      }
    }
    const isAwaited = status === 'awaited' && payment.status !== 'awaited'
    if (isAwaited) await awaitPayment(tx, deps, full, answeredBy(now))
    if (payment.status === 'awaited' && isEnded(status)) await awaitPayment(tx, deps, full, null)
    await updatePayment(tx, id, { status, provider_ref: state.ref, updated_at: now })
    return status
  })
}
