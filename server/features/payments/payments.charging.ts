import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { lockOrderByRefno } from '../orders/orders.queries.ts'
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
import { type SettleDeps, settle } from './payments.settling.ts'

export type Paid = { status: 'success' } | { status: 'requires_action'; client_secret: string }

type ChargeDeps = SettleDeps & Pick<Deps, 'clock'>

const hashOf = (proof: string) => createHash('sha256').update(proof).digest('base64url')

/** What a try begins with: a payment of its own, the one under way, or an order that is paid. */
type Beginning =
  | { is: 'new'; payment: PaymentRow }
  | { is: 'under_way'; payment: PaymentRow }
  | { is: 'paid' }

/** Stores that somebody is about to pay, before any provider hears of it: one at a time. */
function begin(
  { database, clock }: ChargeDeps,
  provider: PaymentProvider,
  refno: string,
  proof: string,
): Promise<Beginning> {
  return database.orm.transaction(async (tx) => {
    const full = await lockOrderByRefno(tx, refno)
    if (!full) throw new AppError('not_found')
    const { order } = full
    if (order.status === 'paid' || order.status === 'processed') return { is: 'paid' }
    if (order.status !== 'pending_payment') throw new AppError('not_payable')
    const active = await findActivePayment(tx, order.id)
    if (active) return { is: 'under_way', payment: active }
    const now = clock()
    const payment = await insertPayment(tx, {
      order_id: order.id,
      provider: provider.name,
      amount_cents: order.price_cents + order.donation_cents,
      currency: order.currency,
      proof_hash: hashOf(proof),
      created_at: now,
      updated_at: now,
    })
    return { is: 'new', payment }
  })
}

/** What whoever pays is told of a state that was settled. */
function answerTo(status: PaymentRow['status'], { client_secret, reason }: ProviderState): Paid {
  if (status === 'succeeded') return { status: 'success' }
  if (status === 'requires_action' && client_secret) return { status, client_secret }
  if (status === 'declined' || status === 'cancelled') {
    throw new AppError('payment_declined', reason ? { message: reason } : {})
  }
  // Nobody knows yet, or somebody has to look at it: paying again would be paying twice.
  throw new AppError(
    status === 'refund_due' || status === 'refunded' ? 'not_payable' : 'payment_pending',
  )
}

/** The provider has not said how it ended: the job asks, and until then nobody pays again. */
function orPending(error: unknown): never {
  throw error instanceof ProviderUnreachableError ? new AppError('payment_pending') : error
}

/**
 * Pays an order with what the payer was given by the provider. Throws `payment_declined` with the
 * provider's reason, `payment_pending` where it is not known yet how it ends, `not_payable`,
 * `payment_unavailable`, `not_found`.
 */
export async function pay(
  deps: ChargeDeps,
  provider: PaymentProvider,
  refno: string,
  proof: string,
): Promise<Paid> {
  const { database, clock } = deps
  const settled = async (payment: PaymentRow, state: ProviderState) =>
    answerTo(await settle(deps, payment, state, refno, clock()), state)

  const beginning = await begin(deps, provider, refno, proof)
  if (beginning.is === 'paid') return { status: 'success' }
  const { payment } = beginning
  if (beginning.is === 'new') {
    const due = dueOf(payment, refno)
    const { ref } = await provider.open(due).catch(async (error) => {
      // Nothing was charged, and nothing can be without what was sent just now.
      await updatePayment(database.orm, payment.id, { status: 'cancelled', updated_at: clock() })
      throw error instanceof ProviderUnreachableError ? new AppError('payment_unavailable') : error
    })
    await updatePayment(database.orm, payment.id, { provider_ref: ref })
    return settled(payment, await provider.charge(due, ref, proof).catch(orPending))
  }
  if (payment.status !== 'requires_action' || !payment.provider_ref) {
    throw new AppError('payment_pending')
  }
  const { provider_ref: ref } = payment
  if (payment.proof_hash === hashOf(proof)) {
    return settled(payment, await provider.read(ref).catch(orPending))
  }
  // Another card: the first is given up, unless its bank has said yes meanwhile.
  const state = await provider.cancel(ref).catch(orPending)
  const status = await settle(deps, payment, state, refno, clock())
  if (status !== 'cancelled' && status !== 'declined') return answerTo(status, state)
  return pay(deps, provider, refno, proof)
}
