import { and, eq, inArray } from 'drizzle-orm'
import type { AuditVerb } from '#features/people/audit/audit-acts.ts'
import { type Act, CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import { dueFor, isShown, isToPay } from '#features/shop/orders/paying/server/door.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { accountOf } from '#platform/server/identity/access-tokens.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { AdminOrder, BulkOutcome, Correction } from '../../contract.admin.ts'
import type { ShownAmount } from '../../contract.order.ts'
import { REMINDER_PAUSE_DAYS, UNSHIP_MS } from '../../corrections.ts'
import { mayStep, type OrderState, type StaffStep, statusAfter } from '../../order-steps.ts'
import { orders } from '../../tables.ts'
import { changeStatus, moveSilently } from '../changing.ts'
import { correct, costOfCorrection, costThen } from '../correcting.ts'
import { tellNotShipped, tellReminder } from '../mailing.ts'
import {
  type Actor,
  findRemindedAt,
  findShippedAt,
  lockOrder,
  markReseller,
  recordNote,
  recordReminder,
  versionOf,
} from '../orders.queries.ts'
import { becomesReseller } from '../orders.rules.ts'
import type { FullOrder } from '../presenter.ts'
import { costForEyesOf } from './eyes.ts'
import { findWhole, presentWhole } from './orders.queries.ts'
import { isDisputed } from './search.ts'

/** Id and the version that the caller read. */
export interface Change {
  id: string
  version: number
}

type ChangeDeps = Pick<Deps, 'database' | 'mails' | 'config' | 'clock' | 'features'>
/**
 * The work on an unchanged order. Returns false if the state does not allow it, null if nothing was done, and
 * otherwise details for the audit log.
 */
type Work = (
  tx: Db,
  full: FullOrder,
  by: Actor & { now: Date },
) => Promise<boolean | Pick<Act, 'before' | 'after'> | null>

/**
 * Changes an order if it still has the version that the caller read. The second of two concurrent changes is rejected
 * with the result of the first. Throws `not_found`, `changed_meanwhile` with the current order, `wrong_status`.
 */
async function changeAsRead(
  deps: ChangeDeps,
  viewer: Viewer,
  { id, version }: Change,
  verb: AuditVerb,
  work: Work,
): Promise<AdminOrder> {
  const { database, clock } = deps
  return database.orm.transaction(async (tx) => {
    const now = clock()
    const full = await lockOrder(tx, id, inArea(viewer, orders))
    if (!full) throw new AppError('not_found')
    if ((await versionOf(tx, id)) !== version) {
      throw new AppError('changed_meanwhile', {
        current: await presentWhole(tx, deps, full, now, viewer),
      })
    }
    const by = { actor: 'admin', user_id: accountOf(viewer), now } as const
    const done = await work(tx, full, by)
    if (done === false) throw new AppError('wrong_status')
    const after = await findWhole(tx, deps, id, now, viewer)
    const moved = after.order_status.name !== full.order.status
    const act = { subject: 'order', subject_id: id, verb, label: after.refno } as const
    if (done === null) return after
    if (done !== true) {
      await recordAct(tx, viewer, { ...act, ...done }, now)
      return after
    }
    const change = moved
      ? { before: { status: full.order.status }, after: { status: after.order_status.name } }
      : { before: { note: CHANGED }, after: { note: CHANGED } }
    await recordAct(tx, viewer, { ...act, ...change }, now)
    return after
  })
}

/** The facts that decide which steps are possible. */
async function stateOf(tx: Db, { order, is_refunded }: FullOrder, now: Date): Promise<OrderState> {
  const shippedAt = await findShippedAt(tx, order)
  return {
    status: order.status,
    product_id: order.product_id,
    is_difference_due: order.paid_cents > 0 && order.owing_cents > 0,
    is_refunded,
    is_just_shipped: shippedAt !== null && now.getTime() - shippedAt.getTime() < UNSHIP_MS,
  }
}

/** Takes a step of the staff if it is allowed. */
const take =
  (deps: ChangeDeps, step: StaffStep): Work =>
  async (tx, full, by) =>
    mayStep(await stateOf(tx, full, by.now), step)
      ? changeStatus(tx, deps, full, statusAfter(step), by)
      : false

/** Lets a reseller pay and marks their letterbox as a reseller's. */
export const confirmOrder = (deps: ChangeDeps, viewer: Viewer, change: Change) =>
  changeAsRead(deps, viewer, change, 'confirm', async (tx, full, by) => {
    if (!(await take(deps, 'confirm')(tx, full, by))) return false
    if (becomesReseller(full.order)) await markReseller(tx, full.order)
    return true
  })

/** Throws `disputed` if the payment is disputed and the caller has not confirmed shipping anyway. */
export const shipOrder = (
  deps: ChangeDeps,
  viewer: Viewer,
  change: Change & { despite_dispute?: boolean | undefined },
) =>
  changeAsRead(deps, viewer, change, 'ship', async (tx, full, by) => {
    const isAsked = !change.despite_dispute && (await isDisputed(tx, deps, full.order.id))
    if (isAsked) throw new AppError('disputed')
    return take(deps, 'ship')(tx, full, by)
  })

/** Undoes shipping. Drops the mail about it if it is still waiting; otherwise sends a second one. */
export const unshipOrder = (deps: ChangeDeps, viewer: Viewer, change: Change) =>
  changeAsRead(deps, viewer, change, 'unship', async (tx, full, { now, ...actor }) => {
    if (!mayStep(await stateOf(tx, full, now), 'unship')) return false
    await moveSilently(tx, deps, full, 'paid', actor, now)
    const order = { ...full.order, status: 'paid' as const }
    await tellNotShipped(tx, deps, { ...full, order })
    return true
  })

/** Throws `reminded_lately`, so that two clicks or two administrators send one reminder. */
export const remindOrder = (deps: ChangeDeps, viewer: Viewer, change: Change) =>
  changeAsRead(deps, viewer, change, 'remind', async (tx, full, { now, ...actor }) => {
    const { order } = full
    if (!isToPay(order) || !order.email) return false
    const last = await findRemindedAt(tx, order.id)
    if (last && now.getTime() - last.getTime() < REMINDER_PAUSE_DAYS * DAY_MS) {
      throw new AppError('reminded_lately')
    }
    await recordReminder(tx, order, actor, now)
    await tellReminder(tx, deps, full)
    const { amount_cents, currency } = dueFor(order)
    return { before: null, after: { amount: toMoney(amount_cents), currency } }
  })

/** Throws `amount_changed` with the current cost if the page has shown another amount. */
export const correctOrder = (
  deps: ChangeDeps,
  viewer: Viewer,
  change: Change,
  correction: Correction,
  shown: ShownAmount,
) =>
  changeAsRead(deps, viewer, change, 'correct', async (tx, full, by) => {
    if (!isShown(costThen(full, correction), shown)) {
      const cost = await costOfCorrection(tx, deps, full, correction)
      if (!cost) return false
      throw new AppError('amount_changed', { current: costForEyesOf(viewer, cost) })
    }
    return correct(tx, deps, full, correction, { ...by, user_id: viewer.id })
  })

export const cancelOrder = (deps: ChangeDeps, viewer: Viewer, change: Change) =>
  changeAsRead(deps, viewer, change, 'cancel', take(deps, 'cancel'))

export const noteOrder = (deps: ChangeDeps, viewer: Viewer, change: Change, note: string) =>
  changeAsRead(deps, viewer, change, 'note', async (tx, { order }, { now, ...actor }) => {
    await tx.update(orders).set({ note }).where(eq(orders.id, order.id))
    await recordNote(tx, order, actor, now)
    return true
  })

const BULK_STEPS = { confirm: confirmOrder, ship: shipOrder, remind: remindOrder } as const
const BULK_FAILURES = [
  'changed_meanwhile',
  'wrong_status',
  'disputed',
  'reminded_lately',
  'not_found',
] as const

/** Applies an action to many orders, each in its own transaction, so that a failure does not stop the others. */
export async function changeMany(
  deps: ChangeDeps,
  viewer: Viewer,
  act: keyof typeof BULK_STEPS,
  changes: readonly Change[],
): Promise<BulkOutcome[]> {
  const outcomes: { id: string; outcome: BulkOutcome['outcome'] }[] = []
  for (const change of changes) {
    const outcome = await BULK_STEPS[act](deps, viewer, change).then(
      () => 'done' as const,
      (error) => {
        const code = BULK_FAILURES.find((each) => error instanceof AppError && error.code === each)
        if (code) return code
        throw error
      },
    )
    outcomes.push({ id: change.id, outcome })
  }
  const ids = changes.map(({ id }) => id)
  const orderRows = await deps.database.orm
    .select({ id: orders.id, refno: orders.refno })
    .from(orders)
    .where(and(inArray(orders.id, ids), inArea(viewer, orders)))
  const refnos = new Map(orderRows.map(({ id, refno }) => [id, refno]))
  return outcomes.map((each) => ({ ...each, refno: refnos.get(each.id) ?? null }))
}
