import { eq } from 'drizzle-orm'
import { CHANGED, recordActs } from '#features/people/audit/server/door.ts'
import { isAwaited, paymentLimits } from '#features/shop/orders/paying/server/door.ts'
import { CURRENCIES, toMoney } from '#features/shop/orders/products/pricing.ts'
import { lockOrderByRefno, markPaid } from '#features/shop/orders/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { UnmatchedPayment } from '../contract.admin.ts'
import { unmatched_payments } from '../tables.ts'
import { insertBankPayment } from './bank-statements.queries.ts'
import {
  findUnmatched,
  lockUnmatched,
  settleUnmatched,
  type UnmatchedRow,
} from './unmatched.queries.ts'

type SettleDeps = Pick<Deps, 'database' | 'mails' | 'config' | 'clock' | 'features'>

interface Change {
  id: string
  version: number
}

/**
 * Changes an unmatched payment if it still has the version that the caller read and is in the state `from`. Throws
 * `not_found`, `changed_meanwhile` with the current payment, and whatever `step` throws.
 */
function changeAsRead(
  { database, clock }: SettleDeps,
  { id, version }: Change,
  from: UnmatchedRow['state'],
  step: (tx: Db, row: UnmatchedRow, now: Date) => Promise<void>,
): Promise<UnmatchedPayment> {
  return database.orm.transaction(async (tx) => {
    const row = await lockUnmatched(tx, id)
    if (!row) throw new AppError('not_found')
    if (row.version !== version || row.state !== from) {
      throw new AppError('changed_meanwhile', { current: await findUnmatched(tx, id) })
    }
    await step(tx, row, clock())
    return findUnmatched(tx, id)
  })
}

const ofPayment = ({ id }: UnmatchedRow) => eq(unmatched_payments.id, id)
const aboutPayment = ({ id }: UnmatchedRow) =>
  ({ subject: 'bank_payment', subject_id: id }) as const

/** Whether less than the price is accepted, and why. */
export interface Accepted {
  accept_less?: boolean | undefined
  note: string
}

/** An administrator who accepts less than the price must give a reason. Throws `validation`. */
export function requireReason({ note }: Accepted, isLess: boolean): void {
  if (isLess && note.trim() === '') throw fieldError('note', VALIDATION.reason)
}

/** Pays the order with the given number from an unmatched payment. Throws if the number is wrong. */
export const assignPayment = (
  deps: SettleDeps,
  viewer: Viewer,
  { refno, accept_less, note, ...change }: Change & Accepted & { refno: string },
) =>
  changeAsRead(deps, change, 'open', async (tx, row, now) => {
    const full = await lockOrderByRefno(tx, refno)
    if (!full) throw fieldError('refno', VALIDATION.invalid)
    const { order } = full
    const limits = paymentLimits(order)
    if (!limits) throw new AppError('not_payable')
    if (isAwaited(order)) throw new AppError('payment_pending')
    const { amount_cents, currency, entry_key, received_on } = row
    const right =
      currency === order.currency &&
      amount_cents !== null &&
      (amount_cents >= limits.least || accept_less === true) &&
      amount_cents <= limits.most
    if (!right || row.reason === 'reversal') throw fieldError('refno', VALIDATION.otherAmount)
    requireReason({ accept_less, note }, amount_cents < limits.least)
    const by = { actor: 'admin', user_id: viewer.id, now } as const
    const accepts_less = accept_less === true
    await markPaid(tx, deps, full, { amount_cents, method: 'invoice', accepts_less }, by)
    await insertBankPayment(tx, {
      order_id: order.id,
      entry_key,
      amount_cents,
      currency: order.currency,
      received_on: received_on ?? dayIn(deps.config.timeZone, now),
      note,
      recorded_by: viewer.id,
      created_at: now,
    })
    await settleUnmatched(tx, ofPayment(row), {
      state: 'assigned',
      note,
      assigned_order_id: order.id,
      settled_at: now,
      settled_by: viewer.id,
    })
    const after = { amount: toMoney(amount_cents), currency }
    await recordActs(
      tx,
      viewer,
      [
        { subject: 'order', subject_id: order.id, verb: 'pay', label: refno, after },
        { ...aboutPayment(row), verb: 'assign', label: refno },
      ],
      now,
    )
  })

