import type { FullOrder } from '#features/shop/orders/server/door.ts'
import { INNER_WIDTH, MUTED, mm, PAGE, Paper } from '#platform/server/papers/paper.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { numberFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'
import { productName } from '../../products/product-name.ts'
import { formatRefno } from '../../refno.ts'
import { paymentPartOf } from './invoices.rules.ts'
import { centsInWords } from './order-texts.ts'
import { countryName, dateOf, labelled, type PaperConfig, recipientLines } from './paper-labels.ts'
import { paperWordsIn } from './paper-words.ts'
import { attachEpcCode, attachQrBill, epcPayload, qrBillData, readable } from './payment-part.ts'

/** Payment term in days. */
const PAYABLE_DAYS = 30
const COLUMN = { left: mm(90), right: mm(75) }

/** The seller: the full address if invoices are set up, otherwise name and website. */
function sellerLines({ invoice, brandName, publicUrl }: PaperConfig, lang: Language): string[] {
  const site = new URL(publicUrl).host
  if (!invoice) return [brandName, site]
  const { name, address, postcode, city, country } = invoice
  return [name, address, `${postcode} ${city}`, countryName(country, lang), site]
}

/** Logo and brand, seller, customer, and subject. */
function writeHead(
  paper: Paper,
  { order }: FullOrder,
  config: PaperConfig,
  { title, facts }: { title: string; facts: [string, string][] },
): void {
  const { lang } = order
  paper.logo(config.logo, mm(11))
  const brand = { x: PAGE.margin + mm(14), y: PAGE.margin + mm(2), width: mm(70) }
  paper.write('P', config.brandName, { ...brand, size: 17, weight: 'heading' })
  const right = { x: PAGE.width - PAGE.margin - COLUMN.right, width: COLUMN.right }
  paper.doc.y = PAGE.margin
  for (const line of sellerLines(config, lang)) {
    paper.write('P', line, { ...right, size: 9, color: MUTED })
  }
  const top = Math.max(paper.doc.y, mm(42)) + mm(4)
  paper.doc.y = top
  for (const line of recipientLines(order, config))
    paper.write('P', line, { width: COLUMN.left, size: 10.5 })
  const left = paper.doc.y
  paper.doc.y = top
  for (const [label, value] of facts) {
    paper.write('P', labelled(label, value, lang), { ...right, size: 9.5 })
  }
  const y = Math.max(left, paper.doc.y) + mm(8)
  paper.write('H1', title, { y, size: 24, weight: 'heading' })
}

/** The ordered product, price and donation as a table. */
function writeLines(paper: Paper, { order, product }: FullOrder): void {
  const { lang, currency, amount, piece_cents, price_cents, donation_cents } = order
  const { paid_cents, owing_cents } = order
  const words = paperWordsIn(lang)
  const money = (cents: number) => centsInWords(cents, currency, lang)
  const widths = [INNER_WIDTH - mm(95), mm(25), mm(35), mm(35)]
  const table = paper.part('Table')
  const row = (type: 'TH' | 'TD', cells: string[], bold = false) => {
    const tr = paper.part('TR', table)
    const y = paper.doc.y
    let x: number = PAGE.margin
    const ends = cells.map((text, index) => {
      const width = widths[index] ?? 0
      const style = {
        x,
        y,
        width: width - (index < 3 ? mm(2) : 0),
        align: index > 0 ? 'right' : 'left',
      } as const
      x += width
      const looks = type === 'TH' ? { color: MUTED, size: 9 } : { size: 10.5 }
      return paper.write(type, text, { ...style, ...looks, weight: bold ? 'bold' : 'regular' }, tr)
    })
    tr.end()
    paper.doc.y = Math.max(...ends) + mm(1.5)
  }
  paper.doc.y += mm(3)
  row('TH', [words.thing, words.amount, words.piece, words.price])
  paper.rule(paper.doc.y - mm(0.5))
  paper.doc.y += mm(1.5)
  const count = numberFormatIn(lang).format(amount)
  row('TD', [productName(product, lang), count, money(piece_cents), money(price_cents)])
  if (donation_cents > 0) row('TD', [words.donation, '', '', money(donation_cents)])
  paper.rule(paper.doc.y)
  paper.doc.y += mm(2)
  row('TD', [words.total, '', '', money(price_cents + donation_cents)], true)
  // A correction has added an amount after payment.
  if (paid_cents > 0 && owing_cents > 0) {
    row('TD', [words.paidSoFar, '', '', money(price_cents + donation_cents - owing_cents)])
    row('TD', [words.stillToPay, '', '', money(owing_cents)], true)
  }
  table.end()
  paper.doc.y += mm(4)
}

/** The receipt: that an order was paid, when and how. */
export async function renderReceipt(
  full: FullOrder,
  config: PaperConfig,
  paidAt: Date,
): Promise<Buffer> {
  const { order } = full
  const { lang, refno } = order
  const words = paperWordsIn(lang)
  const number = formatRefno(refno)
  const author = config.invoice?.name ?? config.brandName
  const paper = new Paper({ title: `${words.receipt} ${number}`, lang, author })
  writeHead(paper, full, config, {
    title: words.receipt,
    facts: [
      [words.number, number],
      [words.ordered, dateOf(order.created_at, lang, config)],
      [words.paid, dateOf(paidAt, lang, config)],
    ],
  })
  writeLines(paper, full)
  const method = order.payment_method
  paper.write('P', [...(method ? [words.paidBy[method]] : []), words.receiptNote].join(' '))
  return paper.finish()
}

/**
 * The invoice with its payment code. Null if the order cannot be paid by bank.
 * @param issuedAt when the invoice was first issued
 */
export async function renderInvoice(
  full: FullOrder,
  config: PaperConfig,
  issuedAt: Date,
): Promise<Buffer | null> {
  const { order } = full
  const { lang, refno } = order
  const { invoice } = config
  const part = invoice && paymentPartOf(order, invoice)
  if (!part) return null
  const words = paperWordsIn(lang)
  const number = formatRefno(refno)
  const paper = new Paper({ title: `${words.invoice} ${number}`, lang, author: invoice.name })
  const until = new Date(issuedAt.getTime() + PAYABLE_DAYS * DAY_MS)
  writeHead(paper, full, config, {
    title: words.invoice,
    facts: [
      [words.number, number],
      [words.ordered, dateOf(order.created_at, lang, config)],
      [words.issued, dateOf(issuedAt, lang, config)],
      [words.payableUntil, dateOf(until, lang, config)],
    ],
  })
  writeLines(paper, full)
  paper.write('P', words.invoiceNote)
  paper.doc.y += mm(2)
  const { iban, reference } = readable(part)
  const bic = part.kind === 'sepa' && invoice.bic ? `, ${words.bic} ${invoice.bic}` : ''
  paper.write('P', labelled(words.account, iban + bic, lang), { weight: 'bold' })
  paper.write('P', labelled(words.reference, reference, lang), { weight: 'bold' })
  if (part.kind === 'qr_bill') {
    attachQrBill(paper, { data: qrBillData(order, part, invoice), lang, alt: words.code })
  } else {
    attachEpcCode(paper, epcPayload(order, part, invoice), words)
  }
  return paper.finish()
}
