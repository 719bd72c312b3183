import { toMoney } from '@letterlend/contract/order-pricing.ts'
import { recordAct } from '../../audit/audit.queries.ts'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { presentWhole } from '../orders/admin-orders.queries.ts'
import { tellRefunded } from '../orders/orders.mailing.ts'
import type { FullOrder } from '../orders/orders.presenter.ts'
import { lockOrder, recordRefund, versionOf } from '../orders/orders.queries.ts'
import { refundableOf } from '../orders/orders.refundable.ts'
import {
  type PaymentProvider,
  ProviderUnreachableError,
  RefundRefusedError,
} from './payment-provider.ts'
import type { PaymentRow } from './payments.queries.ts'
import type { SettleDeps } from './payments.settling.ts'
import {
  findRefundByRequest,
  insertRefund,
  listStartedRefunds,
  lockRefund,
  type RefundRow,
  updateRefund,
} from './refunds.queries.ts'

type RefundDeps = SettleDeps & Pick<Deps, 'clock'>

export interface RefundWish {
  order_id: string
  /** In cents; undefined: all that is left. */
  amount_cents: number | undefined
  version: number | undefined
  request_id: string | undefined
  /** Why, for administrators. */
  note: string
  /** The administrator. */
  user_id: string
}

interface Beginning {
  refund: RefundRow
  payment: PaymentRow | null
}

/** Stores that money is about to go back, before any provider hears of it; never more than was paid. */
function begin(
  deps: RefundDeps,
  providers: readonly PaymentProvider[],
  { order_id, request_id, version, user_id, note, ...wish }: RefundWish,
): Promise<Beginning> {
  return deps.database.orm.transaction(async (tx) => {
    const full = await lockOrder(tx, order_id)
    if (!full) throw new AppError('not_found')
    const { refundable: left, payment } = await refundableOf(tx, full)
    const before = request_id ? await findRefundByRequest(tx, request_id) : null
    if (before && before.order_id !== order_id) throw new AppError('conflict')
    if (before) return { refund: before, payment }
    if (version !== undefined && version !== (await versionOf(tx, order_id))) {
      throw new AppError('changed_meanwhile', {
        current: await presentWhole(tx, full, deps.clock()),
      })
    }
    const amount_cents = wish.amount_cents ?? left
    if (amount_cents <= 0 || amount_cents > left) throw new AppError('not_refundable')
    if (payment && !providers.some(({ name }) => name === payment.provider)) {
      throw new AppError('payment_unavailable')
    }
    const now = deps.clock()
    const refund = await insertRefund(tx, {
      ...{ order_id, amount_cents, user_id, note },
      payment_id: payment?.id ?? null,
      currency: full.order.currency,
      request_id: request_id ?? null,
      created_at: now,
      updated_at: now,
    })
    await recordAct(
      tx,
      { id: user_id },
      {
        ...{ subject: 'order', subject_id: order_id, verb: 'refund', label: full.order.refno },
        after: { amount: toMoney(amount_cents), currency: full.order.currency },
      },
      now,
    )
    // By bank it is done elsewhere, and by hand.
    return { refund: payment ? refund : await finishIn(tx, deps, full, refund, null), payment }
  })
}

/**
 * Writes down how a refund ended, which puts it into the order's history and tells the customer.
 * @param reason why the provider refuses; null where the money is on its way
 */
async function finishIn(
  tx: Db,
  deps: RefundDeps,
  { order }: FullOrder,
  refund: RefundRow,
  reason: string | null,
): Promise<RefundRow> {
  const now = deps.clock()
  const status = reason === null ? 'succeeded' : 'refused'
  await updateRefund(tx, refund.id, { status, reason, updated_at: now })
  if (reason === null) {
    const by = { actor: 'admin', user_id: refund.user_id } as const
    await recordRefund(tx, order, refund.amount_cents, by, now)
    await tellRefunded(tx, deps, order.id, refund.amount_cents)
  }
  return { ...refund, status, reason }
}

/** The same for whoever learns of it: two may, and the first one writes it down. */
function finish(deps: RefundDeps, { id, order_id }: RefundRow, reason: string | null) {
  return deps.database.orm.transaction(async (tx) => {
    const full = await lockOrder(tx, order_id)
    const refund = await lockRefund(tx, id)
    if (!full || !refund) throw new Error('Unexpected refund without its order')
    return refund.status === 'started' ? finishIn(tx, deps, full, refund, reason) : refund
  })
}

/** Asks the provider for the money, under the refund's own id. Throws ProviderUnreachableError. */
async function carryOut(
  deps: RefundDeps,
  provider: PaymentProvider,
  refund: RefundRow,
  ref: string,
): Promise<RefundRow> {
  const { id: key, amount_cents, currency } = refund
  const reason = await provider.refund({ key, amount_cents, currency }, ref).then(
    () => null,
    (error) => {
      if (error instanceof RefundRefusedError) return error.message
      throw error
    },
  )
  return finish(deps, refund, reason)
}

/**
 * Gives back what was paid for an order, or a part of it; money that came by bank goes back that way
 * and is recorded alone. Throws `not_found`, `changed_meanwhile`, `not_refundable`, `conflict`,
 * `refund_refused` with the provider's reason, `payment_unavailable`.
 * @returns the refund, still `started` where the provider did not answer: the job asks again
 */
export async function refund(
  deps: RefundDeps,
  providers: readonly PaymentProvider[],
  wish: RefundWish,
): Promise<RefundRow> {
  const { refund: begun, payment } = await begin(deps, providers, wish)
  const provider = providers.find(({ name }) => name === payment?.provider)
  if (begun.status !== 'started' || !provider || !payment?.provider_ref) return answered(begun)
  const ended = await carryOut(deps, provider, begun, payment.provider_ref).catch((error) => {
    if (error instanceof ProviderUnreachableError) return begun
    throw error
  })
  return answered(ended)
}

function answered(ended: RefundRow): RefundRow {
  if (ended.status !== 'refused') return ended
  throw new AppError('refund_refused', ended.reason ? { message: ended.reason } : {})
}

/** Ends what was begun before `before` and nobody knows the end of. */
export async function reconcileRefunds(
  deps: RefundDeps,
  providers: readonly PaymentProvider[],
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, logger } = deps
  for (const each of await listStartedRefunds(database.orm, before)) {
    if (signal?.aborted) return
    const { refund: begun, payment, refno } = each
    const provider = providers.find(({ name }) => name === payment.provider)
    if (!provider || !payment.provider_ref) continue
    const about = { provider: payment.provider, refno }
    try {
      const { status, reason } = await carryOut(deps, provider, begun, payment.provider_ref)
      if (status === 'refused') logger.warn({ ...about, reason }, 'refund refused')
    } catch (error) {
      logger.warn({ ...about, err: error }, 'refund not carried out')
      await updateRefund(database.orm, begun.id, { updated_at: clock() })
    }
  }
}
