import { isPayable } from '#features/shop/orders/paying/server/door.ts'
import { findOrder } from '#features/shop/orders/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Answer } from '#platform/shared/endpoint.ts'
import type { paymentsApi } from '../contract.ts'
import { type PaymentProvider, ProviderUnreachableError } from './payment-provider.ts'
import { findActivePayment, type PaymentRow } from './payments.queries.ts'
import { waitsForApproval } from './payments.rules.ts'
import { type SettleDeps, settle } from './settling.ts'

type Standing = Answer<typeof paymentsApi.paymentStatus>['status']
type StandingDeps = SettleDeps & Pick<Deps, 'clock'>

/**
 * State of an order's payment. If the outcome is unknown, this asks the provider, so that a waiting page need not wait
 * for the job. Ends nothing, because the payer may still be busy. Throws `not_found`.
 */
export async function paymentStanding(
  deps: StandingDeps,
  providers: readonly PaymentProvider[],
  orderId: string,
): Promise<Standing> {
  const { orm } = deps.database
  const full = await findOrder(orm, orderId)
  if (!full) throw new AppError('not_found')
  const { status, refno } = full.order
  if (!isPayable(full.order)) return status === 'paid' || status === 'processed' ? 'paid' : 'closed'
  const payment = await findActivePayment(orm, orderId)
  // The payer has not approved at PayPal yet, so another way can be used.
  if (!payment || waitsForApproval(payment)) return 'unpaid'
  if (payment.status === 'mismatch') return 'needs_look'
  if (payment.status === 'awaited') return 'awaited'
  const provider = providers.find(({ name }) => name === payment.provider)
  const unsettled = payment.status === 'started' || payment.status === 'requires_action'
  if (!provider || !unsettled || !payment.provider_ref) return 'under_way'
  return ask(deps, provider, payment, refno)
}

async function ask(
  deps: StandingDeps,
  provider: PaymentProvider,
  payment: PaymentRow,
  refno: string,
): Promise<Standing> {
  const state = await provider.read(payment.provider_ref ?? '').catch((error) => {
    if (error instanceof ProviderUnreachableError) return null
    throw error
  })
  // Open: it may be about to be charged.
  if (!state || state.status === 'processing' || state.status === 'open') return 'under_way'
  const status = await settle(deps, payment, state, refno, deps.clock())
  // A payment that waits for its bank can be replaced by another card: `unpaid`, like everything that ended.
  if (status === 'succeeded') return 'paid'
  if (status === 'awaited') return 'awaited'
  if (status === 'refund_due' || status === 'refunded') return 'closed'
  return status === 'mismatch' ? 'needs_look' : 'unpaid'
}
