import { setImmediate } from 'node:timers/promises'
import { LABEL, labelCorner } from '#platform/server/papers/label-paper.ts'
import { INK, MUTED, mm, Paper } from '#platform/server/papers/paper.ts'
import { drawCode } from '#platform/server/papers/paper-code.ts'
import { texts } from '#platform/server/texts.ts'
import { LABELS_PER_SHEET } from '#platform/shared/label-sheet.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'

/** The codes of sheets that are packed together. */
export interface StickerGroup {
  /** Lines of a label in front of them, which tells the packer where they belong; empty for none. */
  heading: readonly string[]
  codes: readonly string[]
  lang: Language
}

interface StickerLook {
  lang: Language
  brandName: string
  publicUrl: string
}

/** Leaves the light edge of four dots that readers require. */
const CODE_SIDE = mm(28)
const AIR = mm(5)
const BESIDE = { x: AIR + CODE_SIDE + mm(4), width: LABEL.width - AIR - CODE_SIDE - mm(7) } as const

/** One QR code on a label, with its address to type. */
function drawSticker(
  paper: Paper,
  place: number,
  code: string,
  lang: Language,
  { brandName, publicUrl }: StickerLook,
): void {
  const t = texts('codes', lang)
  const { x, y } = labelCorner(place)
  const link = publicUrl + paths.letterboxCode(code)
  const alt = t('papers.alt', { code })
  drawCode(paper, link, { x: x + AIR, y: y + AIR, side: CODE_SIDE, alt })
  const beside = { x: x + BESIDE.x, width: BESIDE.width }
  paper.write('P', t('papers.scan'), { ...beside, y: y + AIR, size: 9, weight: 'bold' })
  paper.write('P', brandName, { ...beside, y: paper.doc.y + mm(1.5), size: 7.5 })
  const host = link.replace(/^https?:\/\//, '').slice(0, -code.length)
  paper.write('P', host, { ...beside, y: paper.doc.y + mm(1.5), size: 6, color: MUTED })
  paper.write('P', code, { ...beside, size: 9, weight: 'bold' })
}

function writeHeading(paper: Paper, place: number, lines: readonly string[]): void {
  const { x, y } = labelCorner(place)
  paper.doc.y = y + AIR
  for (const [index, line] of lines.entries()) {
    const look = index === 0 ? ({ size: 10, weight: 'bold' } as const) : { size: 8, color: INK }
    paper.write('P', line, { x: x + AIR, width: LABEL.width - 2 * AIR, ...look })
  }
}

/**
 * Renders QR codes of sheets as stickers of 63.5 × 38.1 mm (L7160), each group after a label that says what it belongs
 * to.
 */
export async function renderCodeStickers(
  groups: readonly StickerGroup[],
  look: StickerLook,
): Promise<Buffer> {
  const { lang, brandName } = look
  const paper = new Paper({ title: texts('codes', lang)('papers.title'), lang, author: brandName })
  let used = 0
  const nextPlace = async () => {
    const place = used % LABELS_PER_SHEET
    if (place === 0 && used > 0) {
      paper.doc.addPage()
      // Lets other requests run between two pages.
      await setImmediate()
    }
    // The bottom margin is one label high; with it, writing there would start a new page.
    paper.doc.page.margins.bottom = 0
    used += 1
    return place
  }
  for (const group of groups) {
    if (group.heading.length > 0) writeHeading(paper, await nextPlace(), group.heading)
    for (const code of group.codes) drawSticker(paper, await nextPlace(), code, group.lang, look)
  }
  return paper.finish()
}
