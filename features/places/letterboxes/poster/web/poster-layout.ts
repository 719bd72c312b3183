/** Lengths are in units of the poster: 1 mm on A6, 2 mm on A4. */

/** The space between heading and code; poster.module.css reserves the same. */
export const ROOM = { width: 85, height: 57.5 } as const
export const GAP = 1.2
/** More stickers would be too small to see from the pavement; the rest is shown as a number. */
export const MOST_STICKERS = 28
const LARGEST_STICKER = 25
const STEP = 0.25
/** 5.4 points on A6: the smallest size that is readable at arm's length. */
const SMALLEST_NAME = 1.9
const LARGEST_NAME = 3.6
const NAME_OF_STICKER = 0.17
/** Relative to the font size: line height, average letter width, and letter width in a wide word. */
export const LINE_HEIGHT = 1.08
const LETTER = 0.56
export const WIDE_LETTER = 0.65

interface PosterLayout {
  columns: number
  /** Edge length of a sticker. */
  sticker: number
  /** Font size of the name below a sticker. */
  name: number
}

/** Splits a name into parts that stay on one line: it may break at spaces, hyphens and soft hyphens. */
const partsOf = (name: string) => name.split(/[ \u00AD]|(?<=-)/)

/** Number of lines that a name needs at this many letters per line. */
function linesOf(name: string, letters: number): number {
  let lines = 1
  let used = 0
  for (const part of partsOf(name)) {
    const length = part.length + (used > 0 ? 1 : 0)
    if (used > 0 && used + length > letters) {
      lines++
      used = part.length
    } else used += length
    lines += Math.max(0, Math.ceil(part.length / letters) - 1)
  }
  return lines
}

function heightOf(names: readonly string[], columns: number, sticker: number, name: number) {
  const letters = Math.floor((ROOM.width / columns - GAP) / (name * LETTER))
  let height = -GAP
  for (let first = 0; first < names.length; first += columns) {
    const row = names.slice(first, first + columns)
    const lines = Math.max(...row.map((each) => linesOf(each, letters)))
    height += sticker + lines * LINE_HEIGHT * name + GAP
  }
  return height
}

function layoutIn(columns: number, names: readonly string[]): PosterLayout {
  const width = ROOM.width / columns - GAP
  const longest = Math.max(...names.flatMap(partsOf).map(({ length }) => length))
  // Words break only at allowed positions as long as the text stays readable.
  const most = Math.min(LARGEST_NAME, width / (longest * WIDE_LETTER))
  for (let sticker = Math.min(width, LARGEST_STICKER); sticker > STEP; sticker -= STEP) {
    const name = Math.max(SMALLEST_NAME, Math.min(most, sticker * NAME_OF_STICKER))
    if (heightOf(names, columns, sticker, name) <= ROOM.height) return { columns, sticker, name }
  }
  return { columns, sticker: STEP, name: SMALLEST_NAME }
}

/** The layout whose number of columns gives these names the largest stickers. */
export function layOut(names: readonly string[]): PosterLayout {
  const layouts = [1, 2, 3, 4, 5, 6, 7].map((columns) => layoutIn(columns, names))
  return layouts.reduce((best, each) => (each.sticker > best.sticker ? each : best))
}
