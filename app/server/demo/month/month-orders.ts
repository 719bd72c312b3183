import { yearAfter } from '#features/shop/memberships/server/door.ts'
import type {
  bank_payments,
  unmatched_payments,
} from '#features/shop/orders/bank-statements/tables.ts'
import { type OrderStatus, statusAfter } from '#features/shop/orders/order-steps.ts'
import {
  centsAPiece,
  currencyOf,
  PRODUCT_ID,
  type ProductId,
  toMoney,
} from '#features/shop/orders/products/pricing.ts'
import { findProduct, listPriceOf } from '#features/shop/orders/products/server/door.ts'
import { REFNO_COUNT, refnoOf } from '#features/shop/orders/refno.ts'
import type { order_events, orders } from '#features/shop/orders/tables.ts'
import type {
  payments,
  refunds,
  sandbox_payments,
  sandbox_refunds,
} from '#features/shop/payments/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { dayOf } from '../demo-days.ts'
import type { Neighbour } from '../neighbours.ts'
import type { Random } from '../random.ts'
import { MONTH_WORDS } from './month-words.ts'
import { CHANGED, type Staff } from './staff.ts'

type OrderRow = typeof orders.$inferInsert & { id: string; refno: string }
type OrderEventRow = typeof order_events.$inferInsert

/** The course of an order after it was placed. */
interface OrderPlan {
  product: ProductId
  amount: number
  donation_cents?: number
  daysAgo: number
  way: 'bank' | 'sandbox'
  /** Its current state. */
  end: OrderStatus
  /** Further actions on it. */
  and?: 'corrected' | 'refunded' | 'cancelled after it was paid' | 'reminded' | 'noted'
  /** Ordered without an account. */
  byVisitor?: boolean
}

const { stickerPack, membership, reseller } = PRODUCT_ID

/** One order of each kind that shipping and treasury may meet. */
const PLANNED: readonly OrderPlan[] = [
  {
    product: reseller,
    amount: 50,
    daysAgo: 1.2,
    way: 'bank',
    end: 'pending_confirmation',
  },
  {
    product: reseller,
    amount: 20,
    daysAgo: 3.5,
    way: 'bank',
    end: 'pending_confirmation',
    and: 'noted',
  },
  { product: reseller, amount: 100, daysAgo: 12, way: 'bank', end: 'pending_payment' },
  { product: reseller, amount: 20, daysAgo: 25, way: 'bank', end: 'processed' },
  { product: stickerPack, amount: 2, daysAgo: 0.3, way: 'bank', end: 'pending_payment' },
  {
    product: stickerPack,
    amount: 1,
    daysAgo: 16,
    way: 'bank',
    end: 'pending_payment',
    and: 'reminded',
  },
  { product: stickerPack, amount: 1, daysAgo: 20, way: 'bank', end: 'pending_payment' },
  { product: membership, amount: 40, daysAgo: 9, way: 'bank', end: 'pending_payment' },
  {
    product: stickerPack,
    amount: 1,
    daysAgo: 2,
    way: 'sandbox',
    end: 'paid',
    and: 'corrected',
  },
  { product: stickerPack, amount: 3, daysAgo: 1, way: 'sandbox', end: 'paid', byVisitor: true },
  {
    product: stickerPack,
    amount: 1,
    donation_cents: 1500,
    daysAgo: 0.8,
    way: 'sandbox',
    end: 'paid',
  },
  { product: stickerPack, amount: 2, daysAgo: 6, way: 'bank', end: 'paid', and: 'noted' },
  { product: stickerPack, amount: 1, daysAgo: 5, way: 'bank', end: 'paid' },
  { product: stickerPack, amount: 2, daysAgo: 4, way: 'sandbox', end: 'processed' },
  {
    product: stickerPack,
    amount: 5,
    daysAgo: 14,
    way: 'sandbox',
    end: 'processed',
    and: 'refunded',
  },
  {
    product: stickerPack,
    amount: 2,
    daysAgo: 8,
    way: 'bank',
    end: 'cancelled',
    and: 'cancelled after it was paid',
  },
  { product: stickerPack, amount: 1, daysAgo: 18, way: 'bank', end: 'cancelled' },
  { product: membership, amount: 20, daysAgo: 7, way: 'sandbox', end: 'paid' },
  { product: membership, amount: 80, daysAgo: 22, way: 'bank', end: 'paid' },
]

/** Ordinary orders over two months, so that the cash book has a previous month. */
const USUAL_ORDERS = 44
const USUAL_DAYS = 60
const SHIPPED_AFTER_DAYS = 3

