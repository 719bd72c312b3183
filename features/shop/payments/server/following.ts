import { owingAfterRefund, refundableOf } from '#features/shop/orders/paying/server/door.ts'
import {
  type FullOrder,
  findOrder,
  followRefund,
  lockOrder,
  noteOwing,
  recordRefund,
  tellRefunded,
} from '#features/shop/orders/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { enqueueStaffMail } from '#platform/server/mail/staff-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { type MoneyBackMail, moneyBack } from './mails/money-back.ts'
import {
  type DisputeState,
  type GivenBack,
  type MoneyBack,
  type PaymentProvider,
  type RefundDue,
  RefundRefusedError,
} from './payment-provider.ts'
import { lockPayment, type PaymentRow } from './payments.queries.ts'
import {
  insertRefund,
  listDisputesOf,
  listRefundsOf,
  type RefundRow,
  storeDispute,
  updateRefund,
} from './refunds.queries.ts'

type FollowDeps = Pick<Deps, 'database' | 'mails' | 'config' | 'clock' | 'features'>

/** Idempotency key for refunding a payment that arrived too late. */
export const autoRefundKey = (paymentId: string) => `${paymentId}-refund`

/**
 * Refunds a payment unless that was done under the same key; checked first, because providers forget keys after some
 * days. Throws RefundRefusedError, ProviderUnreachableError.
 */
export async function refundOnce(
  provider: PaymentProvider,
  refundDue: RefundDue,
  ref: string,
  before: readonly GivenBack[],
): Promise<void> {
  const made = before.find(({ key }) => key === refundDue.key)
  if (made?.failed) throw new RefundRefusedError('The money came back to the provider.')
  if (!made) await provider.refund(refundDue, ref)
}

/** Mails the treasury; the payment is also listed among those that need attention. */
function tell(
  tx: Db,
  deps: FollowDeps,
  { order }: FullOrder,
  { provider }: PaymentRow,
  news: Pick<MoneyBackMail, 'what' | 'amount_cents' | 'currency' | 'reason' | 'answer_by'>,
): Promise<void> {
  const { publicUrl, timeZone } = deps.config
  const order_url = publicUrl + adminPaths.screen('orders', order.id)
  const content = moneyBack({ ...news, provider, refno: order.refno, timeZone, order_url })
  return enqueueStaffMail(tx, deps, 'POST /admin/orders/settle', content)
}

/** Records a refund that was made at the provider, not through this server. */
async function takeRefundDown(
  tx: Db,
  deps: FollowDeps,
  full: FullOrder,
  payment: PaymentRow,
  { ref, amount_cents }: GivenBack,
  isDisputed: boolean,
): Promise<void> {
  const now = deps.clock()
  // The order may have changed, because several refunds may be recorded one after the other.
  const { order } = (await findOrder(tx, full.order.id)) ?? full
  const { refundable } = await refundableOf(tx, deps, full)
  if (order.owing_cents > 0) {
    await noteOwing(tx, order, owingAfterRefund(order, amount_cents, refundable))
  }
  await insertRefund(tx, {
    order_id: order.id,
    payment_id: payment.id,
    provider_ref: ref,
    amount_cents,
    currency: payment.currency,
    status: 'succeeded',
    created_at: now,
    updated_at: now,
  })
  await recordRefund(tx, order, amount_cents, { actor: 'payment', user_id: null }, now)
  await followRefund(tx, deps, full)
  // A chargeback is not a refund by us, and the payer hears of it from their bank.
  if (!isDisputed) await tellRefunded(tx, deps, order.id, amount_cents, payment.amount_cents)
  const news = { what: 'refunded', reason: '', answer_by: null } as const
  const { currency } = payment
  await tell(tx, deps, full, payment, { ...news, amount_cents, currency })
}

/** Records that a refund of ours failed, so that the provider has the money again. */
async function takeFailureDown(
  tx: Db,
  deps: FollowDeps,
  full: FullOrder,
  payment: PaymentRow,
  { id, amount_cents, currency }: RefundRow,
): Promise<void> {
  const reason = 'The money came back to the provider.'
  const unsettled = { settled_at: null, settled_by: null }
  await updateRefund(tx, id, { status: 'refused', reason, updated_at: deps.clock(), ...unsettled })
  const news = { what: 'failed', reason: '', answer_by: null } as const
  await tell(tx, deps, full, payment, { ...news, amount_cents, currency })
}

