import { sectionsOf } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { PAYMENT_METHODS } from '../../contract.order.ts'

type Method = (typeof PAYMENT_METHODS)[number]

export interface PaperWords {
  receipt: string
  invoice: string
  number: string
  ordered: string
  paid: string
  issued: string
  payableUntil: string
  thing: string
  amount: string
  piece: string
  price: string
  donation: string
  total: string
  paidSoFar: string
  stillToPay: string
  paidBy: Record<Method, string>
  receiptNote: string
  invoiceNote: string
  account: string
  bic: string
  reference: string
  /** Next to the code of a SEPA credit transfer. */
  scan: string
  /** Alternative text of a code, for screen readers. */
  code: string
}

export const paperWordsIn = (lang: Language) => sectionsOf('orders', lang).papers.paperWords
