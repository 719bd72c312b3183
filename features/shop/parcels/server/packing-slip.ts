import { setImmediate } from 'node:timers/promises'
import {
  dateOf,
  labelled,
  type PaperConfig,
  recipientLines,
  senderLine,
} from '#features/shop/orders/papers/server/door.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import type { FullOrder } from '#features/shop/orders/server/door.ts'
import { INNER_WIDTH, MUTED, mm, PAGE, Paper } from '#platform/server/papers/paper.ts'
import { drawCode } from '#platform/server/papers/paper-code.ts'
import { WINDOW_END, writeInWindow } from '#platform/server/papers/window.ts'
import { texts } from '#platform/server/texts.ts'
import { numberFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { formatParcelCode } from '../parcel-code.ts'
import { slipWordsIn } from './packing-slip-words.ts'
import type { ParcelCodeRow } from './parcels.queries.ts'

/** Name of the file. */
export const slipName = (lang: Language) => texts('parcels', lang)('papers.packingSlipFile')

/** At the height of the recipient. */
const FACTS_TOP = mm(63)
const FACTS = { x: mm(125), width: mm(65) }
const CODE_SIDE = mm(42)

function writeHead(paper: Paper, { order }: FullOrder, config: PaperConfig): void {
  const { lang, refno } = order
  const words = slipWordsIn(lang)
  paper.logo(config.logo, mm(11))
  const brand = { x: PAGE.margin + mm(14), y: PAGE.margin + mm(2), width: mm(90) }
  paper.write('P', config.brandName, { ...brand, size: 17, weight: 'heading' })
  const recipient = recipientLines(order, config)
  const address = writeInWindow(paper, 'left', { sender: senderLine(config), recipient })
  paper.doc.y = FACTS_TOP
  const facts = [
    labelled(words.number, formatRefno(refno), lang),
    labelled(words.ordered, dateOf(order.created_at, lang, config), lang),
  ]
  for (const fact of facts) paper.write('P', fact, { ...FACTS, size: 9.5 })
  const y = Math.max(address, WINDOW_END) + mm(10)
  paper.write('H1', words.slip, { y, size: 24, weight: 'heading' })
}

function writeContents(paper: Paper, { order, product }: FullOrder): void {
  const { lang } = order
  const words = slipWordsIn(lang)
  const count = numberFormatIn(lang).format(order.amount)
  const table = paper.part('Table')
  const row = (type: 'TH' | 'TD', cells: [string, string]) => {
    const tr = paper.part('TR', table)
    const looks = type === 'TH' ? { color: MUTED, size: 9 } : { size: 12 }
    const y = paper.doc.y
    const name = { ...looks, y, width: INNER_WIDTH - mm(32) }
    const end = paper.write(type, cells[0], name, tr)
    const amount = { x: PAGE.width - PAGE.margin - mm(30), width: mm(30), align: 'right' } as const
    paper.write(type, cells[1], { ...looks, ...amount, y }, tr)
    tr.end()
    paper.doc.y = end + mm(1.5)
  }
  paper.doc.y += mm(3)
  row('TH', [words.contents, words.amount])
  paper.rule(paper.doc.y - mm(0.5))
  paper.doc.y += mm(1.5)
  row('TD', [productName(product, lang), count])
  table.end()
  paper.rule(paper.doc.y)
}

/** What to do with the QR code on each sheet. */
function writeSheetCodes(paper: Paper, { order: { lang } }: FullOrder): void {
  paper.write('P', slipWordsIn(lang).sheetCodes, { y: paper.doc.y + mm(4), size: 10.5 })
}

/** How the parcel proves the address: a code to scan or type. */
function writeProof(
  paper: Paper,
  { order }: FullOrder,
  { code, expires_at }: ParcelCodeRow,
  config: PaperConfig,
): void {
  const { lang } = order
  const words = slipWordsIn(lang)
  const printed = formatParcelCode(code)
  const link = `${config.publicUrl}${paths.parcel({ code: printed })}`
  const page = `${new URL(config.publicUrl).host}${paths.parcel()}`
  paper.write('H2', words.proof, { y: paper.doc.y + mm(14), size: 17, weight: 'heading' })
  const top = paper.write('P', words.proofBody, { y: paper.doc.y + mm(2), size: 11 }) + mm(6)
  drawCode(paper, link, { x: PAGE.margin, y: top, side: CODE_SIDE, alt: words.scan })
  const beside = { x: PAGE.margin + CODE_SIDE + mm(10), width: INNER_WIDTH - CODE_SIDE - mm(10) }
  paper.write('P', words.code, { ...beside, y: top, size: 9, color: MUTED })
  paper.write('P', printed, { ...beside, size: 26, weight: 'bold' })
  const [how = '', then = ''] = words.steps
  paper.write('P', `${how} ${page}`, { ...beside, y: paper.doc.y + mm(2), size: 10.5 })
  paper.write('P', then, { ...beside, y: paper.doc.y + mm(1), size: 10.5 })
  const until = words.validUntil(dateOf(expires_at, lang, config))
  paper.write('P', until, { ...beside, y: paper.doc.y + mm(1), size: 10.5, color: MUTED })
  const end = Math.max(paper.doc.y, top + CODE_SIDE)
  paper.write('P', words.thanks, { y: end + mm(10), size: 11 })
}

/** Content of a packing slip. */
export interface Slip {
  full: FullOrder
  code: ParcelCodeRow
  /** Stickers with QR codes were printed for its sheets. */
  hasSheetCodes: boolean
}

/** Renders packing slips, one page each: recipient, content and code. */
export async function renderPackingSlips(
  slips: readonly [Slip, ...Slip[]],
  config: PaperConfig,
): Promise<Buffer> {
  const [{ full: first }] = slips
  const { lang, refno } = first.order
  const words = slipWordsIn(lang).slip
  const title = slips.length === 1 ? `${words} ${formatRefno(refno)}` : words
  const paper = new Paper({ title, lang, author: config.invoice?.name ?? config.brandName })
  for (const [index, { full, code, hasSheetCodes }] of slips.entries()) {
    if (index > 0) paper.doc.addPage()
    // Lets other requests run between two pages.
    await setImmediate()
    writeHead(paper, full, config)
    writeContents(paper, full)
    if (hasSheetCodes) writeSheetCodes(paper, full)
    writeProof(paper, full, code, config)
  }
  return paper.finish()
}