/** A closed dispute stays closed: the event of its opening may arrive late. */
const isOutdated = (
  booked: { status: DisputeState['status']; answer_by: Date | null } | undefined,
  { status, answer_by }: DisputeState,
): boolean =>
  booked !== undefined &&
  ((booked.status === status && booked.answer_by?.getTime() === answer_by?.getTime()) ||
    (booked.status !== 'open' && status === 'open'))

async function takeDisputeDown(
  tx: Db,
  deps: FollowDeps,
  full: FullOrder,
  payment: PaymentRow,
  { ref, ...dispute }: DisputeState,
): Promise<void> {
  const of = { order_id: full.order.id, payment_id: payment.id, provider_ref: ref }
  await storeDispute(tx, { ...of, ...dispute, created_at: deps.clock() })
  if (dispute.status !== 'open') await followRefund(tx, deps, full)
  const { status, amount_cents, currency, reason } = dispute
  const answer_by = status === 'open' ? (dispute.answer_by?.toISOString() ?? null) : null
  const news = { amount_cents, currency, reason, answer_by }
  await tell(tx, deps, full, payment, { what: `dispute_${status}`, ...news })
}

/**
 * Records what a provider knows about refunds and disputes and our books do not, while the order is locked: refunds
 * made there, failed refunds, and disputes.
 * @returns whether money was refunded or withheld without our knowledge
 */
export async function takeDown(
  tx: Db,
  deps: FollowDeps,
  full: FullOrder,
  { id }: PaymentRow,
  { refunds, disputes }: MoneyBack,
): Promise<boolean> {
  const payment = await lockPayment(tx, id)
  if (!payment) throw new Error('Unexpected order without its payment')
  let isNews = false
  const knownDisputes = await listDisputesOf(tx, id)
  for (const dispute of disputes) {
    const booked = knownDisputes.find(({ provider_ref }) => provider_ref === dispute.ref)
    if (isOutdated(booked, dispute)) continue
    await takeDisputeDown(tx, deps, full, payment, dispute)
    isNews ||= dispute.withheld && !booked?.withheld
  }
  // The refunds of a payment that did not succeed are not recorded: the money was never ours, or is refunded fully.
  if (payment.status !== 'succeeded') return isNews
  const isDisputed = [...knownDisputes, ...disputes].some(({ status }) => status !== 'won')
  const bookedRefunds = await listRefundsOf(tx, id)
  let left = payment.amount_cents
  for (const row of bookedRefunds) if (row.status === 'succeeded') left -= row.amount_cents
  for (const refund of refunds) {
    const row = bookedRefunds.find(
      (each) => each.id === refund.key || each.provider_ref === refund.ref,
    )
    if (row?.status === 'succeeded' && refund.failed) {
      await takeFailureDown(tx, deps, full, payment, row)
    } else if (!row && !refund.failed && refund.amount_cents > 0 && refund.amount_cents <= left) {
      await takeRefundDown(tx, deps, full, payment, refund, isDisputed)
      left -= refund.amount_cents
      isNews = true
    }
  }
  return isNews
}

/** The same for a webhook, combined with the provider's current state. */
export async function followMoneyBack(
  deps: FollowDeps,
  provider: PaymentProvider,
  { id, order_id }: PaymentRow,
  ref: string,
  reported: MoneyBack,
): Promise<void> {
  const answered = await provider.moneyBack(ref)
  const isTold = (refund: GivenBack) => answered.refunds.some((each) => each.ref === refund.ref)
  const back = {
    refunds: [...answered.refunds, ...reported.refunds.filter((refund) => !isTold(refund))],
    disputes: [...answered.disputes, ...reported.disputes],
  }
  await deps.database.orm.transaction(async (tx) => {
    const full = await lockOrder(tx, order_id)
    const payment = await lockPayment(tx, id)
    if (full && payment) await takeDown(tx, deps, full, payment, back)
  })
}
