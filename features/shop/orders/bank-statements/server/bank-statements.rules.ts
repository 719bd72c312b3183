import { isQRIBAN } from 'swissqrbill/utils'
import {
  dueFor,
  isAwaited,
  paymentLimits,
  refnoOfReference,
  refnosInText,
} from '#features/shop/orders/paying/server/door.ts'
import type { OrderRow } from '#features/shop/orders/server/door.ts'
import type { InvoiceConfig } from '#platform/server/config.ts'
import type { UnmatchedReason } from '../unmatched-payments.ts'
import type { BankEntry } from './camt.ts'

/** The IBANs printed on invoices. */
export const ownIbans = ({ iban, sepaIban }: InvoiceConfig): string[] =>
  [...new Set([iban, sepaIban])].filter((each) => each !== undefined)

/**
 * The first account of a statement that is not one of the community's; null if all are. A QR-IBAN is a second name of
 * an account, but statements name the ordinary IBAN. If only the QR-IBAN is known, nothing can be compared.
 */
export function foreignIban(
  ibans: readonly string[],
  invoice: InvoiceConfig | undefined,
): string | null {
  const own = invoice ? ownIbans(invoice) : []
  if (own.every((iban) => isQRIBAN(iban))) return null
  return ibans.find((iban) => !own.includes(iban.toUpperCase())) ?? null
}

/** The order that a payment names, or the reason why it names none. */
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

/** Shorter words of a text are no order numbers of an old site. */
const LEGACY_MIN_LENGTH = 4

/** What may be the number of an order at a site that was moved in: in letters and digits alone. */
export function legacyRefnosIn({
  references,
  text,
}: Pick<BankEntry, 'references' | 'text'>): string[] {
  const words = [...references, text, ...text.split(/\s+/)]
  const plain = words.map((word) => word.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''))
  // Within a QR reference of 27 digits, or a creditor reference with two check digits.
  const within = plain.flatMap((word) => {
    if (/^\d{27}$/.test(word)) return [word.slice(0, -1).replace(/^0+/, '')]
    return /^RF\d\d./.test(word) ? [word.slice(4)] : []
  })
  return [...plain, ...within].filter((word) => word.length >= LEGACY_MIN_LENGTH && /\d/.test(word))
}

/**
 * Why a payment does not pay an order; null if it does. The amount must equal the price, the payment amount or what
 * was added.
 */
export function whyNot(
  { amount_cents, currency }: Pick<BankEntry, 'amount_cents' | 'currency'>,
  order: OrderRow,
): UnmatchedReason | null {
  if (order.status === 'cancelled') return 'cancelled'
  if (order.status === 'pending_confirmation') return 'not_confirmed'
  const limits = paymentLimits(order)
  if (!limits) return 'already_paid'
  if (isAwaited(order)) return 'payment_awaited'
  if (currency !== order.currency) return 'other_currency'
  const right = amount_cents === limits.least || amount_cents === dueFor(order).amount_cents
  return right ? null : 'other_amount'
}
