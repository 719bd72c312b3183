import type { OrderedThing } from '#features/shop/orders/papers/server/door.ts'
import { invoiceOf, paymentPartOf, receiptOf } from '#features/shop/orders/papers/server/door.ts'
import type { OrderDeps } from '#features/shop/orders/paying/server/door.ts'
import { isAwaited, isToPay, refundableOf } from '#features/shop/orders/paying/server/door.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import type { DefinedMail, MailContent } from '#platform/server/mail/mail-template.ts'
import type { Asked } from '#platform/server/questions.ts'
import { SECOND_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import type { OrderStatus } from '../order-steps.ts'
import type { Corrected } from '../tables.ts'
import { type CancelledOrderMail, orderCancelled } from './mails/order-cancelled.ts'
import { orderCorrected } from './mails/order-corrected.ts'
import { orderRefunded } from './mails/order-refunded.ts'
import {
  orderAwaited,
  orderConfirmed,
  orderInvoice,
  orderNotShipped,
  orderPaid,
  orderReminder,
  orderShipped,
  orderStored,
  orderUnpaid,
} from './mails.ts'
import { findOrder } from './orders.queries.ts'
import { becomesReseller } from './orders.rules.ts'
import type { FullOrder } from './presenter.ts'

/** Delay of a mail that asks for payment, so that a customer who pays at once gets only one mail. */
const PAYING_SECONDS = 120

/** Facts that every mail about an order contains. */
export interface OrderMail extends OrderedThing {
  order_id: string
  status: OrderStatus
  of_account: boolean
  /** Whether money is due now. */
  is_payable: boolean
  /** Until about when a pending bank payment takes; null if none is pending. */
  awaited_until: string | null
  /** Whether it can be paid by invoice; the invoice is then attached. */
  invoiced: boolean
  /** Whether the customer chose invoice and has received it. */
  by_invoice: boolean
  /** Whether the letterbox becomes a reseller's. */
  reseller: boolean
  firstname: string
  pay_url: string
  /** Time zone of the community, for dates. */
  time_zone: string
  see_url: string
  order_url: string
}

function contentOf({ order, product }: FullOrder, config: MailDeps['config']): OrderMail {
  const { publicUrl, invoice, timeZone } = config
  const { refno, status, product_id, amount, price_cents, donation_cents, currency } = order
  const pay = paths.payment({ orderId: order.id })
  const invoiced = Boolean(invoice && paymentPartOf(order, invoice))
  // The mail of a guest's order contains its key, so its reader has the rights of the ordering device.
  const key = order.user_id === null ? (order.request_id ?? undefined) : undefined
  return {
    refno,
    status,
    product_id,
    amount,
    price_cents,
    donation_cents,
    added_cents: order.paid_cents > 0 ? Math.max(0, order.owing_cents) : 0,
    currency,
    is_payable: isToPay(order),
    awaited_until: isAwaited(order) ? (order.awaited_until?.toISOString() ?? null) : null,
    order_id: order.id,
    product: productName(product, order.lang),
    of_account: order.user_id !== null,
    invoiced,
    by_invoice: invoiced && order.payment_method === 'invoice',
    reseller: becomesReseller(order),
    firstname: order.firstname,
    time_zone: timeZone,
    pay_url: publicUrl + paths.payment({ orderId: order.id, key }),
    see_url: publicUrl + (order.user_id ? paths.userOrders() : pay),
    order_url: publicUrl + paths.order(),
  }
}

/** The mail for each new state, except cancelled. */
const NEWS: Partial<Record<OrderStatus, (content: OrderMail) => MailContent>> = {
  pending_payment: orderConfirmed,
  paid: orderPaid,
  processed: orderShipped,
}

const NO_MONEY = { held_cents: 0, refunded_cents: 0 }

/** Money of a cancelled order that is still held, and money already refunded. */
async function moneyOf(
  db: Db,
  asked: Asked,
  full: FullOrder,
): Promise<Pick<CancelledOrderMail, 'held_cents' | 'refunded_cents'>> {
  const { refundable, started, refunded } = await refundableOf(db, asked, full)
  return { held_cents: refundable + started, refunded_cents: refunded }
}

/** The states in which a delayed mail is still true. */
const TRUE_IN: [DefinedMail<OrderMail>, readonly OrderStatus[]][] = [
  [orderStored, ['pending_confirmation', 'pending_payment']],
  [orderConfirmed, ['pending_payment']],
  [orderInvoice, ['pending_payment', 'paid']],
  [orderReminder, ['pending_payment', 'paid']],
  [orderAwaited, ['pending_payment', 'paid', 'processed']],
  [orderUnpaid, ['pending_payment', 'paid', 'processed']],
  [orderPaid, ['paid', 'processed']],
  [orderShipped, ['processed']],
  [orderNotShipped, ['paid']],
]

async function enqueue(
  db: Db,
  { mails, config }: MailDeps,
  { order }: FullOrder,
  content: MailContent,
  inSeconds = 0,
): Promise<void> {
  if (!order.email) return
  const { email: to, lang } = order
  const replyTo = config.adminEmail || undefined
  await mails.enqueue(db, { to, lang, content, replyTo }, { inSeconds })
}

/** Mails the invoice of an unpaid order, in the transaction that records it. */
export async function tellInvoice(db: Db, deps: MailDeps, full: FullOrder): Promise<void> {
  await enqueue(db, deps, full, orderInvoice(contentOf(full, deps.config)))
}

/**
 * Mails the customer about a new order, in its transaction. An invoice is sent at once; other payment requests are
 * delayed.
 */
export async function tellStored(db: Db, deps: MailDeps, full: FullOrder): Promise<void> {
  const { status, payment_method } = full.order
  const payable = status === 'pending_payment'
  if (payable && payment_method === 'invoice' && contentOf(full, deps.config).invoiced) {
    return tellInvoice(db, deps, full)
  }
  const wait = payable ? PAYING_SECONDS : 0
  await enqueue(db, deps, full, orderStored(contentOf(full, deps.config)), wait)
}

/** Mails the customer about the new state, in the transaction that changes it. */
export async function tellStatus(
  db: Db,
  deps: OrderDeps,
  full: FullOrder,
  before: OrderStatus,
): Promise<void> {
  const { status, product_id } = full.order
  // A membership has no parcel, so the payment mail has already said everything.
  if (status === 'processed' && product_id === PRODUCT_ID.membership) return
  const content = contentOf(full, deps.config)
  if (status === 'cancelled') {
    const was_paid = before === 'paid'
    const money = was_paid ? await moneyOf(db, deps, full) : NO_MONEY
    const cancelled = { ...content, was_paid, ...money, replaced_by: null }
    return enqueue(db, deps, full, orderCancelled(cancelled))
  }
  const news = NEWS[status]?.(content)
  if (news) await enqueue(db, deps, full, news)
}

/** Mails that the amount added by a correction was paid, in the transaction that records it. */
export const tellDifferencePaid = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderPaid(contentOf(full, deps.config)))