function usualOrders(random: Random): OrderPlan[] {
  return Array.from({ length: USUAL_ORDERS }, () => {
    const product = random.chance(0.25) ? membership : stickerPack
    return {
      product,
      amount: product === membership ? random.pick([20, 40, 40, 80]) : random.pick([1, 1, 1, 2, 3]),
      donation_cents: random.chance(0.3) ? random.pick([300, 500, 1000, 2000]) : 0,
      daysAgo: SHIPPED_AFTER_DAYS + 2 + random.next() * USUAL_DAYS,
      way: random.chance(0.6) ? 'sandbox' : 'bank',
      end: product === membership ? 'paid' : 'processed',
      byVisitor: product === stickerPack && random.chance(0.3),
    } as const
  })
}

/** The rows of all tables for orders and payments. */
export class MonthOrders {
  readonly orders: OrderRow[] = []
  readonly events: OrderEventRow[] = []
  readonly payments: (typeof payments.$inferInsert)[] = []
  readonly refunds: (typeof refunds.$inferInsert)[] = []
  readonly bankPayments: (typeof bank_payments.$inferInsert)[] = []
  readonly unmatched: (typeof unmatched_payments.$inferInsert)[] = []
  readonly sandboxPayments: (typeof sandbox_payments.$inferInsert)[] = []
  readonly sandboxRefunds: (typeof sandbox_refunds.$inferInsert)[] = []
}

interface OrderScene {
  random: Random
  staff: Staff
  now: Date
  /** Unit price in cents for an amount. */
  priceOf: (product: ProductId, amount: number) => number
}

/** An order in progress: each step adds its rows. */
class OrderInTheMonth {
  readonly row: OrderRow
  readonly #scene: OrderScene
  readonly #rows: MonthOrders
  #at: number
  #paymentId: string | null = null

  constructor(scene: OrderScene, rows: MonthOrders, plan: OrderPlan, person: Neighbour) {
    const { random, staff, priceOf } = scene
    const { user, home, letterbox } = person
    const { product, amount, donation_cents = 0 } = plan
    const created_at = staff.at(plan.daysAgo)
    const piece_cents = priceOf(product, amount)
    const lang = user.lang ?? 'de'
    const ideas = product === stickerPack && random.chance(0.15) ? MONTH_WORDS.ideas[lang] : []
    this.#scene = scene
    this.#rows = rows
    this.#at = created_at.getTime()
    this.row = {
      id: random.uuid(),
      refno: refnoOf(random.int(0, REFNO_COUNT - 1)),
      user_id: plan.byVisitor ? null : user.id,
      product_id: product,
      amount,
      piece_cents,
      price_cents: amount * piece_cents,
      donation_cents,
      paid_cents: 0,
      owing_cents: 0,
      currency: currencyOf(home.country),
      payment_method: plan.way === 'bank' ? 'invoice' : null,
      status: product === reseller ? 'pending_confirmation' : 'pending_payment',
      lang,
      firstname: user.firstname ?? '',
      lastname: user.lastname ?? '',
      email: user.email ?? null,
      address: home.address,
      address_addition: letterbox.address_addition ?? null,
      postcode: home.postcode,
      city: home.city,
      country: home.country,
      ideas: ideas.length > 0 ? random.pick(ideas) : '',
      show_on_map: product === membership ? null : true,
      request_id: random.uuid(),
      note: '',
      invoiced_at: plan.way === 'bank' ? created_at : null,
      created_at,
    }
    rows.orders.push(this.row)
    this.#note({ status: this.row.status, actor: 'customer', user_id: this.row.user_id ?? null })
  }

  /** Lets time pass, but not into the future. */
  #later(hours: number): Date {
    const latest = this.#scene.now.getTime() - MINUTE_MS
    this.#at = Math.min(this.#at + Math.round(hours * HOUR_MS), latest)
    return new Date(this.#at)
  }

