import {
  type FullOrder,
  findOrder,
  followRefund,
  lockOrder,
  noteOwing,
  owingAfterRefund,
  recordRefund,
  refundableOf,
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

/** The key under which the money of a payment that came too late is given back. */
export const autoRefundKey = (paymentId: string) => `${paymentId}-refund`

/**
 * Gives money back unless that was done under the same key before: providers forget keys after some days.
 * Throws RefundRefusedError, ProviderUnreachableError.
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

/** Tells those who look after the money; they find it under what needs a look. */
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

/** A refund that was made at the provider and not here. */
async function takeRefundDown(
  tx: Db,
  deps: FollowDeps,
  full: FullOrder,
  payment: PaymentRow,
  { ref, amount_cents }: GivenBack,
  isDisputed: boolean,
): Promise<void> {
  const now = deps.clock()
  // Several refunds may be taken down one after the other.
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
  // What the bank took back is no present of ours, and whoever asked the bank for it hears of it there.
  if (!isDisputed) await tellRefunded(tx, deps, order.id, amount_cents, payment.amount_cents)
  const news = { what: 'refunded', reason: '', answer_by: null } as const
  const { currency } = payment
  await tell(tx, deps, full, payment, { ...news, amount_cents, currency })
}

/** Money that we gave back, and that did not arrive: the provider has it again. */
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

/** A closed dispute stays closed: what tells of its beginning may come late. */
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
 * Writes down what a provider knows of money that went back and our books do not, while the order is held:
 * what was given back there, what did not arrive, and what is disputed.
 * @returns whether money went back, or is held back, of which we did not know
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
  // A payment that did not succeed was never ours, or is given back as a whole: its refunds are not booked.
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

/** The same for what a provider has told by itself, together with what it answers when it is asked. */
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
