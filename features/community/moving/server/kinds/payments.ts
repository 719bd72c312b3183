import { randomUUID } from 'node:crypto'
import {
  changeMovedBankPayment,
  findMovedBankPayments,
  removeMovedBankPayments,
  storeMovedBankPayments,
} from '#features/shop/orders/bank-statements/server/door.ts'
import {
  addPaid,
  findMovedOrders,
  findPaidWithoutMoney,
} from '#features/shop/orders/moving-in/server/door.ts'
import type { OrderRow } from '#features/shop/orders/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import {
  changeMovedPayment,
  findMovedPayments,
  findProviderRefs,
  removeMovedPayments,
  storeMovedPayments,
} from '#features/shop/payments/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { readCents, readTime } from '../cells.ts'
import { findLegacy } from '../legacy-ids.queries.ts'
import { addMoney } from '../money-sums.ts'
import { isMoved, type Kind, type Move, type ReadRow } from '../move.ts'
import { methodOf } from './orders.ts'

interface Payment extends ReadRow {
  order: OrderRow
  way: 'stripe' | 'paypal' | 'bank' | 'cash'
  provider_ref: string | null
  amount_cents: number
  refunded_cents: number
  at: Date
  refunded_at: Date
}

/** Words for money that came. */
const CAME = new Set([
  'succeeded',
  'success',
  'paid',
  'completed',
  'captured',
  'approved',
  'refunded',
  '1',
])

const yearOf = (move: Move, at: Date, currency: string) =>
  [dayIn(move.timeZone, at).slice(0, 4), currency].join(' ')

function wayOf(cell: string | undefined, order: OrderRow): Payment['way'] {
  const method = methodOf(cell) ?? order.payment_method
  if (method === 'stripe' || method === 'paypal' || method === 'cash') return method
  return 'bank'
}

/** Orders that count as paid without a payment are booked on the day of the order. */
export async function bookPaidOrders(move: Move): Promise<void> {
  const unbooked = await findPaidWithoutMoney(move.db, isMoved(orders.id, 'order'))
  const rows = unbooked.map((order) => ({
    order_id: order.id,
    amount_cents: order.price_cents + order.donation_cents,
    currency: order.currency,
    received_on: dayIn(move.timeZone, order.created_at),
    note: order.legacy_refno ?? '',
    created_at: order.created_at,
  }))
  for (let from = 0; from < rows.length; from += 500)
    await storeMovedBankPayments(move.db, rows.slice(from, from + 500))
  await addPaid(move.db, new Map(rows.map((row) => [row.order_id, row.amount_cents])))
  for (const [index, { amount_cents, currency }] of rows.entries()) {
    const order = unbooked[index]
    if (order)
      addMoney(move.report.moneyBrought, yearOf(move, order.created_at, currency), amount_cents)
  }
  if (rows.length > 0)
    move.report.note(
      0,
      `${rows.length} orders count as paid without a payment: booked as bank transfers`,
    )
}

/** What each payment is here, whichever way it came. */
const findAmounts = async (db: Db, ids: readonly string[]): Promise<Map<string, number>> =>
  new Map([...(await findMovedPayments(db, ids)), ...(await findMovedBankPayments(db, ids))])

