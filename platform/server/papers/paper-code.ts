import QRCode from 'qrcode'
import type { Paper } from './paper.ts'

interface CodePlace {
  x: number
  y: number
  side: number
  /** Alternative text for screen readers. */
  alt: string
}

/** Draws the modules of a QR code as vectors, sharp at any size, in the units of the document. */
export function drawModules(
  doc: Paper['doc'],
  payload: string,
  { x, y, side }: Omit<CodePlace, 'alt'>,
): void {
  const { modules } = QRCode.create([{ data: Buffer.from(payload), mode: 'byte' }], {
    errorCorrectionLevel: 'M',
  })
  const edge = side / modules.size
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) doc.rect(x + column * edge, y + row * edge, edge, edge)
    }
  }
  doc.fill('black')
}

/** Draws a QR code with a text for screen readers. */
export function drawCode(paper: Paper, payload: string, { alt, ...place }: CodePlace): void {
  paper.mark('Figure', () => drawModules(paper.doc, payload, place), { alt })
}
