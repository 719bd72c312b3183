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
import { paymentPartOf } from './invoices.rules.ts'
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
import type { OrderedThing } from './order-texts.ts'
import { invoiceOf, receiptOf } from './orders.papers.ts'
import { isAwaited, isToPay } from './orders.paying.ts'
import { type FullOrder, timeOf } from './orders.presenter.ts'
import { findOrder } from './orders.queries.ts'
import type { OrderDeps } from './orders.questions.ts'
import { refundableOf } from './orders.refundable.ts'
import { becomesReseller } from './orders.rules.ts'

/** How long to wait before a mail asks to pay: whoever pays at once gets only one mail. */
const PAYING_SECONDS = 120

/** What every mail about an order says. */
export interface OrderMail extends OrderedThing {
  order_id: string
  status: OrderStatus
  of_account: boolean
  /** Whether money is to be paid for it now. */
  is_payable: boolean
  /** Until about when a bank needs that was asked to pay it; null where no bank takes days for it. */
  awaited_until: string | null
  /** Whether it can be paid by invoice, so that one is attached. */
  invoiced: boolean
  /** Whether whoever ordered wants to pay by invoice, and has it. */
  by_invoice: boolean
  /** Whether its letterbox becomes one where stickers can be had. */
  reseller: boolean
  firstname: string
  pay_url: string
  /** Of the community, for days. */
  time_zone: string
  see_url: string
  order_url: string
}

function contentOf({ order, product }: FullOrder, config: MailDeps['config']): OrderMail {
  const { publicUrl, invoice, timeZone } = config
  const { refno, status, product_id, amount, price_cents, donation_cents, currency } = order
  const pay = paths.payment({ orderId: order.id })
  const invoiced = Boolean(invoice && paymentPartOf(order, invoice))
  // The mail of a guest's order carries its key: its reader may do what the device that placed the order may.
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
    awaited_until: isAwaited(order) ? timeOf(order.awaited_until) : null,
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

/** The mail that tells of each state, for all states but the cancelled one. */
const NEWS: Partial<Record<OrderStatus, (content: OrderMail) => MailContent>> = {
  pending_payment: orderConfirmed,
  paid: orderPaid,
  processed: orderShipped,
}

const NO_MONEY = { held_cents: 0, refunded_cents: 0 }

/** How much of an order that was paid before it was cancelled we still have, and how much went back. */
async function moneyOf(
  db: Db,
  asked: Asked,
  full: FullOrder,
): Promise<Pick<CancelledOrderMail, 'held_cents' | 'refunded_cents'>> {
  const { refundable, started, refunded } = await refundableOf(db, asked, full)
  return { held_cents: refundable + started, refunded_cents: refunded }
}

/** The states in which a mail is still true when its turn comes. */
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

/** Sends the invoice of an order that waits for its payment, in the transaction that notes it. */
export async function tellInvoice(db: Db, deps: MailDeps, full: FullOrder): Promise<void> {
  await enqueue(db, deps, full, orderInvoice(contentOf(full, deps.config)))
}

/**
 * Tells of an order that was just stored, in its transaction: with the invoice where one was asked for;
 * else what is to be paid after a while only.
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

/** Tells of the state that an order has come to, in the transaction that brought it there. */
export async function tellStatus(
  db: Db,
  deps: OrderDeps,
  full: FullOrder,
  before: OrderStatus,
): Promise<void> {
  const { status, product_id } = full.order
  // A membership has no parcel: whoever paid it knows all there is.
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

/** Tells that what a correction has added was paid, in the transaction that writes it down. */
export const tellDifferencePaid = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderPaid(contentOf(full, deps.config)))

/** Tells that an order was not shipped after all, in the transaction that takes it back. */
export const tellNotShipped = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderNotShipped(contentOf(full, deps.config)))

/** Reminds of a payment, with the ways to pay, in the transaction that notes it. */
export const tellReminder = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderReminder(contentOf(full, deps.config)))

/** Tells that a bank takes days for the payment, in the transaction that writes it down. */
export const tellAwaited = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderAwaited(contentOf(full, deps.config)))

/** Tells that the bank has not paid after all, so that the order is open again. */
export const tellUnpaid = (db: Db, deps: MailDeps, full: FullOrder): Promise<void> =>
  enqueue(db, deps, full, orderUnpaid(contentOf(full, deps.config)))

/**
 * Tells what was corrected, and what that means for the money, in the transaction that corrects it.
 * @param returning_cents how much of it is on its way back by a provider
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

/** Whether the customer has had a mail about a stored order: before that they need not be told what becomes of it. */
export function wasTold({ order }: FullOrder, now: Date): boolean {
  const { status, payment_method, created_at } = order
  if (status === 'pending_confirmation' || payment_method === 'invoice') return true
  return now.getTime() - created_at.getTime() >= PAYING_SECONDS * SECOND_MS
}

/**
 * Tells that another order has taken the place of one that was not paid, in the transaction that does so.
 * @param by the number of the other one
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
 * Tells that money was given back, in the transaction that writes it down.
 * @param paid_cents the payment that was given back, as a whole or in part
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
  // A payment that came too late for its order is given back as a whole, and is not one of the order's refunds.
  const so_far_cents = refunded_cents < paid_cents ? refunded : refunded_cents
  const money = { refunded_cents, paid_cents, so_far_cents }
  await enqueue(db, deps, full, orderRefunded({ ...contentOf(full, deps.config), ...money }))
}

/** The papers that come with mails, made when these are sent. */
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
  // Whoever pays online has no use for one, unless it is for what was added.
  attach(orderCorrected, (paperDeps, full) =>
    full.order.paid_cents > 0 || full.order.payment_method === 'invoice'
      ? invoiceOf(paperDeps, full)
      : Promise.resolve(null),
  )
}

/** Mails say what is true when they are sent; none is sent to a customer who has left meanwhile. */
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
      // The order was confirmed meanwhile, or the mail with the invoice has said everything.
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
    // Meanwhile the money may have gone back.
    return now && full ? { ...now, ...(await moneyOf(database.orm, deps, full)) } : now
  })
  mails.revise(orderRefunded, find)
  mails.revise(orderCorrected, async (content) => {
    const now = await find(content)
    return now?.status === 'cancelled' ? null : now
  })
}
