import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import billFont from './bill-font.json' with { type: 'json' }
import { unpackFont } from './unpacked-font.ts'

const { resolve } = createRequire(import.meta.url)

/** One font file: a weight, and the characters of some languages. */
interface FontFile {
  path: string
  ranges: readonly (readonly [from: number, to: number])[]
}

/** Searched in this order; Nunito Sans has no Greek. */
const SOURCES = [
  ['nunito-sans', ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext']],
  ['arimo', ['greek', 'greek-ext']],
] as const

const fileOf = (family: string, subset: string, weight: number) =>
  resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)

/** Parses `U+0100-02BA,U+02BD`. */
const parseRanges = (text: string) =>
  text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return [from, to] as const
  })

function filesOf(weight: number): FontFile[] {
  return SOURCES.flatMap(([family, subsets]) => {
    const folder = dirname(dirname(fileOf(family, 'latin', weight)))
    const rangesBySubset = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
    return subsets.map((subset) => ({
      path: fileOf(family, subset, weight),
      ranges: parseRanges(String(rangesBySubset[subset])),
    }))
  })
}

const TEXT = { regular: filesOf(400), bold: filesOf(700) }
export type Weight = keyof typeof TEXT

export const HEADING_FONT = fileOf('bricolage-grotesque', 'latin', 700)
const BILL_BOLD = fileOf('arimo', 'latin', 700)

export const FONT_FILES = [
  ...[...TEXT.regular, ...TEXT.bold].map(({ path }) => path),
  HEADING_FONT,
  BILL_BOLD,
]

const unpacked = new Map<string, Buffer>()

/** The unpacked font of one of {@link FONT_FILES}, cached in the process: 1 MB for all of them. */
export function fontIn(path: string): Buffer {
  const font = unpacked.get(path) ?? unpackFont(readFileSync(path))
  unpacked.set(path, font)
  return font
}

/**
 * Arimo has the design and metrics of Liberation Sans, one of the four fonts allowed on a QR-bill. The regular file has
 * all characters that a bill may contain (made by bill-font.py); headings only need Latin-1.
 */
export const BILL_FONT = {
  regular: () => Buffer.from(billFont.ttf, 'base64'),
  bold: () => fontIn(BILL_BOLD),
}

/** Replaces characters that no font has. */
const UNKNOWN = '?'

/** Splits a text into pieces, each with the font that has its characters. */
export function inFonts(text: string, weight: Weight): { font: string; text: string }[] {
  const files = TEXT[weight]
  const first = files[0]?.path ?? ''
  const pieces: { font: string; text: string }[] = []
  // No font has narrow spaces, which French uses in numbers.
  for (const letter of text.normalize('NFC').replace(/[\u2000-\u200a\u202f]/g, '\u00a0')) {
    const code = letter.codePointAt(0) ?? 0
    const file = files.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
    const font = file?.path ?? first
    const last = pieces.at(-1)
    if (last?.font === font) last.text += file ? letter : UNKNOWN
    else pieces.push({ font, text: file ? letter : UNKNOWN })
  }
  return pieces
}
