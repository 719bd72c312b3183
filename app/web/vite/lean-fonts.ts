import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const FONTS_FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/letterlend-fonts')

const LATIN = [
  '@fontsource-variable/nunito-sans/files/nunito-sans-latin-wght-normal.woff2',
  '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2',
  '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2',
]

/** The characters of a Latin font: its `unicode-range` in fonts.css. */
const RANGE =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD'

/** OpenType features that browsers apply by default, and tabular figures, which our style sheets use. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'tnum']

/** The lightest and boldest weights in our style sheets. */
const WEIGHTS = { min: 400, max: 800 }

/** All characters of a `unicode-range`. */
function lettersOf(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))
    })
    .join('')
}

/** Creates the smaller copy of a font. Returns its path. */
async function lean(file: string): Promise<string> {
  const font = await readFile(createRequire(import.meta.url).resolve(file))
  const copy = join(FONTS_FOLDER, basename(file))
  const options = {
    targetFormat: 'woff2' as const,
    keepFeatures: FEATURES,
    ...(file.includes('-wght-') && { variationAxes: { wght: WEIGHTS } }),
  }
  await writeFile(copy, await subsetFont(font, lettersOf(RANGE), options))
  return copy
}

/**
 * Latin fonts without unused features: small capitals, fractions, swashes, weights below 400 and above 800. All
 * characters are kept.
 */
export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    apply: 'build',
    async config() {
      await mkdir(FONTS_FOLDER, { recursive: true })
      const copies = await Promise.all(LATIN.map(lean))
      return {
        resolve: {
          // May end in `?url`, as in the worker that draws names on the map.
          alias: LATIN.map((file, i) => ({
            find: new RegExp(`^${file.replaceAll('.', '\\.')}`),
            replacement: copies[i] ?? file,
          })),
        },
      }
    },
  }
}