  #note(event: Partial<OrderEventRow> & Pick<OrderEventRow, 'actor'>): void {
    const { id, status } = this.row
    this.#rows.events.push({
      id: this.#scene.random.uuid(),
      order_id: id,
      status,
      user_id: null,
      refunded_cents: null,
      noted: false,
      received_cents: null,
      corrected: null,
      reminded: false,
      created_at: new Date(this.#at),
      ...event,
    })
  }

  #byStaff(
    verb: 'confirm' | 'ship' | 'cancel' | 'note' | 'remind' | 'correct' | 'pay' | 'refund',
    change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
  ): void {
    const { id, refno } = this.row
    const at = new Date(this.#at)
    this.#scene.staff.act({ subject: 'order', subject_id: id, verb, label: refno, at, ...change })
  }

  /** A staff action that moves the order to its next state. */
  step(step: 'confirm' | 'ship' | 'cancel', afterHours: number): void {
    this.#later(afterHours)
    const before = { status: this.row.status }
    this.row.status = statusAfter(step)
    const { status } = this.row
    this.#note({ actor: 'admin', user_id: this.#scene.staff.id })
    this.#byStaff(step, { before, after: { status } })
  }

  cancelByCustomer(afterHours: number): void {
    this.#later(afterHours)
    this.row.status = statusAfter('cancel')
    this.#note({ actor: 'customer', user_id: this.row.user_id ?? null })
  }

  pay(way: OrderPlan['way'], afterHours: number): void {
    const { random, staff } = this.#scene
    const at = this.#later(afterHours)
    const { id: order_id, refno, price_cents, donation_cents = 0, currency } = this.row
    const amount_cents = price_cents + donation_cents
    this.row.status = statusAfter('pay')
    this.row.paid_cents = amount_cents
    this.row.payment_method = way === 'bank' ? 'invoice' : 'sandbox'
    if (way === 'bank') {
      this.#rows.bankPayments.push({
        id: random.uuid(),
        order_id,
        amount_cents,
        currency,
        received_on: dayOf(this.#at),
        note: '',
        recorded_by: staff.id,
        created_at: at,
      })
      this.#note({ actor: 'admin', user_id: staff.id, received_cents: amount_cents })
      this.#byStaff('pay', { after: { amount: toMoney(amount_cents), currency } })
      return
    }
    const id = random.uuid()
    const provider_ref = `test_${id.replaceAll('-', '').slice(0, 24)}`
    this.#paymentId = id
    this.#rows.payments.push({
      id,
      order_id,
      provider: 'sandbox',
      provider_ref,
      amount_cents,
      currency,
      proof_hash: '',
      status: 'succeeded',
      created_at: at,
      updated_at: at,
    })
    this.#rows.sandboxPayments.push({
      ref: provider_ref,
      key: id,
      refno,
      amount_cents,
      currency,
      status: 'succeeded',
      charges: 1,
      refunds: 0,
    })
    this.#note({ actor: 'payment', received_cents: amount_cents })
  }

  /** Refunds part of a sandbox payment. */
  refund(cents: number, afterHours: number): void {
    const { random, staff } = this.#scene
    const at = this.#later(afterHours)
    const { id: order_id, currency } = this.row
    const sandbox = this.#rows.sandboxPayments.find(({ key }) => key === this.#paymentId)
    if (!sandbox) throw new Error('Unexpected refund of an order that was not paid this way')
    const id = random.uuid()
    this.#rows.refunds.push({
      id,
      order_id,
      payment_id: this.#paymentId,
      amount_cents: cents,
      currency,
      status: 'succeeded',
      user_id: staff.id,
      note: MONTH_WORDS.refundNote,
      created_at: at,
      updated_at: at,
    })
    this.#rows.sandboxRefunds.push({ key: id, ref: sandbox.ref, amount_cents: cents })
    sandbox.refunds = 1
    this.#note({ actor: 'admin', user_id: staff.id, refunded_cents: cents })
    this.#byStaff('refund', { after: { amount: toMoney(cents), currency } })
  }

  /** Adds a sheet that is not paid yet. */
  addOneSheet(afterHours: number): void {
    this.#later(afterHours)
    const { amount, piece_cents, price_cents } = this.row
    const after = amount + 1
    Object.assign(this.row, {
      amount: after,
      price_cents: price_cents + piece_cents,
      owing_cents: piece_cents,
    })
    const { staff } = this.#scene
    this.#note({ actor: 'admin', user_id: staff.id, corrected: { amount: [amount, after] } })
    this.#byStaff('correct', { before: { amount }, after: { amount: after } })
  }

  remind(afterHours: number): void {
    this.#later(afterHours)
    this.#note({ actor: 'admin', user_id: this.#scene.staff.id, reminded: true })
    this.#byStaff('remind')
  }

  note(afterHours: number): void {
    this.#later(afterHours)
    this.row.note = MONTH_WORDS.orderNote
    this.#note({ actor: 'admin', user_id: this.#scene.staff.id, noted: true })
    this.#byStaff('note', { before: { note: CHANGED }, after: { note: CHANGED } })
  }
}