/** Mails that the parcel was not shipped after all, in the transaction that undoes shipping. */
export const tellNotShipped = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderNotShipped(contentOf(full, deps.config)))

/** Mails a payment reminder with the ways to pay, in the transaction that records it. */
export const tellReminder = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderReminder(contentOf(full, deps.config)))

/** Mails that a bank payment is pending for days, in the transaction that records it. */
export const tellAwaited = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderAwaited(contentOf(full, deps.config)))

/** Mails that the bank rejected the payment, so that the order has to be paid again. */
export const tellUnpaid = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderUnpaid(contentOf(full, deps.config)))

/**
 * Mails what was corrected and what it means for the money, in the same transaction.
 * @param returning_cents the part that a provider refunds
 */
export async function tellCorrected(
  db: Db,
  deps: MailDeps,
  full: FullOrder,
  corrected: Corrected,
  returning_cents: number,
): Promise<void> {
  const transferring_cents = Math.max(0, -full.order.owing_cents)
  const content = {
    ...contentOf(full, deps.config),
    corrected,
    returning_cents,
    transferring_cents,
  }
  await enqueue(db, deps, full, orderCorrected(content))
}

/** Whether the customer has already had a mail about the order. If not, later changes need no mail. */
export function wasTold({ order }: FullOrder, now: Date): boolean {
  const { status, payment_method, created_at } = order
  if (status === 'pending_confirmation' || payment_method === 'invoice') return true
  return now.getTime() - created_at.getTime() >= PAYING_SECONDS * SECOND_MS
}

