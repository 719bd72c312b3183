import { recordAct } from '#features/people/audit/server/door.ts'
import { PROVIDER_GONE } from '#features/shop/orders/contract.admin.ts'
import {
  owingAfterRefund,
  refundableOf,
  type SettlingDeps,
} from '#features/shop/orders/paying/server/door.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import {
  type FullOrder,
  findWhole,
  followRefund,
  lockOrder,
  noteOwing,
  presentWhole,
  recordRefund,
  tellRefunded,
  versionOf,
} from '#features/shop/orders/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { refundOnce, takeDown } from './following.ts'
import {
  type PaymentProvider,
  ProviderUnreachableError,
  RefundRefusedError,
} from './payment-provider.ts'
import { listSucceededPayments, type PaymentRow } from './payments.queries.ts'
import {
  findRefundByRequest,
  insertRefund,
  listStartedRefunds,
  lockRefund,
  type RefundRow,
  updateRefund,
} from './refunds.queries.ts'
import type { SettleDeps } from './settling.ts'
import { listRooms, sharesOf } from './sharing-refunds.ts'

type RefundDeps = SettleDeps & Pick<Deps, 'clock'>

export interface RefundWish {
  order_id: string
  /** In cents; undefined refunds everything that is left. */
  amount_cents: number | undefined
  version: number | undefined
  request_id: string | undefined
  /** Reason, for administrators. */
  note: string
  /** The administrator. */
  by: Viewer
}

interface Beginning {
  refund: RefundRow
  payment: PaymentRow | null
}

/** The payment that a refund belongs to; null for a refund by bank. */
const paymentOf = async (tx: Db, { order_id, payment_id }: RefundRow) =>
  (await listSucceededPayments(tx, order_id)).find(({ id }) => id === payment_id) ?? null

/**
 * Stores refunds before any provider is called; never more than was paid. An order that was paid in several ways gets
 * one refund for each; the first one has the id of the request.
 */
function begin(
  deps: RefundDeps,
  providers: readonly PaymentProvider[],
  { order_id, request_id, version, by, note, ...wish }: RefundWish,
): Promise<Beginning[]> {
  return deps.database.orm.transaction(async (tx) => {
    const full = await lockOrder(tx, order_id)
    if (!full) throw new AppError('not_found')
    const { refundable: left } = await refundableOf(tx, deps, full)
    const before = request_id ? await findRefundByRequest(tx, request_id) : null
    if (before && before.order_id !== order_id) throw new AppError('conflict')
    if (before) return [{ refund: before, payment: await paymentOf(tx, before) }]
    if (version !== undefined && version !== (await versionOf(tx, order_id))) {
      throw new AppError('changed_meanwhile', {
        current: await presentWhole(tx, deps, full, deps.clock(), by),
      })
    }
    const amount_cents = wish.amount_cents ?? left
    if (amount_cents <= 0 || amount_cents > left) throw new AppError('not_refundable')
    const shares = sharesOf(await listRooms(tx, full.order), amount_cents)
    const shared_cents = shares.reduce((sum, { share_cents }) => sum + share_cents, 0)
    if (shared_cents !== amount_cents) throw new AppError('not_refundable')
    const isReachable = ({ payment }: { payment: PaymentRow | null }) =>
      payment === null || providers.some(({ name }) => name === payment.provider)
    if (!shares.every(isReachable)) throw new AppError('payment_unavailable')
    const now = deps.clock()
    await noteOwing(tx, full.order, owingAfterRefund(full.order, amount_cents, left))
    await recordAct(
      tx,
      by,
      {
        subject: 'order',
        subject_id: order_id,
        verb: 'refund',
        label: full.order.refno,
        after: { amount: toMoney(amount_cents), currency: full.order.currency },
      },
      now,
    )
    const begun: Beginning[] = []
    for (const { payment, share_cents } of shares) {
      const refund = await insertRefund(tx, {
        order_id,
        amount_cents: share_cents,
        user_id: by.id,
        note,
        payment_id: payment?.id ?? null,
        currency: full.order.currency,
        request_id: begun.length === 0 ? (request_id ?? null) : null,
        created_at: now,
        updated_at: now,
      })
      // A refund by bank transfer is made by hand, outside this program.
      const stored = payment ? refund : await finishIn(tx, deps, full, refund, GIVEN)
      begun.push({ refund: stored, payment })
    }
    return begun
  })
}

type Ending = Pick<RefundRow, 'status' | 'reason'>
const GIVEN: Ending = { status: 'succeeded', reason: null }
/** Left to the treasury, which transfers the money by hand. */
const UNREACHABLE: Ending = { status: 'refused', reason: PROVIDER_GONE }

/** Records the outcome of a refund; if money was refunded, also in the order's history and by mail to the customer. */
async function finishIn(
  tx: Db,
  deps: SettlingDeps,
  full: FullOrder,
  refund: RefundRow,
  ending: Ending,
): Promise<RefundRow> {
  const now = deps.clock()
  await updateRefund(tx, refund.id, { ...ending, updated_at: now })
  if (ending.status === 'succeeded') {
    const by = { actor: 'admin', user_id: refund.user_id } as const
    const { order } = full
    await recordRefund(tx, order, refund.amount_cents, by, now)
    await followRefund(tx, deps, full)
    await tellRefunded(tx, deps, order.id, refund.amount_cents, order.paid_cents)
  }
  return { ...refund, ...ending }
}

/**
 * Records that an administrator has transferred by hand what a removed provider could not refund. It becomes a refund
 * by bank, dated today. What was refunded another way meanwhile is not refunded twice.
 */