/** Takes an order from its placement to its current state. */
function follow(order: OrderInTheMonth, plan: OrderPlan, random: Random): void {
  const { product, way, end, and } = plan
  if (and === 'noted') order.note(3)
  if (end === 'pending_confirmation') return
  if (product === reseller) order.step('confirm', 20)
  if (and === 'reminded') order.remind(11 * 24)
  if (end === 'pending_payment') return
  if (end === 'cancelled' && !and) {
    order.cancelByCustomer(30)
    return
  }
  // A card pays immediately, a transfer takes a day or two.
  order.pay(way, way === 'bank' ? 24 + random.next() * 24 : 0.1)
  if (and === 'corrected') order.addOneSheet(5)
  if (end === 'cancelled') order.step('cancel', 24)
  if (end === 'processed') order.step('ship', 24 * SHIPPED_AFTER_DAYS)
  if (and === 'refunded') order.refund(order.row.piece_cents, 48)
}

/** Buyers of a membership are supporters from then on. */
function makeSupporters({ orders, events }: MonthOrders, people: Map<string, Neighbour>): void {
  for (const { id, user_id, product_id, status } of orders) {
    if (product_id !== membership || status !== 'paid' || !user_id) continue
    const paid = events.find((event) => event.order_id === id && event.status === 'paid')
    const person = people.get(user_id)
    if (paid?.created_at && person) person.user.membership_until = yearAfter(paid.created_at)
  }
}

/** Money that arrived without a known purpose. */
function strayMoney({ random, staff, now }: OrderScene, rows: MonthOrders): void {
  const waiting = rows.orders.find(
    ({ status, product_id }) => status === 'pending_payment' && product_id === stickerPack,
  )
  const paid = rows.orders.find(({ status }) => status === 'processed')
  const day = (daysAgo: number) => dayOf(now.getTime() - daysAgo * DAY_MS)
  const stray = { state: 'open', note: '', settled_at: null, settled_by: null, version: 0 } as const
  const entry = () => `demo ${random.uuid()}`
  const { noReference, twice } = MONTH_WORDS.bankTexts
  rows.unmatched.push(
    {
      ...stray,
      id: random.uuid(),
      entry_key: entry(),
      amount_cents: 2000,
      currency: 'CHF',
      received_on: day(2),
      reason: 'no_reference',
      refno: null,
      order_id: null,
      text: noReference,
      payer: 'Familie Oehri, Eschen',
      created_at: staff.at(1.5),
    },
    {
      ...stray,
      id: random.uuid(),
      entry_key: entry(),
      amount_cents: Math.max(100, (waiting?.price_cents ?? 1000) - 500),
      currency: 'CHF',
      received_on: day(3),
      reason: 'other_amount',
      refno: waiting?.refno ?? null,
      order_id: waiting?.id ?? null,
      text: waiting?.refno ?? '',
      payer: `${waiting?.firstname} ${waiting?.lastname}`,
      created_at: staff.at(1.5),
    },
    {
      ...stray,
      id: random.uuid(),
      entry_key: entry(),
      amount_cents: paid?.price_cents ?? 1000,
      currency: paid?.currency ?? 'CHF',
      received_on: day(17),
      reason: 'already_paid',
      refno: paid?.refno ?? null,
      order_id: paid?.id ?? null,
      text: paid?.refno ?? '',
      payer: `${paid?.firstname} ${paid?.lastname}`,
      state: 'set_aside',
      note: twice,
      settled_at: staff.at(15),
      settled_by: staff.id,
      version: 1,
      created_at: staff.at(16.5),
    },
  )
}

/** Two months of orders in all states, with their payments and refunds. */
export async function createOrders(
  db: Db,
  { random, staff, now, neighbours }: Omit<OrderScene, 'priceOf'> & { neighbours: Neighbour[] },
): Promise<MonthOrders> {
  const prices = new Map(
    await Promise.all(
      Object.values(PRODUCT_ID).map(async (id) => {
        const product = await findProduct(db, id)
        if (!product) throw new Error(`Unexpected missing product ${id}`)
        return [id, listPriceOf(product)] as const
      }),
    ),
  )
  const priceOf = (product: ProductId, amount: number) => {
    const price = prices.get(product)
    return price ? centsAPiece(amount, price) : 0
  }
  const scene = { random, staff, now, priceOf }
  const rows = new MonthOrders()
  const people = neighbours.filter(
    ({ home, user }) => (home.country === 'LI' || home.country === 'CH') && !user.membership_until,
  )
  for (const plan of [...PLANNED, ...usualOrders(random)]) {
    const person = people.length > 0 ? random.pick(people) : undefined
    if (!person) break
    follow(new OrderInTheMonth(scene, rows, plan, person), plan, random)
  }
  makeSupporters(rows, new Map(people.map((person) => [person.user.id, person])))
  strayMoney(scene, rows)
  return rows
}
