import jsQR from 'jsqr'
import { ColorSpace, Document, Matrix, type Page } from 'mupdf'

export interface ReadPdf {
  pages: number
  text: string
  /** The edges of all printed text, in points. */
  extent: { left: number; right: number; top: number; bottom: number }
  /** The QR code on one of its pages, read from the rendered page; slow. */
  readonly code: string | null
}

/** The first is enough for a code of 46 mm and five times as fast; longer codes have finer dots. */
const SCALES = [2, 4.5]

/** Reads the QR code on a page. */
function scan(page: Page): string | null {
  for (const scale of SCALES) {
    const picture = page.toPixmap(Matrix.scale(scale, scale), ColorSpace.DeviceGray, false)
    // The scanner expects RGBA: the grey value three times, and full opacity.
    const grey = picture.getPixels()
    const dots = new Uint32Array(grey.length)
    for (let i = 0; i < grey.length; i++) dots[i] = 0xff000000 | ((grey[i] ?? 0) * 0x010101)
    const seen = new Uint8ClampedArray(dots.buffer)
    const code = jsQR(seen, picture.getWidth(), picture.getHeight(), {
      inversionAttempts: 'dontInvert',
    })
    if (code) return code.data
  }
  return null
}

/** Renders, reads and scans a PDF. */
export function readPdf(file: Buffer): ReadPdf {
  const document = Document.openDocument(file, 'application/pdf')
  const pages = Array.from({ length: document.countPages() }, (_, number) =>
    document.loadPage(number),
  )
  const read: ReadPdf = {
    pages: pages.length,
    text: '',
    extent: { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity },
    get code() {
      for (const page of pages) {
        const code = scan(page)
        if (code) return code
      }
      return null
    },
  }
  for (const page of pages) {
    const structured = page.toStructuredText('preserve-whitespace')
    read.text += structured.asText()
    structured.walk({
      onChar(letter, _origin, _font, _size, [x0, y0, x1, , , , , y3]) {
        if (letter.trim() === '') return
        const { left, right, top, bottom } = read.extent
        read.extent = {
          left: Math.min(left, x0),
          right: Math.max(right, x1),
          top: Math.min(top, y0),
          bottom: Math.max(bottom, y3),
        }
      },
    })
  }
  return read
}
