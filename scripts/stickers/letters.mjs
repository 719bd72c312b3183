// Writes the outlines of letters and digits for items without a picture:
// node scripts/stickers/letters.mjs > features/places/items/server/artwork/letter-shapes.json
import { createRequire } from 'node:module'
import { openSync } from 'fontkit'

const { resolve } = createRequire(new URL('../../package.json', import.meta.url))
const font = openSync(
  resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
)
/** As tall as the glyphs of the catalogue's stickers: 30 of their 64 units. */
const SCALE = 30 / font.capHeight
/** The middle of the coloured square. */
const MIDDLE = { x: 32, y: 31 }

const shapes = {}
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') {
  const glyph = font.glyphForCodePoint(letter.toUpperCase().codePointAt(0))
  shapes[letter] = glyph.path
    .scale(SCALE, -SCALE)
    .translate(MIDDLE.x - (glyph.advanceWidth * SCALE) / 2, MIDDLE.y + 15)
    .toSVG()
    .replace(/\d+\.\d+/g, (number) => `${Math.round(Number(number) * 100) / 100}`)
}
process.stdout.write(`${JSON.stringify(shapes, null, 2)}\n`)