/**
 * Records that a payment for an order that did not need it was given back. The order does not change, and the cash
 * book shows both movements. Throws `validation`, and like {@link changeAsRead}.
 */
export const givePaymentBack = (
  deps: SettleDeps,
  viewer: Viewer,
  {
    refno,
    returned_on,
    note,
    ...change
  }: Change & {
    refno?: string | undefined
    returned_on: string
    note: string
  },
) =>
  changeAsRead(deps, change, 'open', async (tx, row, now) => {
    const named = refno ?? row.refno
    const full = named === null ? null : await lockOrderByRefno(tx, named)
    if (!full) throw fieldError('refno', VALIDATION.invalid)
    const { amount_cents, entry_key } = row
    const currency = CURRENCIES.find((each) => each === row.currency)
    if (amount_cents === null || !currency || row.reason === 'reversal') {
      throw fieldError('refno', VALIDATION.otherAmount)
    }
    const received_on = row.received_on ?? dayIn(deps.config.timeZone, now)
    // The day may have begun in any time zone.
    if (returned_on < received_on || Date.parse(returned_on) > now.getTime() + DAY_MS) {
      throw fieldError('returned_on', VALIDATION.pastDay)
    }
    const { id: order_id } = full.order
    await insertBankPayment(tx, {
      order_id,
      entry_key,
      amount_cents,
      currency,
      received_on,
      returned_on,
      note,
      recorded_by: viewer.id,
      created_at: now,
    })
    await settleUnmatched(tx, ofPayment(row), {
      state: 'returned',
      note,
      assigned_order_id: order_id,
      settled_at: now,
      settled_by: viewer.id,
    })
    const after = { amount: toMoney(amount_cents), currency }
    const act = { ...aboutPayment(row), verb: 'refund', label: full.order.refno, after } as const
    await recordActs(tx, viewer, [act], now)
  })

/**
 * Sets aside all payments that still have the version that the caller read. Returns how many were set aside and how
 * many had changed.
 */
export async function setManyAside(
  deps: SettleDeps,
  viewer: Viewer,
  { payments, note }: { payments: readonly Change[]; note: string },
): Promise<{ set_aside: number; changed_meanwhile: number }> {
  let set_aside = 0
  for (const payment of payments) {
    const done = await setPaymentAside(deps, viewer, { ...payment, note }).then(
      () => true,
      (error) => {
        const codes: string[] = ['changed_meanwhile', 'not_found']
        if (error instanceof AppError && codes.includes(error.code)) return false
        throw error
      },
    )
    if (done) set_aside += 1
  }
  return { set_aside, changed_meanwhile: payments.length - set_aside }
}

export const setPaymentAside = (
  deps: SettleDeps,
  viewer: Viewer,
  { note, ...change }: Change & { note: string },
) =>
  changeAsRead(deps, change, 'open', async (tx, row, now) => {
    const settled = { settled_at: now, settled_by: viewer.id }
    await settleUnmatched(tx, ofPayment(row), { state: 'set_aside', note, ...settled })
    const after = note === '' ? null : { note: CHANGED }
    await recordActs(tx, viewer, [{ ...aboutPayment(row), verb: 'settle', after }], now)
  })

export const reopenPayment = (deps: SettleDeps, viewer: Viewer, change: Change) =>
  changeAsRead(deps, change, 'set_aside', async (tx, row, now) => {
    const open = { state: 'open', settled_at: null, settled_by: null } as const
    await settleUnmatched(tx, ofPayment(row), open)
    await recordActs(tx, viewer, [{ ...aboutPayment(row), verb: 'reopen' }], now)
  })
