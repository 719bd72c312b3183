import { PRODUCT_ID } from '@letterlend/contract/order-pricing.ts'
import type { OrderStatus } from '@letterlend/contract/order-statuses.ts'
import { paths } from '@letterlend/contract/paths.ts'
import type { Db } from '../../db/client.ts'
import type { Deps, MailDeps } from '../../deps.ts'
import type { DefinedMail, MailContent } from '../../mail/mail-template.ts'
import { paymentPartOf } from './invoices.rules.ts'
import { orderCancelled } from './mails/order-cancelled.ts'
import { orderConfirmed } from './mails/order-confirmed.ts'
import { orderInvoice } from './mails/order-invoice.ts'
import { orderPaid } from './mails/order-paid.ts'
import { orderRefunded } from './mails/order-refunded.ts'
import { orderShipped } from './mails/order-shipped.ts'
import { orderStored } from './mails/order-stored.ts'
import { type OrderedThing, productName } from './order-texts.ts'
import { invoiceOf, receiptOf } from './orders.papers.ts'
import type { FullOrder } from './orders.presenter.ts'
import { findOrder } from './orders.queries.ts'
import { becomesReseller } from './orders.rules.ts'

/** So long may somebody take to pay before a mail asks for it: who pays at once gets one mail. */
const PAYING_SECONDS = 120

/** What every mail about an order says. */
export interface OrderMail extends OrderedThing {
  order_id: string
  status: OrderStatus
  of_account: boolean
  /** Whether it can be paid by invoice, so that one is attached. */
  invoiced: boolean
  /** Whether its letterbox becomes one where stickers can be had. */
  reseller: boolean
  firstname: string
  pay_url: string
  see_url: string
  order_url: string
}

function contentOf({ order, product }: FullOrder, config: MailDeps['config']): OrderMail {
  const { publicUrl, invoice } = config
  const { refno, status, product_id, amount, price_cents, donation_cents, currency } = order
  const pay = paths.payment({ orderId: order.id })
  return {
    ...{ refno, status, product_id, amount, price_cents, donation_cents, currency },
    order_id: order.id,
    product: productName(product, order.lang),
    of_account: order.user_id !== null,
    invoiced: Boolean(invoice && paymentPartOf(order, invoice)),
    reseller: becomesReseller(order),
    firstname: order.firstname,
    pay_url: publicUrl + pay,
    see_url: publicUrl + (order.user_id ? paths.userOrders() : pay),
    order_url: publicUrl + paths.order(),
  }
}

/** Of each state, what it is called when it has just been reached from another. */
const NEWS: Partial<Record<OrderStatus, (content: OrderMail, before: OrderStatus) => MailContent>> =
  {
    pending_payment: orderConfirmed,
    paid: orderPaid,
    processed: orderShipped,
    cancelled: (content, before) => orderCancelled({ ...content, was_paid: before === 'paid' }),
  }

/** The states in which a mail is still true when its turn comes. */
const TRUE_IN: [DefinedMail<OrderMail>, readonly OrderStatus[]][] = [
  [orderStored, ['pending_confirmation', 'pending_payment']],
  [orderConfirmed, ['pending_payment']],
  [orderInvoice, ['pending_payment']],
  [orderPaid, ['paid', 'processed']],
  [orderShipped, ['processed']],
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
  const replyTo = config.adminEmail
  await mails.enqueue(db, { to, lang, content, ...(replyTo && { replyTo }) }, { inSeconds })
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
  deps: MailDeps,
  full: FullOrder,
  before: OrderStatus,
): Promise<void> {
  const { status, product_id } = full.order
  // A membership has no parcel: whoever paid it knows all there is.
  if (status === 'processed' && product_id === PRODUCT_ID.membership) return
  const content = NEWS[status]?.(contentOf(full, deps.config), before)
  if (content) await enqueue(db, deps, full, content)
}

/** Tells that money was given back, in the transaction that writes it down. */
export async function tellRefunded(
  db: Db,
  deps: MailDeps,
  orderId: string,
  refunded_cents: number,
): Promise<void> {
  const full = await findOrder(db, orderId)
  if (!full) return
  await enqueue(db, deps, full, orderRefunded({ ...contentOf(full, deps.config), refunded_cents }))
}

/** The papers that come with mails, made when these are sent. */
function attachPapers(deps: Deps): void {
  const attach = (template: DefinedMail<OrderMail>, paperOf: typeof receiptOf) =>
    deps.mails.attach(template, async ({ order_id }) => {
      const full = await findOrder(deps.database.orm, order_id)
      const paper = full && (await paperOf(deps, full))
      return paper ? [paper] : []
    })
  attach(orderPaid, receiptOf)
  attach(orderConfirmed, invoiceOf)
  attach(orderInvoice, invoiceOf)
}

/** Mails say what is so when they are sent, and nothing where the customer has left meanwhile. */
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
      const moved = template === orderStored && now?.status !== content.status
      return now && states.includes(now.status) && !moved ? now : null
    })
  }
  mails.revise(orderCancelled, find)
  mails.revise(orderRefunded, find)
}
