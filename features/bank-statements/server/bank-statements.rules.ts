import { isQRIBAN } from 'swissqrbill/utils'
import type { OrderRow } from '#features/orders/server/orders.presenter.ts'
import { refnoOfReference, refnosInText } from '#features/orders/server/payment-references.ts'
import type { InvoiceConfig } from '#platform/server/config.ts'
import type { UnmatchedReason } from '../unmatched-payments.ts'
import type { BankEntry } from './camt.ts'

/** The accounts that invoices name. */
export const ownIbans = ({ iban, sepaIban }: InvoiceConfig): string[] =>
  [...new Set([iban, sepaIban])].filter((each) => each !== undefined)

/**
 * The account of a statement that is none of the community's; null where all are. A QR-IBAN is another name of an
 * account, which statements call by its ordinary IBAN: where only that name is known, nothing is.
 */
export function foreignIban(
  ibans: readonly string[],
  invoice: InvoiceConfig | undefined,
): string | null {
  const own = invoice ? ownIbans(invoice) : []
  if (own.every((iban) => isQRIBAN(iban))) return null
  return ibans.find((iban) => !own.includes(iban.toUpperCase())) ?? null
}

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