export function paymentsKind(): Kind<Payment> {
  const refs = new Set<string>()
  return {
    kind: 'payment',
    file: 'payments.csv',
    columns: [
      'id',
      'order_id',
      'payment_method',
      'provider',
      'provider_id',
      'amount',
      'currency',
      'status',
      'created_at',
      'refunded',
      'refunded_at',
    ],

    async read(move, rows) {
      const { db, report, timeZone } = move
      const legacy = await findLegacy(
        db,
        'order',
        rows.flatMap(({ fields }) => fields.order_id ?? []),
      )
      const found = await findMovedOrders(
        db,
        [...legacy.values()].map(({ new_id }) => new_id),
      )
      const byId = new Map(found.map((order) => [order.id, order]))
      const before = await findLegacy(
        db,
        'payment',
        rows.flatMap(({ fields }) => fields.id ?? []),
      )
      const taken = await findProviderRefs(
        db,
        rows.flatMap(({ fields }) => fields.provider_id ?? []),
      )
      return rows.flatMap(({ line, fields }): Payment[] => {
        if (!fields.id) return report.refuse(line, 'id is missing')
        const amount_cents = readCents(fields.amount)
        const refunded_cents = readCents(fields.refunded)
        if (amount_cents === undefined || refunded_cents === undefined || amount_cents <= 0)
          return report.refuse(line, `"${fields.amount ?? ''}" is no amount of money`)
        if (!CAME.has((fields.status ?? 'succeeded').toLowerCase()))
          return report.refuse(line, `status ${fields.status}: no money came`)
        const day = readTime(fields.created_at, timeZone)
        const order = byId.get(legacy.get(fields.order_id ?? '')?.new_id ?? '')
        const lost = `${fields.amount} ${fields.currency ?? ''}`.trim()
        const inFile = fields.currency?.toUpperCase() ?? order?.currency ?? 'CHF'
        addMoney(
          report.moneyInFile,
          yearOf(move, day ?? move.now, inFile),
          amount_cents - refunded_cents,
        )
        if (!order)
          return report.refuse(
            line,
            `order ${fields.order_id ?? ''} did not come in: ${lost} is missing`,
          )
        const currency = fields.currency?.toUpperCase() ?? order.currency
        if (currency !== order.currency)
          return report.refuse(
            line,
            `${lost} is in another currency than its order (${order.currency})`,
          )
        const at = day ?? order.created_at
        const way = wayOf(fields.provider ?? fields.payment_method, order)
        const isProvider = way === 'stripe' || way === 'paypal'
        const ref = isProvider ? (fields.provider_id ?? null) : null
        if (ref && !before.has(fields.id)) {
          if (refs.has(ref) || taken.has(ref))
            return report.refuse(
              line,
              `${ref} is a payment that is here already: ${lost} is counted once`,
            )
          refs.add(ref)
        }
        const refunded_at = readTime(fields.refunded_at, timeZone) ?? at
        const given = Math.min(refunded_cents, amount_cents)
        if (!before.has(fields.id)) {
          addMoney(report.moneyBrought, yearOf(move, at, currency), amount_cents)
          if (given > 0) addMoney(report.moneyBrought, yearOf(move, refunded_at, currency), -given)
        }
        return [
          {
            line,
            old_id: fields.id,
            values: { amount_cents },
            order,
            way,
            provider_ref: ref,
            amount_cents,
            refunded_cents: given,
            at,
            refunded_at,
          },
        ]
      })
    },

    async store(move, rows) {
      const entries = rows.map((row) => ({ row, new_id: randomUUID(), created: true }))
      const ofProvider = entries.flatMap(({ row, new_id }) =>
        row.way === 'stripe' || row.way === 'paypal' ? [{ row, new_id, way: row.way }] : [],
      )
      const ofBank = entries.flatMap(({ row, new_id }) =>
        row.way === 'bank' || row.way === 'cash' ? [{ row, new_id, way: row.way }] : [],
      )
      await storeMovedPayments(
        move.db,
        ofProvider.map(({ row, new_id, way }) => ({
          id: new_id,
          order_id: row.order.id,
          provider: way,
          provider_ref: row.provider_ref,
          amount_cents: row.amount_cents,
          currency: row.order.currency,
          proof_hash: '',
          status: 'succeeded' as const,
          created_at: row.at,
          updated_at: row.at,
        })),
        entries.flatMap(({ row, new_id }) =>
          row.refunded_cents > 0
            ? [
                {
                  order_id: row.order.id,
                  payment_id: row.way === 'stripe' || row.way === 'paypal' ? new_id : null,
                  amount_cents: row.refunded_cents,
                  currency: row.order.currency,
                  status: 'succeeded' as const,
                  created_at: row.refunded_at,
                  updated_at: row.refunded_at,
                },
              ]
            : [],
        ),
      )
      await storeMovedBankPayments(
        move.db,
        ofBank.map(({ row, new_id, way }) => ({
          id: new_id,
          order_id: row.order.id,
          amount_cents: row.amount_cents,
          currency: row.order.currency,
          received_on: dayIn(move.timeZone, row.at),
          way,
          note: row.order.legacy_refno ?? '',
          created_at: row.at,
        })),
      )
      const paid = new Map<string, number>()
      for (const { row } of entries) addMoney(paid, row.order.id, row.amount_cents)
      await addPaid(move.db, paid)
      return entries
    },

    async current(move, ids) {
      const amounts = await findAmounts(move.db, ids)
      return new Map([...amounts].map(([id, amount_cents]) => [id, { amount_cents }]))
    },

    async change(move, id, row) {
      const before = (await findAmounts(move.db, [id])).get(id) ?? 0
      const more = row.amount_cents - before
      await changeMovedPayment(move.db, id, row.amount_cents)
      await changeMovedBankPayment(move.db, id, row.amount_cents)
      await addPaid(move.db, new Map([[row.order.id, more]]))
      addMoney(move.report.moneyBrought, yearOf(move, row.at, row.order.currency), more)
    },

    async remove(move, ids) {
      const gone = await removeMovedPayments(move.db, ids)
      return [...gone, ...(await removeMovedBankPayments(move.db, ids))]
    },
  }
}
