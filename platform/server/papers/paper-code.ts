import QRCode from 'qrcode'
import type { Paper } from './paper.ts'

interface CodePlace {
  x: number
  y: number
  side: number
  /** Alternative text for screen readers. */
  alt: string
}

/** Draws a QR code as vectors, sharp at any size. */
export function drawCode(paper: Paper, payload: string, { x, y, side, alt }: CodePlace): void {
  const { doc } = paper
  const { modules } = QRCode.create([{ data: Buffer.from(payload), mode: 'byte' }], {
    errorCorrectionLevel: 'M',
  })
  const edge = side / modules.size
  paper.mark(
    'Figure',
    () => {
      for (let row = 0; row < modules.size; row++) {
        for (let column = 0; column < modules.size; column++) {
          if (modules.get(row, column)) doc.rect(x + column * edge, y + row * edge, edge, edge)
        }
      }
      doc.fill('black')
    },
    { alt },
  )
}
