import { type PaperConfig, recipientLines } from '#features/shop/orders/papers/server/door.ts'
import type { FullOrder } from '#features/shop/orders/server/door.ts'
import { LABEL, labelCorner } from '#platform/server/papers/label-paper.ts'
import { mm, Paper } from '#platform/server/papers/paper.ts'
import { HEADING_FONT, inFonts } from '#platform/server/papers/paper-fonts.ts'
import { LABELS_PER_SHEET } from '#platform/shared/label-sheet.ts'
import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'

/** Margins, because printers are off by a millimetre or two. */
const AIR = { x: mm(5), y: mm(4) } as const
const SIZES = [11, 10, 9, 8, 7, 6] as const

/** The largest font size in which all lines of an address fit on a label. */
function sizeFor({ doc }: Paper, lines: readonly string[]): number {
  const width = LABEL.width - 2 * AIR.x
  const height = LABEL.height - 2 * AIR.y
  const fits = (size: number) => {
    doc.fontSize(size)
    const needed = lines.map((line) =>
      doc
        .font(inFonts(line, 'regular')[0]?.font ?? HEADING_FONT)
        .heightOfString(line, { width, lineGap: size * 0.15 }),
    )
    return needed.reduce((sum, each) => sum + each, 0) <= height
  }
  return SIZES.find(fits) ?? 6
}

/**
 * Renders address labels for parcels, one address per label.
 * @param start the first unused label of the first sheet, from 1 on
 */
export function renderAddressLabels(
  fulls: readonly FullOrder[],
  start: number,
  config: PaperConfig,
): Promise<Buffer> {
  const lang = fulls[0]?.order.lang ?? DEFAULT_LANGUAGE
  const author = config.invoice?.name ?? config.brandName
  const paper = new Paper({ title: 'L7160', lang, author })
  for (const [index, { order }] of fulls.entries()) {
    const place = (start - 1 + index) % LABELS_PER_SHEET
    if (place === 0 && index > 0) paper.doc.addPage()
    const corner = labelCorner(place)
    const lines = recipientLines(order, config)
    const size = sizeFor(paper, lines)
    paper.doc.y = corner.y + AIR.y
    // The bottom margin is one label high; without this, writing there would start a new page.
    const bottom = paper.doc.page.margins.bottom
    paper.doc.page.margins.bottom = 0
    const within = { x: corner.x + AIR.x, width: LABEL.width - 2 * AIR.x, size }
    for (const line of lines) paper.write('P', line, within)
    paper.doc.page.margins.bottom = bottom
  }
  return paper.finish()
}
