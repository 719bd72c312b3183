import { lockOrder, tellRefunded } from '#features/shop/orders/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { MINUTE_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { autoRefundKey, refundOnce } from './following.ts'
import { type PaymentProvider, RefundRefusedError } from './payment-provider.ts'
import {
  dueOf,
  listUnsettled,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import { APPROVAL_MS, agrees, isAbandoned, waitsForApproval } from './payments.rules.ts'
import { reconcileRefunds } from './refunding.ts'
import { type SettleDeps, settle } from './settling.ts'

/** Longer than any call to a provider: no request works on a payment of this age any more. */
const LEFT_ALONE_MS = MINUTE_MS

type ReconcileDeps = SettleDeps & Pick<Deps, 'clock'>

/** Two processes may have refunded it, which providers do only once. The customer also gets only one mail. */
function writeRefund(deps: ReconcileDeps, { id, order_id }: PaymentRow): Promise<void> {
  return deps.database.orm.transaction(async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment?.status !== 'refund_due') return
    await updatePayment(tx, id, { status: 'refunded', updated_at: deps.clock() })
    await tellRefunded(tx, deps, order_id, payment.amount_cents)
  })
}

type Unsettled = Awaited<ReturnType<typeof listUnsettled>>[number]

/** Ends a payment that waits for approval; the provider need not be called. */
function endWaiting({ database, clock }: ReconcileDeps, { id, order_id }: PaymentRow) {
  return database.orm.transaction(async (tx) => {
    await lockOrder(tx, order_id)
    const payment = await lockPayment(tx, id)
    if (payment && waitsForApproval(payment)) {
      await updatePayment(tx, id, { status: 'cancelled', updated_at: clock() })
    }
  })
}

async function giveBack(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  payment: PaymentRow,
  ref: string,
): Promise<void> {
  const { id, amount_cents, currency } = payment
  const refundDue = { key: autoRefundKey(id), amount_cents, currency }
  const { refunds } = await provider.moneyBack(ref)
  await refundOnce(provider, refundDue, ref, refunds).catch((error) => {
    if (!(error instanceof RefundRefusedError && error.nothingLeft)) throw error
  })
  await writeRefund(deps, payment)
}

/** Asks the provider for the outcome of a payment that no page or webhook has reported. */
async function reconcile(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  { payment, refno, is_payable }: Unsettled,
): Promise<void> {
  if (waitsForApproval(payment)) return endWaiting(deps, payment)
  const paymentDue = dueOf(payment, refno)
  const ref = payment.provider_ref ?? (await provider.open(paymentDue)).ref
  if (payment.status === 'refund_due') return giveBack(deps, provider, payment, ref)
  let state = await provider.read(ref)
  const abandoned = isAbandoned(payment, deps.clock())
  if (state.status === 'open' && payment.provider === 'paypal' && agrees(payment, refno, state)) {
    // The payer has approved and pressed the button. PayPal cannot cancel that, so take the money. PayPal does so
    // only once, even if another call arrives late.
    if (is_payable) state = await provider.charge(paymentDue, ref, '')
    else if (abandoned) state = await provider.cancel(ref)
  } else if (state.status === 'open' || (state.status === 'requires_action' && abandoned)) {
    state = await provider.cancel(ref)
  }
  await settle(deps, payment, state, refno, deps.clock())
}

/** Settles unfinished payments; retries a provider that does not respond in the next round. */
export async function reconcilePayments(
  deps: ReconcileDeps,
  providers: readonly PaymentProvider[],
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, logger } = deps
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  const unsettled = await listUnsettled(database.orm, ago(LEFT_ALONE_MS), ago(APPROVAL_MS))
  for (const each of unsettled) {
    if (signal?.aborted) return
    const { id, provider: name } = each.payment
    const provider = providers.find((each) => each.name === name)
    if (!provider) continue
    await reconcile(deps, provider, each).catch(async (error) => {
      logger.warn({ err: error, provider: name, refno: each.refno }, 'payment not reconciled')
      // Moved to the end, so that failing payments do not block others.
      await updatePayment(database.orm, id, { updated_at: clock() })
    })
  }
  await reconcileRefunds(deps, providers, ago(LEFT_ALONE_MS), signal)
}

export const reconciling = (
  providersOf: (deps: Deps) => Promise<readonly PaymentProvider[]>,
): FeatureJob => ({
  queue: 'payments',
  failure: 'payments not reconciled',
  everySeconds: MINUTE_SECONDS,
  run: async (deps, _data, { signal }) => reconcilePayments(deps, await providersOf(deps), signal),
})
