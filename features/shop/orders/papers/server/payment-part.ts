import { SwissQRBill } from 'swissqrbill/pdf'
import type { Data } from 'swissqrbill/types'
import { formatIBAN, formatReference } from 'swissqrbill/utils'
import { centsToPay } from '#features/shop/orders/paying/server/door.ts'
import type { OrderRow } from '#features/shop/orders/server/door.ts'
import type { InvoiceConfig } from '#platform/server/config.ts'
import { mm, PAGE, type Paper } from '#platform/server/papers/paper.ts'
import { drawCode } from '#platform/server/papers/paper-code.ts'
import { BILL_FONT } from '#platform/server/papers/paper-fonts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { BILL_LENGTHS, onBill, payerOnBill } from '../../bill-letters.ts'
import { toMoney } from '../../products/pricing.ts'
import type { PaymentPart } from './invoices.rules.ts'
import type { PaperWords } from './paper-words.ts'

/** Content of the Swiss QR code. */
export function qrBillData(
  order: OrderRow,
  { iban, reference }: PaymentPart,
  { name, address, postcode, city, country }: InvoiceConfig,
): Data {
  // Without the payer's name and address, the payer fills in the bill by hand.
  const payer = payerOnBill(order)
  return {
    amount: toMoney(centsToPay(order)),
    currency: order.currency,
    reference,
    creditor: {
      account: iban,
      name: onBill(name, BILL_LENGTHS.name) ?? name,
      address: onBill(address, BILL_LENGTHS.address) ?? address,
      zip: postcode,
      city: onBill(city, BILL_LENGTHS.city) ?? city,
      country,
    },
    debtor: payer ? { ...payer, country: order.country } : undefined,
  }
}

/** Content of the code of a SEPA credit transfer (EPC069-12, version 002), one element per line. */
export function epcPayload(
  order: Parameters<typeof centsToPay>[0],
  { iban, reference }: PaymentPart,
  { name, bic = '' }: InvoiceConfig,
): string {
  const amount = `EUR${toMoney(centsToPay(order)).toFixed(2)}`
  // Character set 1 is UTF-8. There is no purpose, and the reference excludes free text.
  return ['BCD', '002', '1', 'SCT', bic, name, iban, amount, '', reference].join('\n')
}

const BILL_HEIGHT = mm(105)
/** Languages defined by the QR-bill standard. */
const BILL_LANGUAGES = ['DE', 'EN', 'FR', 'IT'] as const

/** The payment part and receipt of a Swiss QR-bill, at the bottom of the current or the next page. */
export function attachQrBill(
  paper: Paper,
  { data, lang, alt }: { data: Data; lang: Language; alt: string },
): void {
  const { doc } = paper
  if (doc.y > PAGE.height - BILL_HEIGHT - mm(4)) doc.addPage()
  doc.registerFont('Liberation Sans', BILL_FONT.regular())
  doc.registerFont('Liberation Sans-Bold', BILL_FONT.bold())
  // The library draws to the edge; a margin would start a new page.
  doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
  doc.y = 0
  const language = BILL_LANGUAGES.find((each) => each === lang.toUpperCase()) ?? 'EN'
  const bill = new SwissQRBill(data, { fontName: 'Liberation Sans', language })
  doc.fillColor('black')
  paper.mark('Figure', () => bill.attachTo(doc, 0, PAGE.height - BILL_HEIGHT), { alt })
}

const EPC_SIZE = mm(36)

/** The code of a SEPA credit transfer, with its content beside it. */
export function attachEpcCode(paper: Paper, payload: string, words: PaperWords): void {
  const top = paper.doc.y + mm(4)
  drawCode(paper, payload, { x: PAGE.margin, y: top, side: EPC_SIZE, alt: words.code })
  paper.write('P', words.scan, { x: PAGE.margin + EPC_SIZE + mm(6), y: top + mm(2), width: mm(90) })
}

/** Account and reference, grouped for reading. */
export const readable = ({ iban, reference }: PaymentPart) => ({
  iban: formatIBAN(iban),
  reference: formatReference(reference),
})
