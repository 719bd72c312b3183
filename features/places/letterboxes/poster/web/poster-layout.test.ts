import { expect, it } from 'vitest'
import { GAP, LINE_HEIGHT, layOut, MOST_STICKERS, ROOM, WIDE_LETTER } from './poster-layout.ts'

const COUNTS = Array.from({ length: MOST_STICKERS }, (_, index) => index + 1)
const edgesOf = (name: string) => COUNTS.map((count) => layOut(Array(count).fill(name)).sticker)

it.each([
  ['one short word', 'Zelt', 1],
  ['a compound', 'Hoch\u00ADdruck\u00ADreiniger', 2],
  ['three words', 'Nettoyeur haute pression', 3],
])('the layout has room for every sticker with %s below it', (_kind, name, lines) => {
  for (const count of COUNTS) {
    const layout = layOut(Array(count).fill(name))
    const rows = Math.ceil(count / layout.columns)
    expect(layout.columns * (layout.sticker + GAP)).toBeLessThanOrEqual(ROOM.width + GAP)
    // Limits the number of lines, unless the font already has its smallest size.
    const height = rows * (layout.sticker + GAP + LINE_HEIGHT * layout.name)
    expect(height, `${count} in ${layout.columns} columns`).toBeLessThanOrEqual(ROOM.height + GAP)
    expect(layout.sticker, `${count} of ${lines} lines`).toBeGreaterThan(5.5)
    expect(layout.name).toBeGreaterThanOrEqual(1.9)
  }
})

it('the layout makes few stickers large and many small', () => {
  const edges = edgesOf('Leiter')
  expect(edges).toEqual([...edges].sort((a, b) => b - a))
  expect(edges[0]).toBeGreaterThan(20)
})

it('a word is broken only where hyphenation allows it', () => {
  const name = 'Cartons de déménagement'
  for (const count of [1, 4, 7, 12]) {
    const { columns, name: size } = layOut(Array(count).fill(name))
    expect('déménagement'.length * WIDE_LETTER * size).toBeLessThanOrEqual(
      ROOM.width / columns - GAP,
    )
  }
})
