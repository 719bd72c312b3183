import type { UnmatchedReason } from '@letterlend/contract/unmatched-payments.ts'
import type { OrderRow } from '../orders/orders.presenter.ts'
import { refnoOfReference, refnosInText } from '../orders/payment-references.ts'
import type { BankEntry } from './camt.ts'

/** The order that money names, or why it names none. */
export function refnoIn({
  references,
  text,
}: Pick<BankEntry, 'references' | 'text'>): { refno: string } | { reason: UnmatchedReason } {
  const structured = references.flatMap((reference) => {
    const refno = refnoOfReference(reference)
    return refno ? [refno] : refnosInText(reference)
  })
  const refnos = new Set(structured.length > 0 ? structured : refnosInText(text))
  if (refnos.size > 1) return { reason: 'several_references' }
  const [refno] = refnos
  return refno ? { refno } : { reason: 'no_reference' }
}

/** Why money pays an order not, or null where it does: its payment amount or its price, to the cent. */
export function whyNot(
  { amount_cents, currency }: Pick<BankEntry, 'amount_cents' | 'currency'>,
  order: OrderRow,
): UnmatchedReason | null {
  if (order.status === 'cancelled') return 'cancelled'
  if (order.status === 'pending_confirmation') return 'not_confirmed'
  if (order.status !== 'pending_payment') return 'already_paid'
  if (currency !== order.currency) return 'other_currency'
  const { price_cents, donation_cents } = order
  const right = amount_cents === price_cents || amount_cents === price_cents + donation_cents
  return right ? null : 'other_amount'
}
