import { inflateSync } from 'node:zlib'

const WOFF_HEADER_BYTES = 44
const WOFF_ENTRY_BYTES = 20
const HEADER_BYTES = 12
const ENTRY_BYTES = 16

const aligned = (bytes: number) => Math.ceil(bytes / 4) * 4

/**
 * Converts a WOFF file back to an OpenType font by inflating its tables. The PDF library inflates a packed table for
 * every glyph, which is most of the work for a page. Formats: https://www.w3.org/TR/WOFF/ and
 * https://learn.microsoft.com/typography/opentype/spec/otff
 */
export function unpackFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file')
  const count = woff.readUInt16BE(12)
  const entries = Array.from({ length: count }, (_, index) => {
    const at = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES
    const start = woff.readUInt32BE(at + 4)
    const packedBytes = woff.readUInt32BE(at + 8)
    const bytes = woff.readUInt32BE(at + 12)
    const packed = woff.subarray(start, start + packedBytes)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      table: packedBytes < bytes ? inflateSync(packed) : packed,
    }
  })
  const start = HEADER_BYTES + count * ENTRY_BYTES
  const total = entries.reduce((sum, { table }) => sum + aligned(table.length), start)
  const font = Buffer.alloc(total)
  const power = Math.floor(Math.log2(count))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** power * ENTRY_BYTES, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE((count - 2 ** power) * ENTRY_BYTES, 10)
  let offset = start
  for (const [index, { tag, checksum, table }] of entries.entries()) {
    const at = HEADER_BYTES + index * ENTRY_BYTES
    tag.copy(font, at)
    font.writeUInt32BE(checksum, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(table.length, at + 12)
    table.copy(font, offset)
    offset += aligned(table.length)
  }
  return font
}
