import { crc32, deflateSync } from 'node:zlib'

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
/** An SVG file with a drawing. */
export const svg = (inside: string, more = 'viewBox="0 0 24 24"') =>
  Buffer.from(`<svg ${NS} ${more}>${inside}</svg>`)
export const SQUARE = '<path d="M2 2h20v20H2z"/>'
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG whose pixels may not match its header. */
export function png(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Rows of red pixels, each after its filter byte. */
export function red(width: number, height: number): Buffer {
  const row = [0, ...Array.from({ length: width }, () => [255, 0, 0, 255]).flat()]
  return Buffer.from(Array.from({ length: height }, () => row).flat())
}
