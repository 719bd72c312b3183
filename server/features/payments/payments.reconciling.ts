import type { Deps } from '../../deps.ts'
import type { FeatureJob } from '../../feature.ts'
import { tellRefunded } from '../orders/orders.mailing.ts'
import type { PaymentProvider } from './payment-provider.ts'
import {
  dueOf,
  listUnsettled,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import { type SettleDeps, settle } from './payments.settling.ts'

/** Longer than any call to a provider takes: whoever began the payment is not at it any more. */
const LEFT_ALONE_MS = 60_000
/** So long may a payer take to answer the bank. */
const BANK_MS = 3_600_000

type ReconcileDeps = SettleDeps & Pick<Deps, 'clock'>

/** Two processes may have given it back, which providers do once; the customer is told once as well. */
function writeRefund(deps: ReconcileDeps, { id, order_id }: PaymentRow, now: Date): Promise<void> {
  return deps.database.orm.transaction(async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment?.status !== 'refund_due') return
    await updatePayment(tx, id, { status: 'refunded', updated_at: now })
    await tellRefunded(tx, deps, order_id, payment.amount_cents)
  })
}

/** Asks the provider how a payment ended that neither a page nor a webhook has told the end of. */
async function reconcile(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  payment: PaymentRow,
  refno: string,
): Promise<void> {
  const now = deps.clock()
  const due = dueOf(payment, refno)
  const ref = payment.provider_ref ?? (await provider.open(due)).ref
  if (payment.status === 'refund_due') {
    await provider.refund(due, ref)
    return writeRefund(deps, payment, now)
  }
  let state = await provider.read(ref)
  const abandoned =
    state.status === 'open' ||
    (state.status === 'requires_action' && now.getTime() - payment.created_at.getTime() > BANK_MS)
  if (abandoned) state = await provider.cancel(ref)
  await settle(deps, payment, state, refno, now)
}

/** Settles what was left unsettled; a provider that does not answer is asked again next time. */
export async function reconcilePayments(
  deps: ReconcileDeps,
  providers: readonly PaymentProvider[],
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, logger } = deps
  const before = new Date(clock().getTime() - LEFT_ALONE_MS)
  for (const { payment, refno } of await listUnsettled(database.orm, before)) {
    if (signal?.aborted) return
    const provider = providers.find(({ name }) => name === payment.provider)
    if (!provider) continue
    await reconcile(deps, provider, payment, refno).catch((error) =>
      logger.warn({ err: error, provider: payment.provider, refno }, 'payment not reconciled'),
    )
  }
}

export const reconciling = (
  providersOf: (deps: Deps) => Promise<readonly PaymentProvider[]>,
): FeatureJob => ({
  queue: 'payments',
  failure: 'payments not reconciled',
  retries: 5,
  pauseSeconds: 5,
  expireSeconds: 15 * 60,
  parallel: 1,
  pollMs: 60_000,
  recurs: { everyMs: 60_000, channel: 'payment_unsettled' },
  run: async (deps, _data, { signal }) => reconcilePayments(deps, await providersOf(deps), signal),
})
