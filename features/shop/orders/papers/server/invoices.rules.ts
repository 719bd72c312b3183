import { isQRIBAN } from 'swissqrbill/utils'
import { creditorReference, qrReference } from '#features/shop/orders/paying/server/door.ts'
import type { OrderRow } from '#features/shop/orders/server/door.ts'
import type { InvoiceConfig } from '#platform/server/config.ts'
import type { Currency } from '../../products/pricing.ts'

/** The account that an invoice is paid to, and the kind of code. */
export interface PaymentPart {
  kind: 'qr_bill' | 'sepa'
  iban: string
  reference: string
}

const IS_SWISS = /^(CH|LI)/

/** How an order can be paid by bank; null if it cannot: euros from abroad cannot be sent to a QR-IBAN. */
export function paymentPartOf(
  { currency, country, refno }: Pick<OrderRow, 'currency' | 'country' | 'refno'>,
  { iban, sepaIban }: InvoiceConfig,
): PaymentPart | null {
  if (currency === 'CHF' || IS_SWISS.test(country)) {
    if (!IS_SWISS.test(iban)) return null
    const reference = isQRIBAN(iban) ? qrReference(refno) : creditorReference(refno)
    return { kind: 'qr_bill', iban, reference }
  }
  return sepaIban ? { kind: 'sepa', iban: sepaIban, reference: creditorReference(refno) } : null
}

/** The currencies in which orders can be paid by invoice. */
export const invoiceCurrencies = (invoice: InvoiceConfig | undefined): Currency[] => {
  const abroad = { refno: '', country: 'DE', currency: 'EUR' } as const
  const here = { refno: '', country: 'CH', currency: 'CHF' } as const
  return invoice
    ? [here, abroad].filter((of) => paymentPartOf(of, invoice)).map(({ currency }) => currency)
    : []
}
