import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '#platform/server/paths.ts'
import { itemCategorySchema } from '../contract.ts'
import { ITEM_CATEGORIES } from '../item-categories.ts'
import { ITEM_CATALOGUE, STICKERS_FOLDER } from './item-files.ts'

const words = z.array(z.string().trim().min(1)).min(2)
const name = z.string().trim().min(2).max(40)
const catalogueSchema = z.array(
  z.strictObject({
    id: z.int().positive(),
    slug: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
    category: itemCategorySchema,
    name_de: name,
    name_en: name,
    name_fr: name,
    name_it: name,
    synonyms: z.strictObject({ de: words, en: words, fr: words, it: words }),
    popularity: z.number().positive(),
  }),
)
const catalogue = catalogueSchema.parse(JSON.parse(readFileSync(ITEM_CATALOGUE, 'utf8')))

const generatorFolder = join(ROOT, 'scripts', 'stickers')
const categoryColours = z
  .record(itemCategorySchema, z.string().regex(/^#[0-9a-f]{6}$/))
  .parse(JSON.parse(readFileSync(join(generatorFolder, 'categories.json'), 'utf8')))

const stickerOf = (slug: string) => readFileSync(join(STICKERS_FOLDER, `${slug}.svg`), 'utf8')

const DRAWING_ELEMENTS = new Set(['svg', 'g', 'path', 'rect', 'circle', 'ellipse'])
const TAG = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<>&]*")*)\s*(\/?)>/g

/** Lists faults of an SVG, which must be well-formed and only draw: no text, style, script, id or reference. */
function faultsOf(svg: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  for (const [, closing, element = '', attributes = '', selfClosing] of svg.matchAll(TAG)) {
    if (!DRAWING_ELEMENTS.has(element)) faults.push(`element ${element}`)
    if (/\s(id|class|style|on\w+|[a-z:]*href)=|url\(/i.test(attributes)) faults.push(attributes)
    if (closing) {
      if (open.pop() !== element) faults.push(`unbalanced ${element}`)
    } else if (!selfClosing) open.push(element)
  }
  if (open.length > 0) faults.push(`unclosed ${open.join(' ')}`)
  const leftOver = svg.replace(TAG, '').trim()
  if (leftOver) faults.push(`not a tag: ${leftOver.slice(0, 40)}`)
  return faults
}

/** WCAG 2.2 contrast of an sRGB colour with white. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastWithWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function duplicatesIn(values: readonly (string | number)[]): (string | number)[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

describe('the item catalogue', () => {
  test('has at least 60 items, sorted by id, with unique ids and slugs', () => {
    const ids = catalogue.map((item) => item.id)
    expect(catalogue.length).toBeGreaterThanOrEqual(60)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(duplicatesIn(ids)).toEqual([])
    expect(duplicatesIn(catalogue.map((item) => item.slug))).toEqual([])
  })

  test('has items in every category', () => {
    expect(new Set(catalogue.map((item) => item.category))).toEqual(new Set(ITEM_CATEGORIES))
  })

  test.each(['name_de', 'name_en', 'name_fr', 'name_it'] as const)(
    'has no duplicate in %s',
    (language) => {
      expect(duplicatesIn(catalogue.map((item) => item[language].toLowerCase()))).toEqual([])
    },
  )

  test('uses each word for one item, so that an import can find items by name in any language', () => {
    const ownerOf = new Map<string, string>()
    const ambiguous: string[] = []
    for (const item of catalogue) {
      const names = [item.name_de, item.name_en, item.name_fr, item.name_it]
      for (const word of [...names, ...Object.values(item.synonyms).flat()]) {
        const owner = ownerOf.get(word.toLowerCase()) ?? item.slug
        if (owner !== item.slug) ambiguous.push(`${word}: ${owner}, ${item.slug}`)
        ownerOf.set(word.toLowerCase(), owner)
      }
    }
    expect(ambiguous).toEqual([])
  })

  test('uses Swiss spelling in German', () => {
    const german = catalogue.flatMap((item) => [item.name_de, ...item.synonyms.de])
    expect(german.filter((word) => word.includes('ß'))).toEqual([])
  })
})

describe('stickers', () => {
  test('exist for every item and for no other', () => {
    const files = readdirSync(STICKERS_FOLDER).filter((file) => file.endsWith('.svg'))
    expect(files.sort()).toEqual(catalogue.map((item) => `${item.slug}.svg`).sort())
  })

  test.each(catalogue.map((item) => item.slug))('%s is a small, safe drawing', (slug) => {
    const svg = stickerOf(slug)
    expect(faultsOf(svg)).toEqual([])
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64">/)
    expect(Buffer.byteLength(svg)).toBeLessThan(6 * 1024)
  })

  test('all look different', () => {
    expect(duplicatesIn(catalogue.map((item) => stickerOf(item.slug)))).toEqual([])
  })

  test.each(Object.entries(categoryColours))(
    'have white that stands out on %s',
    (_category, colour) => {
      expect(contrastWithWhite(colour)).toBeGreaterThanOrEqual(3)
    },
  )

  test('are generated without changing a byte', () => {
    const folder = mkdtempSync(join(tmpdir(), 'letterlend-stickers-'))
    try {
      execFileSync(process.execPath, [join(generatorFolder, 'build.mjs'), folder])
      for (const { slug } of catalogue) {
        expect(readFileSync(join(folder, `${slug}.svg`), 'utf8'), slug).toBe(stickerOf(slug))
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
