import { setImmediate } from 'node:timers/promises'
import type { StickerFile } from '#features/places/items/server/door.ts'
import { INK, MUTED, mm, PAGE, Paper } from '#platform/server/papers/paper.ts'
import { drawModules } from '#platform/server/papers/paper-code.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { type Copies, pagesFor, SHEET_COLUMNS, SHEET_ROWS, STICKER_MM } from '../sticker-size.ts'
import { sheetWordsIn } from './sheet-words.ts'
import { type Artwork, artworkOf, OUTLINE } from './sticker-artwork.ts'

interface SheetItem {
  image_path: string
  name_de: string
  name_en: string
  name_fr: string
}

interface PlacedSticker {
  draw: Artwork
  name: string
}

const STICKER = mm(STICKER_MM)
/** Space between stickers, so that each can be cut out separately. */
const GAP = mm(4)
/** Row height: a sticker, two lines for its name, and spacing. */
const PITCH = mm(61)
const LEFT = (PAGE.width - SHEET_COLUMNS * STICKER - (SHEET_COLUMNS - 1) * GAP) / 2
const TOP = mm(38)
/** Printers cannot print 4 to 6 mm at the edge. */
const HEAD_TOP = mm(11)
const FOOT = mm(282.5)
/** Long enough to notice a printer's scaling: 3 % is one and a half millimetres. */
const RULER = mm(50)
/** Of the QR code, in the units of a sticker's file. The rest of the sticker is the light edge that readers require. */
const CODE_SIDE = 43
const CUT_LINE = '#8fa1b3'
const HAIRLINE = 0.35

/** The community's name, and its logo as PNG. */
interface SheetBrand {
  name: string
  logo: Buffer | null
}

/** Title, printing instructions and a ruler to measure. */
function writeHead(paper: Paper, brand: SheetBrand, lang: Language): void {
  const words = sheetWordsIn(lang)
  const { doc } = paper
  paper.logo(brand.logo, mm(10), { x: LEFT, y: HEAD_TOP })
  const text = { x: LEFT + mm(13), width: mm(118) }
  const title = `${words.title} · ${brand.name}`
  paper.write('H1', title, { ...text, y: HEAD_TOP - mm(0.5), size: 15, weight: 'heading' })
  paper.write('P', words.scale, { ...text, size: 8.5, weight: 'bold' })
  paper.write('P', words.cut, { ...text, size: 8.5 })
  const right = PAGE.width - LEFT
  const y = HEAD_TOP + mm(9)
  paper.decorate(() => {
    doc.lineWidth(0.7).lineCap('butt').undash()
    doc.moveTo(right - RULER, y).lineTo(right, y)
    for (let at = 0; at <= RULER + 0.01; at += mm(10)) {
      const end = at === 0 || at > RULER - 1
      const height = mm(end ? 2 : 1)
      // The ruler's length is measured between the outer edges of its end marks.
      const x = Math.min(Math.max(right - RULER + at, right - RULER + 0.35), right - 0.35)
      doc.moveTo(x, y - height).lineTo(x, y + (end ? height : 0))
    }
    doc.stroke(INK)
  })
  const label = { x: right - RULER, width: RULER, y: y - mm(6), size: 8.5, align: 'right' } as const
  paper.write('P', words.ruler, { ...label, weight: 'bold' })
}

/** The cut line, and marks where straight cuts meet. */
function drawCut({ doc }: Paper, x: number, y: number): void {
  const radius = (OUTLINE.radius / OUTLINE.size) * STICKER
  doc.lineWidth(HAIRLINE).lineCap('butt').undash()
  doc.roundedRect(x, y, STICKER, STICKER, radius).stroke(CUT_LINE)
  const [inwards, outwards] = [mm(2), mm(1.5)]
  for (const [cornerX, across] of [
    [x, 1],
    [x + STICKER, -1],
  ] as const) {
    for (const [cornerY, down] of [
      [y, 1],
      [y + STICKER, -1],
    ] as const) {
      doc.moveTo(cornerX - across * outwards, cornerY).lineTo(cornerX + across * inwards, cornerY)
      doc.moveTo(cornerX, cornerY - down * outwards).lineTo(cornerX, cornerY + down * inwards)
    }
  }
  doc.stroke(CUT_LINE)
}

/** Draws a sticker at its place on the page. */
function placeSticker(paper: Paper, { draw, name }: PlacedSticker, place: number): void {
  const { doc } = paper
  const x = LEFT + (place % SHEET_COLUMNS) * (STICKER + GAP)
  const y = TOP + Math.floor(place / SHEET_COLUMNS) * PITCH
  // Decorative, because the name below describes the sticker.
  paper.decorate(() => {
    doc.save().translate(x, y)
    doc.scale(STICKER / OUTLINE.size).translate(-OUTLINE.x, -OUTLINE.y)
    draw(doc)
    doc.restore()
    drawCut(paper, x, y)
  })
  const below = { x, y: y + STICKER + mm(2), width: STICKER, size: 8.5, color: MUTED }
  paper.write('P', name, { ...below, align: 'center' })
}

/** The QR code of a letterbox as a sticker. */
const codeSticker = (link: string, name: string): PlacedSticker => ({
  draw(doc) {
    const inset = (OUTLINE.size - CODE_SIDE) / 2
    drawModules(doc, link, { x: OUTLINE.x + inset, y: OUTLINE.y + inset, side: CODE_SIDE })
  },
  name,
})

/**
 * Stickers at their true size on as many pages as needed; copies of one sticker are adjacent. `link` is the
 * short address of the letterbox, for a sticker with its QR code; null without one.
 * @param read finds the picture of a sticker
 */
export async function renderStickerSheet(
  items: readonly SheetItem[],
  { copies, lang, link }: { copies: Copies; lang: Language; link: string | null },
  brand: SheetBrand,
  read: (imagePath: string) => Promise<StickerFile | null>,
): Promise<Buffer> {
  const words = sheetWordsIn(lang)
  const stickers: PlacedSticker[] = []
  for (const item of items) {
    const draw = await artworkOf(await read(item.image_path))
    const sticker = { draw, name: item[`name_${storedLanguage(lang)}`] }
    for (let copy = 0; copy < copies; copy++) stickers.push(sticker)
  }
  if (link !== null) {
    const address = link.replace(/^https?:\/\//, '')
    stickers.push(codeSticker(link, words.code(address)))
  }
  const paper = new Paper({ title: words.title, lang, author: brand.name })
  const perPage = SHEET_COLUMNS * SHEET_ROWS
  const pages = pagesFor(stickers.length)
  for (let page = 0; page < pages; page++) {
    if (page > 0) paper.doc.addPage()
    // Lets other requests run between two pages.
    await setImmediate()
    writeHead(paper, brand, lang)
    const onPage = stickers.slice(page * perPage, (page + 1) * perPage)
    for (const [place, sticker] of onPage.entries()) placeSticker(paper, sticker, place)
    const foot = { x: LEFT, y: FOOT, width: PAGE.width - 2 * LEFT, size: 8, color: MUTED }
    if (pages > 1) paper.write('P', words.page(page + 1, pages), { ...foot, align: 'right' })
  }
  return paper.finish()
}