export async function recordTransferred(
  tx: Db,
  deps: SettlingDeps,
  { id, of }: { id: string; of: string },
  user_id: string,
): Promise<void> {
  const full = await lockOrder(tx, id)
  const refund = await lockRefund(tx, of)
  if (!full || refund?.order_id !== id || refund.settled_at !== null) return
  if (refund.status !== 'refused' || refund.reason !== PROVIDER_GONE) return
  if (refund.amount_cents > (await refundableOf(tx, deps, full)).refundable) return
  await updateRefund(tx, of, { payment_id: null })
  await finishIn(tx, deps, full, { ...refund, user_id }, GIVEN)
}

/**
 * The same in a transaction of its own. Two callers may report the outcome; the first one records it.
 * @param endingIn the outcome, as far as the transaction that locks the order can tell; null if still unknown
 */
function finish(
  deps: RefundDeps,
  { id, order_id }: RefundRow,
  endingIn: (tx: Db, full: FullOrder) => Promise<Ending | null>,
): Promise<RefundRow> {
  return deps.database.orm.transaction(async (tx) => {
    const full = await lockOrder(tx, order_id)
    const refund = await lockRefund(tx, id)
    if (!full || !refund) throw new Error('Unexpected refund without its order')
    if (refund.status !== 'started') return refund
    const ending = await endingIn(tx, full)
    return ending ? finishIn(tx, deps, full, refund, ending) : refund
  })
}

/**
 * Refunds at the provider, under the refund's own id, after checking earlier refunds there. If our books did not know
 * one of them, it is recorded and nothing is refunded, so that the administrator can look again. Throws
 * ProviderUnreachableError.
 */
async function carryOut(
  deps: RefundDeps,
  provider: PaymentProvider,
  refund: RefundRow,
  payment: PaymentRow,
  ref: string,
): Promise<RefundRow> {
  const { id: key, amount_cents, currency } = refund
  const back = await provider.moneyBack(ref)
  const isMade = back.refunds.some((before) => before.key === key)
  const seen = await finish(deps, refund, async (tx, full) => {
    const isNews = await takeDown(tx, deps, full, payment, back)
    return isNews && !isMade ? { status: 'overtaken', reason: null } : null
  })
  if (seen.status !== 'started') return seen
  const refundDue = { key, amount_cents, currency }
  const refusal = await refundOnce(provider, refundDue, ref, back.refunds).then(
    () => null,
    (error) => {
      if (error instanceof RefundRefusedError) return error
      throw error
    },
  )
  if (!refusal) return finish(deps, refund, async () => GIVEN)
  // The money may have been refunded at the provider just now. A transfer by hand would then pay twice.
  const since = await provider.moneyBack(ref)
  return finish(deps, refund, async (tx, full) => {
    const isNews = await takeDown(tx, deps, full, payment, since)
    const status = isNews || refusal.nothingLeft ? 'overtaken' : 'refused'
    return { status, reason: refusal.message }
  })
}

/**
 * Refunds an order, fully or in part. Bank payments are refunded by hand and only recorded here. Throws `not_found`,
 * `changed_meanwhile`, `not_refundable`, `conflict`, `refund_refused` with the provider's reason,
 * `payment_unavailable`.
 * @returns one refund for each way of payment; still `started` if a provider did not respond, and then the job
 * retries
 */
export async function refund(
  deps: RefundDeps,
  providers: readonly PaymentProvider[],
  wish: RefundWish,
): Promise<RefundRow[]> {
  const ended: RefundRow[] = []
  for (const each of await begin(deps, providers, wish)) {
    ended.push(await carryOutBegun(deps, providers, each))
  }
  for (const each of ended) await requireGiven(deps, each, wish.by)
  return ended
}

/** Carries out one started refund, as far as possible now. */
async function carryOutBegun(
  deps: RefundDeps,
  providers: readonly PaymentProvider[],
  { refund: begun, payment }: Beginning,
): Promise<RefundRow> {
  const provider = providers.find(({ name }) => name === payment?.provider)
  const ref = payment?.provider_ref
  if (begun.status !== 'started' || !provider || !payment || !ref) return begun
  return carryOut(deps, provider, begun, payment, ref).catch((error) => {
    if (error instanceof ProviderUnreachableError) return begun
    throw error
  })
}

/** Throws `changed_meanwhile`, or `refund_refused` if a provider rejected the refund. */
async function requireGiven(deps: RefundDeps, ended: RefundRow, by: Viewer): Promise<void> {
  if (ended.status === 'overtaken') {
    const current = await findWhole(deps.database.orm, deps, ended.order_id, deps.clock(), by)
    throw new AppError('changed_meanwhile', { current })
  }
  if (ended.status !== 'refused') return
  throw new AppError('refund_refused', ended.reason ? { message: ended.reason } : {})
}

/** Finishes refunds that were started before `before` and whose outcome is unknown. */
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
    const about = { provider: payment.provider, refno }
    if (!provider) {
      await finish(deps, begun, async () => UNREACHABLE)
      logger.warn(about, 'a refund has to be made by hand: its provider is no longer set up')
      continue
    }
    if (!payment.provider_ref) continue
    try {
      const { provider_ref } = payment
      const { status, reason } = await carryOut(deps, provider, begun, payment, provider_ref)
      if (status === 'refused') logger.warn({ ...about, reason }, 'refund refused')
    } catch (error) {
      logger.warn({ ...about, err: error }, 'refund not carried out')
      await updateRefund(database.orm, begun.id, { updated_at: clock() })
    }
  }
}
