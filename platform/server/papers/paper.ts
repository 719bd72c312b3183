import PDFDocument from 'pdfkit'
import type { Language } from '#platform/shared/languages.ts'
import { FONT_FILES, fontIn, HEADING_FONT, inFonts, type Weight } from './paper-fonts.ts'

type Doc = PDFKit.PDFDocument
type Parent = PDFKit.PDFStructureElement

export const INK = '#16324f'
export const MUTED = '#4a6076'
/** Converts to points (1/72 inch), the unit of all lengths. */
export const mm = (millimetres: number) => (millimetres * 72) / 25.4
export const PAGE = { width: mm(210), height: mm(297), margin: mm(20) } as const
export const INNER_WIDTH = PAGE.width - 2 * PAGE.margin

export interface TextStyle {
  x?: number
  y?: number
  width?: number
  size?: number
  weight?: Weight | 'heading'
  color?: string
  align?: 'left' | 'right' | 'center'
}

/** The letterbox of platform/web/ui/artwork/logo.tsx, 32 units wide. */
function drawLogo(doc: Doc, size: number, { x, y }: { x: number; y: number }): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
    .lineJoin('round')
    .lineCap('round')
  doc.path('M5 27.5V13.8a11 11 0 0 1 22 0v13.7z').lineWidth(2.4).fillAndStroke('#ffc53d', INK)
  doc.roundedRect(9.5, 10, 13, 3, 1.5).fill(INK)
  doc.save().rotate(-9, { origin: [19, 20.5] })
  doc.roundedRect(14.2, 15.7, 9.6, 9.6, 2.8).fill('#fff')
  doc.roundedRect(15.7, 17.2, 6.6, 6.6, 1.7).fill('#e4572e')
  doc.restore()
  doc.path('M3 27.6h26').lineWidth(2.8).stroke(INK)
  doc.restore()
}

interface PaperOptions {
  title: string
  lang: Language
  author: string
  /** The footer of each page; needs the number of pages, so it is written last. */
  footer?: (page: number, pages: number) => string
}

/** Position of the footer, which may have two lines, below all text. */
const FOOTER_Y = mm(277)

/** A4 pages in our fonts. The text is tagged for screen readers. */
export class Paper {
  readonly doc: Doc
  readonly #root: Parent
  readonly #done: Promise<Buffer>
  readonly #footer: PaperOptions['footer']

  constructor({ title, lang, author, footer }: PaperOptions) {
    this.#footer = footer
    this.doc = new PDFDocument({
      size: 'A4',
      margins: { top: PAGE.margin, bottom: mm(10), left: PAGE.margin, right: PAGE.margin },
      // No default font: pdfkit would read it from a file that is not in the bundle.
      font: '',
      pdfVersion: '1.7',
      tagged: true,
      lang,
      displayTitle: true,
      bufferPages: footer !== undefined,
      info: { Title: title, Author: author, Producer: 'Letterlend', Creator: 'Letterlend' },
    })
    for (const path of FONT_FILES) this.doc.registerFont(path, fontIn(path))
    this.doc.font(HEADING_FONT)
    const chunks: Buffer[] = []
    this.#done = new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      this.doc.on('end', () => resolve(Buffer.concat(chunks)))
      this.doc.on('error', reject)
    })
    this.#root = this.doc.struct('Document')
    this.doc.addStructure(this.#root)
  }

  /** Draws something decorative that screen readers skip. */
  decorate(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  /** @param own the community's logo, a square PNG; null for the letterbox */
  logo(own: Buffer | null, size: number, at = { x: PAGE.margin, y: PAGE.margin }): void {
    this.decorate(() => {
      if (own) this.doc.image(own, at.x, at.y, { width: size, height: size })
      else drawLogo(this.doc, size, at)
    })
  }

  rule(y: number): void {
    this.decorate(() => {
      this.doc.moveTo(PAGE.margin, y).lineTo(PAGE.width - PAGE.margin, y)
      this.doc.lineWidth(0.75).stroke(INK)
    })
  }

  /** A structure element with children, such as a table or its row. */
  part(type: string, parent: Parent = this.#root): Parent {
    const element = this.doc.struct(type)
    parent.add(element)
    return element
  }

  /** Draws something that belongs to the text; `alt` describes it. */
  mark(
    type: string,
    draw: () => void,
    { alt, parent = this.#root }: { alt?: string; parent?: Parent } = {},
  ): void {
    const element = this.doc.struct(type, alt ? { alt } : {})
    parent.add(element)
    const content = this.doc.markStructureContent(type)
    element.add(content)
    draw()
    this.doc.endMarkedContent()
    element.end()
  }

  /** @returns where the text ends */
  write(type: string, text: string, style: TextStyle = {}, parent?: Parent): number {
    this.mark(type, () => this.#draw(text, style), parent && { parent })
    return this.doc.y
  }

  #draw(text: string, style: TextStyle): void {
    const { x = PAGE.margin, y = this.doc.y, width = INNER_WIDTH, align = 'left' } = style
    const { size = 10, weight = 'regular', color = INK } = style
    const pieces = weight === 'heading' ? [{ font: HEADING_FONT, text }] : inFonts(text, weight)
    this.doc.fontSize(size).fillColor(color)
    pieces.forEach(({ font, text: piece }, index) => {
      this.doc.font(font)
      const options = { width, align, lineGap: size * 0.15, continued: index < pieces.length - 1 }
      if (index === 0) this.doc.text(piece, x, y, options)
      else this.doc.text(piece, options)
    })
  }

  /** Decorative text, such as a number on a chart that screen readers get in another way. */
  caption(text: string, style: TextStyle): void {
    this.decorate(() => this.#draw(text, style))
  }

  finish(): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange()
    for (let index = start; this.#footer && index < start + count; index++) {
      this.doc.switchToPage(index)
      const text = this.#footer(index + 1, count)
      this.caption(text, { y: FOOTER_Y, size: 8.5, color: MUTED, align: 'center' })
    }
    this.#root.end()
    this.doc.end()
    return this.#done
  }
}
