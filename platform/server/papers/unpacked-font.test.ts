import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FONT_FILES } from './paper-fonts.ts'
import { unpackFont } from './unpacked-font.ts'

/** The sum of all 32-bit words, as the font format defines it. */
function checksumOf(table: Buffer): number {
  const words = Buffer.alloc(Math.ceil(table.length / 4) * 4)
  table.copy(words)
  let sum = 0
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0
  return sum
}

describe('an unpacked font', () => {
  it('has each table at its offset, with the checksum of the original', () => {
    for (const path of FONT_FILES) {
      const font = unpackFont(readFileSync(path))
      const count = font.readUInt16BE(4)
      expect(count, path).toBeGreaterThan(8)
      for (let at = 12; at < 12 + count * 16; at += 16) {
        const tag = font.toString('latin1', at, at + 4)
        const start = font.readUInt32BE(at + 8)
        const table = Buffer.from(font.subarray(start, start + font.readUInt32BE(at + 12)))
        // Checksum of the whole file, which is inserted after all tables are summed up.
        if (tag === 'head') table.writeUInt32BE(0, 8)
        expect(checksumOf(table), `${tag} of ${path}`).toBe(font.readUInt32BE(at + 4))
      }
    }
  })

  it('is not made from another format', () => {
    expect(() => unpackFont(Buffer.from('wOF2'))).toThrow('Not a WOFF file')
  })
})