/**
 * Mails that another order replaces an unpaid one, in the same transaction.
 * @param by the number of the new order
 */
export async function tellReplaced(
  db: Db,
  deps: MailDeps,
  replaced: FullOrder,
  by: string,
  now: Date,
): Promise<void> {
  if (!wasTold(replaced, now)) return
  const full = { ...replaced, order: { ...replaced.order, status: 'cancelled' as const } }
  const content = { ...contentOf(full, deps.config), was_paid: false, ...NO_MONEY, replaced_by: by }
  await enqueue(db, deps, full, orderCancelled(content))
}

/**
 * Mails about a refund, in the transaction that records it.
 * @param paid_cents the payment that was refunded, fully or in part
 */
export async function tellRefunded(
  db: Db,
  deps: OrderDeps,
  orderId: string,
  refunded_cents: number,
  paid_cents = refunded_cents,
): Promise<void> {
  const full = await findOrder(db, orderId)
  if (!full) return
  const { refunded } = await refundableOf(db, deps, full)
  // A payment that arrived too late is refunded fully and does not count as a refund of the order.
  const so_far_cents = refunded_cents < paid_cents ? refunded : refunded_cents
  const money = { refunded_cents, paid_cents, so_far_cents }
  await enqueue(db, deps, full, orderRefunded({ ...contentOf(full, deps.config), ...money }))
}

/** Attaches papers, which are rendered when the mail is sent. */
function attachPapers(deps: Deps): void {
  const attach = <C extends OrderMail>(template: DefinedMail<C>, paperOf: typeof receiptOf) =>
    deps.mails.attach(template, async ({ order_id }) => {
      const full = await findOrder(deps.database.orm, order_id)
      const paper = full && (await paperOf(deps, full))
      return paper ? [paper] : []
    })
  attach(orderPaid, receiptOf)
  attach(orderConfirmed, invoiceOf)
  attach(orderInvoice, invoiceOf)
  attach(orderReminder, invoiceOf)
  // Customers who pay online need no invoice, except for the amount that a correction added.
  attach(orderCorrected, (paperDeps, full) =>
    full.order.paid_cents > 0 || full.order.payment_method === 'invoice'
      ? invoiceOf(paperDeps, full)
      : Promise.resolve(null),
  )
}

/** Updates mails to the facts at sending time, and sends none to customers who have left meanwhile. */
export function prepareOrderMails(deps: Deps): void {
  const { mails, config, database } = deps
  attachPapers(deps)
  async function find<C extends OrderMail>(content: C): Promise<C | null> {
    const full = await findOrder(database.orm, content.order_id)
    return full?.order.email ? { ...content, ...contentOf(full, config) } : null
  }
  for (const [template, states] of TRUE_IN) {
    mails.revise(template, async (content) => {
      const now = await find(content)
      if (!now || !states.includes(now.status)) return null
      // The order was confirmed meanwhile, or the mail with the invoice already contains everything.
      const isOutdated =
        template === orderStored && (now.status !== content.status || now.by_invoice)
      const asksToPay = [orderStored, orderConfirmed, orderInvoice, orderReminder, orderUnpaid]
      const isAnsweredBy = asksToPay.includes(template) && now.awaited_until !== null
      const isPaidMeanwhile =
        (template === orderInvoice || template === orderReminder || template === orderUnpaid) &&
        !now.is_payable
      const isDecided = template === orderAwaited && now.awaited_until === null
      return isOutdated || isAnsweredBy || isPaidMeanwhile || isDecided ? null : now
    })
  }
  mails.revise(orderCancelled, async (content) => {
    const now = await find(content)
    const full = content.was_paid ? await findOrder(database.orm, content.order_id) : null
    // The money may have been refunded meanwhile.
    return now && full ? { ...now, ...(await moneyOf(database.orm, deps, full)) } : now
  })
  mails.revise(orderRefunded, find)
  mails.revise(orderCorrected, async (content) => {
    const now = await find(content)
    return now?.status === 'cancelled' ? null : now
  })
}
