import { dateOf, labelled, type PaperConfig } from '#features/shop/orders/papers/server/door.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import type { FullOrder } from '#features/shop/orders/server/door.ts'
import { INK, MUTED, mm, PAGE, Paper } from '#platform/server/papers/paper.ts'
import { numberFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'
import { listWordsIn } from './packing-list-words.ts'

const FOOT = mm(284)
/** Maximum height of a line: two lines of a long name. */
const LINE_ROOM = mm(13)
const BOX = mm(4)

/** Left edges and widths of the columns after the check box. */
const COLUMNS = {
  number: { x: PAGE.margin + mm(18), width: mm(26) },
  recipient: { x: PAGE.margin + mm(46), width: mm(62) },
  product: { x: PAGE.margin + mm(110), width: mm(42) },
  amount: { x: PAGE.width - PAGE.margin - mm(16), width: mm(16), align: 'right' },
} as const

type Cells = Record<keyof typeof COLUMNS, string>
type Parent = ReturnType<Paper['part']>

/** Total pieces of each product in these orders, most ordered first. */
export function sumsOf(
  fulls: readonly FullOrder[],
): { product: FullOrder['product']; amount: number }[] {
  const sums = new Map<number, { product: FullOrder['product']; amount: number }>()
  for (const { order, product } of fulls) {
    const amount = (sums.get(product.id)?.amount ?? 0) + order.amount
    sums.set(product.id, { product, amount })
  }
  return [...sums.values()].sort((a, b) => b.amount - a.amount || a.product.id - b.product.id)
}

function writeRow(paper: Paper, table: Parent, type: 'TH' | 'TD', cells: Cells): void {
  const row = paper.part('TR', table)
  const y = paper.doc.y
  const looks = type === 'TH' ? { size: 9, color: MUTED } : { size: 10.5 }
  let end = y
  for (const [name, place] of Object.entries(COLUMNS)) {
    const text = cells[name as keyof Cells]
    end = Math.max(end, paper.write(type, text, { ...looks, ...place, y }, row))
  }
  row.end()
  if (type === 'TD') {
    paper.decorate(() => paper.doc.rect(PAGE.margin, y, BOX, BOX).lineWidth(0.75).stroke(INK))
  }
  paper.doc.y = end + mm(2)
}

/** The products to lay out, each with its sum. */
function writeSums(paper: Paper, fulls: readonly FullOrder[], lang: Language): void {
  const words = listWordsIn(lang)
  const count = numberFormatIn(lang)
  paper.write('H2', words.sums, { y: paper.doc.y + mm(5), size: 15, weight: 'heading' })
  paper.doc.y += mm(2)
  for (const { product, amount } of sumsOf(fulls)) {
    const line = `${count.format(amount)} × ${productName(product, lang)}`
    paper.write('P', line, { size: 13, weight: 'bold' })
  }
}

/** The packing list for many parcels: sums of each product, then a line per order. */
export function renderPackingList(
  fulls: readonly FullOrder[],
  lang: Language,
  config: PaperConfig,
  now: Date,
): Promise<Buffer> {
  const words = listWordsIn(lang)
  const count = numberFormatIn(lang)
  const paper = new Paper({
    title: words.list,
    lang,
    author: config.invoice?.name ?? config.brandName,
  })
  paper.write('H1', words.list, { y: PAGE.margin, size: 24, weight: 'heading' })
  const made = labelled(words.made, dateOf(now, lang, config), lang)
  paper.write('P', `${made} · ${words.orders(fulls.length)}`, { color: MUTED, size: 10.5 })
  writeSums(paper, fulls, lang)
  paper.doc.y += mm(8)
  const { number, recipient, product, amount } = words
  const table = paper.part('Table')
  const head = () => {
    const y = paper.doc.y
    writeRow(paper, table, 'TH', { number, recipient, product, amount })
    const after = paper.doc.y
    paper.rule(after - mm(1))
    paper.write('P', words.done, { x: PAGE.margin, y, width: mm(17), size: 9, color: MUTED })
    paper.doc.y = after + mm(1.5)
  }
  head()
  for (const { order, product: ordered } of fulls) {
    if (paper.doc.y + LINE_ROOM > FOOT) {
      paper.doc.addPage()
      head()
    }
    writeRow(paper, table, 'TD', {
      number: formatRefno(order.refno),
      recipient: `${order.firstname} ${order.lastname}, ${order.postcode} ${order.city}`,
      product: productName(ordered, lang),
      amount: count.format(order.amount),
    })
  }
  table.end()
  return paper.finish()
}
