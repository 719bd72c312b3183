import { randomUUID } from 'node:crypto'
import {
  changeMovedOrder,
  findMovedOrders,
  type MovedOrder,
  removeMovedOrders,
  storeMovedOrders,
} from '#features/shop/orders/moving-in/server/door.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import type { OrderRow } from '#features/shop/orders/server/door.ts'
import { readCountry } from '#platform/server/country-names.ts'
import { readCents, readLanguage, readSwitch, readTime } from '../cells.ts'
import { findLegacy, type LegacyRow, type Values } from '../legacy-ids.queries.ts'
import { type Kind, type Move, type ReadRow, textOf } from '../move.ts'
import type { SiteRow } from '../site-files.ts'

interface Order extends ReadRow {
  columns: Omit<MovedOrder, 'id'>
}

const STATUSES = [
  'pending_confirmation',
  'pending_payment',
  'paid',
  'processed',
  'cancelled',
] as const

/** What other sites call ways of payment. */
const METHODS: Readonly<Record<string, NonNullable<OrderRow['payment_method']>>> = {
  stripe: 'stripe',
  card: 'stripe',
  creditcard: 'stripe',
  paypal: 'paypal',
  invoice: 'invoice',
  bank: 'invoice',
  bill: 'invoice',
  cash: 'cash',
}

export const methodOf = (cell: string | undefined) =>
  METHODS[cell?.toLowerCase().replace(/[^a-z]/g, '') ?? ''] ?? null

/** Fields whose later change at the old site is taken over. */
const FIELDS = [
  'status',
  'price_cents',
  'donation_cents',
  'amount',
  'payment_method',
  'firstname',
  'lastname',
  'email',
  'address',
  'address_addition',
  'postcode',
  'city',
  'country',
] as const

const valuesOf = (order: Record<(typeof FIELDS)[number], string | number | null>): Values =>
  Object.fromEntries(FIELDS.map((name) => [name, order[name]]))

/** The product: an id, or a word of its name. */
function productOf({ fields }: SiteRow): number | undefined {
  const cell = (fields.product_id ?? fields.product ?? '1').toLowerCase()
  const id = Number(cell)
  if (Object.values(PRODUCT_ID).some((each) => each === id)) return id
  if (/member|mitglied|adh|gönner|goenner|supporter/.test(cell)) return PRODUCT_ID.membership
  if (/resell|wiederverk|revend/.test(cell)) return PRODUCT_ID.reseller
  return /sticker|sheet|bogen|kleber|autocoll/.test(cell) ? PRODUCT_ID.stickerPack : undefined
}

function readOne(move: Move, row: SiteRow, users: ReadonlyMap<string, LegacyRow>): Order[] {
  const { line, fields } = row
  const { report, timeZone } = move
  if (!fields.id) return report.refuse(line, 'id is missing')
  const product_id = productOf(row)
  if (product_id === undefined)
    return report.refuse(
      line,
      `unknown product "${(fields.product ?? fields.product_id)?.slice(0, 40)}"`,
    )
  const status = STATUSES.find((each) => each === (fields.order_status ?? fields.status))
  if (!status)
    return report.refuse(line, `unknown status "${fields.order_status?.slice(0, 40) ?? ''}"`)
  const price_cents = readCents(fields.price)
  const donation_cents = readCents(fields.donation)
  const amount = Number(fields.amount ?? 1)
  if (
    price_cents === undefined ||
    donation_cents === undefined ||
    price_cents < 0 ||
    donation_cents < 0
  )
    return report.refuse(
      line,
      `price "${fields.price ?? ''}" or donation "${fields.donation ?? ''}" is no amount of money`,
    )
  if (!Number.isInteger(amount) || amount < 1)
    return report.refuse(line, `amount "${fields.amount}" is no number of pieces`)
  const country = (fields.country && readCountry(fields.country)) || move.country
  const currencyCell = fields.payment_currency ?? fields.currency ?? ''
  const isSwiss = country === 'CH' || country === 'LI'
  const currency = currencyCell.toUpperCase() || (isSwiss ? 'CHF' : 'EUR')
  if (currency !== 'CHF' && currency !== 'EUR')
    return report.refuse(line, `currency "${currencyCell.slice(0, 10)}" is neither CHF nor EUR`)
  const user = users.get(fields.user_id ?? '')
  if (fields.user_id && !user)
    report.note(line, `user ${fields.user_id} is not in users.csv: an order without account`)
  const created_at = readTime(fields.order_date ?? fields.created_at, timeZone)
  if (!created_at) return report.refuse(line, 'order_date is missing or no time')
  const columns = {
    legacy_refno: fields.refno ?? '',
    user_id: user?.new_id ?? null,
    product_id,
    amount,
    piece_cents: Math.round(price_cents / amount),
    price_cents,
    donation_cents,
    currency,
    payment_method: methodOf(fields.payment_method),
    status,
    lang: readLanguage(fields.lang, move.lang),
    firstname: textOf(move, row, 'firstname', 100),
    lastname: textOf(move, row, 'lastname', 100),
    email: textOf(move, row, 'email', 254) || null,
    address: textOf(move, row, 'address', 200),
    address_addition: textOf(move, row, 'address_addition', 200) || null,
    postcode: textOf(move, row, 'postcode', 20),
    city: textOf(move, row, 'city', 100),
    country,
    ideas: textOf(move, row, 'ideas', 2000),
    idea_state: 'seen',
    show_on_map: fields.show_on_map === undefined ? null : readSwitch(fields.show_on_map, false),
    // The invoice of an open order was sent by the old site.
    invoiced_at: status === 'pending_payment' ? created_at : null,
    created_at,
  } as const
  return [{ line, old_id: fields.id, values: valuesOf(columns), columns }]
}

export const ordersKind: Kind<Order> = {
  kind: 'order',
  file: 'orders.csv',
  columns: [
    'id',
    'refno',
    'user_id',
    'product',
    'product_id',
    'amount',
    'price',
    'donation',
    'payment_amount',
    'payment_currency',
    'currency',
    'payment_method',
    'order_status',
    'status',
    'order_date',
    'created_at',
    'lang',
    'firstname',
    'lastname',
    'email',
    'address',
    'address_addition',
    'postcode',
    'city',
    'country',
    'ideas',
    'show_on_map',
  ],

  async read(move, rows) {
    const users = await findLegacy(
      move.db,
      'user',
      rows.flatMap(({ fields }) => fields.user_id ?? []),
    )
    return rows.flatMap((row) => readOne(move, row, users))
  },

  async store(move, rows) {
    const entries = rows.map((row) => ({ row, new_id: randomUUID(), created: true }))
    await storeMovedOrders(
      move.db,
      entries.map(({ row, new_id }) => ({ ...row.columns, id: new_id })),
    )
    return entries
  },

  async current(move, ids) {
    const rows = await findMovedOrders(move.db, ids)
    return new Map(rows.map((order) => [order.id, valuesOf(order)]))
  },

  async change(move, id, row, names) {
    const [before] = await findMovedOrders(move.db, [id])
    if (!before) return
    const change: Partial<MovedOrder> = Object.fromEntries(
      FIELDS.filter((name) => names.includes(name)).map((name) => [name, row.columns[name]]),
    )
    const isPiece = names.includes('price_cents') || names.includes('amount')
    if (isPiece) change.piece_cents = row.columns.piece_cents
    const isTaken = await changeMovedOrder(move.db, before, change, move.now)
    if (!isTaken)
      move.report.keep(row.line, `order ${row.old_id} stays ${before.status}: it went back there`)
  },

  remove: (move, ids) => removeMovedOrders(move.db, ids),
}
