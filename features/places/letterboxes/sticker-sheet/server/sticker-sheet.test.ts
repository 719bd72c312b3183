import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { ColorSpace, Device, Document, Matrix, type Path, type Rect } from 'mupdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { readPdf } from '#app/server/testing/read-pdf.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { readSticker } from '#features/places/items/server/artwork/sticker-files.ts'
import { STICKERS_FOLDER } from '#features/places/items/server/item-files.ts'
import { letterboxCodesApi } from '#features/places/letterboxes/codes/contract.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { mm } from '#platform/server/papers/paper.ts'
import type { Language } from '#platform/shared/languages.ts'
import { stickerSheetApi } from '../contract.ts'
import { STICKER_MM } from '../sticker-size.ts'
import { renderStickerSheet } from './sheet-paper.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const { stickerSheet } = stickerSheetApi
/** The raw bytes of a response. */
async function download(token: string, query: Record<string, string> = {}) {
  const answer = await test.app.inject({
    url: `/api/v1${stickerSheet.path}`,
    query,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, file: answer.rawPayload }
}
const sticker = (slug: string) => ({
  image_path: `${slug}.svg`,
  name_de: `${slug} de`,
  name_en: slug,
  name_fr: `${slug} fr`,
})
const render = (slugs: string[], copies: 1 | 2 | 5 = 1, lang: Language = 'en') =>
  renderStickerSheet(
    slugs.map(sticker),
    { copies, lang, link: null },
    { name: 'Letterlend', logo: null },
    (path) => readSticker(orm(), path),
  )

/** Edges of each line drawn on a page, in points. */
function linesOf(file: Buffer, page = 0): Rect[] {
  const lines: Rect[] = []
  const noteLine = (path: Path, _stroke: unknown, matrix: Matrix) => {
    const corners: [number, number][] = []
    const note = (x: number, y: number) => corners.push([x, y])
    path.walk({
      moveTo: note,
      lineTo: note,
      curveTo: (_x1, _y1, _x2, _y2, x, y) => note(x, y),
      closePath() {},
    })
    const xs = corners.map(([x, y]) => matrix[0] * x + matrix[2] * y + matrix[4])
    const ys = corners.map(([x, y]) => matrix[1] * x + matrix[3] * y + matrix[5])
    lines.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])
  }
  Document.openDocument(file, 'application/pdf')
    .loadPage(page)
    .run(new Device({ strokePath: noteLine }), Matrix.identity)
  return lines
}
const sizeOf = ([left, top, right, bottom]: Rect) => [right - left, bottom - top] as const
const isLong = (length: number, millimetres: number) => Math.abs(length - mm(millimetres)) < mm(0.1)
const outlinesOf = (file: Buffer, page = 0) =>
  linesOf(file, page).filter((line) => sizeOf(line).every((each) => isLong(each, STICKER_MM)))

describe('on paper', () => {
  it('a sticker is 45 mm wide and high, and its coloured area 39 mm', async () => {
    const file = await render(['ladder'])
    expect(outlinesOf(file)).toHaveLength(1)
    const [outline] = outlinesOf(file)
    const picture = pixelsOf(file, outline, 600)
    const { width } = picture
    const coloured = Array.from({ length: width }, (_, x) => x).filter(
      (x) => (picture.at(x, width / 2)[0] ?? 255) < 120,
    )
    const across = ((coloured.at(-1) ?? 0) - (coloured[0] ?? 0)) / width
    expect(Math.abs(across * STICKER_MM - 39)).toBeLessThan(0.2)
  })

  it('there is a line of 50 mm to measure', async () => {
    const wide = linesOf(await render(['ladder'])).filter((line) => isLong(sizeOf(line)[0], 50))
    expect(wide).toHaveLength(1)
  })

  it('stickers keep a distance from each other and 5 mm from the edge of the page', async () => {
    const outlines = outlinesOf(await render(Array(16).fill('tent')))
    expect(outlines).toHaveLength(16)
    for (const [one, [left, top, right, bottom]] of outlines.entries()) {
      expect(Math.min(left, top, mm(210) - right, mm(297) - bottom)).toBeGreaterThan(mm(5))
      for (const [otherLeft, otherTop, otherRight, otherBottom] of outlines.slice(one + 1)) {
        const across = Math.max(otherLeft - right, left - otherRight)
        const down = Math.max(otherTop - bottom, top - otherBottom)
        expect(Math.max(across, down)).toBeGreaterThan(mm(3))
      }
    }
  })

  it('there are as many pages as needed, each with its printing instructions', async () => {
    const file = await render(['tent', 'drill', 'axe', 'kubb'], 5, 'fr')
    const { pages, text } = readPdf(file)
    expect([pages, outlinesOf(file).length, outlinesOf(file, 1).length]).toEqual([2, 16, 4])
    expect(text.match(/tent fr/g)).toHaveLength(5)
    expect(text.match(/100\u00a0%/g)).toHaveLength(2)
    expect(text).toContain('Page 2 sur 2')
  })

  it('a very long name stays below its own sticker', async () => {
    const name = 'Aufblasbares Stand-up-Paddle-Board mit Pumpe und Paddel'
    const items = [{ ...sticker('paddle-board'), name_de: name }, ...Array(15).fill(sticker('axe'))]
    const file = await renderStickerSheet(
      items,
      { copies: 1, lang: 'de', link: null },
      { name: 'Letterlend', logo: null },
      (path) => readSticker(orm(), path),
    )
    expect(readPdf(file).pages).toBe(1)
    expect(readPdf(file).text.replace(/\s+/g, '')).toContain(name.replaceAll(' ', ''))
  })

  it('an item without a picture is a blank sticker', async () => {
    expect(outlinesOf(await render(['none', '../LICENSE']))).toHaveLength(2)
  })
})

/** Renders a rectangle of a page with the given width in pixels. */
function pixelsOf(file: Buffer, [left, top, right]: Rect = [0, 0, 1, 1], pixels = 120, page = 0) {
  const scale = pixels / (right - left)
  const matrix = Matrix.concat(Matrix.translate(-left, -top), Matrix.scale(scale, scale))
  const picture = Document.openDocument(file, 'application/pdf')
    .loadPage(page)
    .toPixmap(matrix, ColorSpace.DeviceRGB, false)
  const [x0 = 0, y0 = 0] = picture.getBounds()
  const [bytes, stride] = [picture.getPixels(), picture.getStride()]
  return {
    width: pixels,
    height: pixels,
    at(x: number, y: number) {
      const start = (y - y0) * stride + (x - x0) * 3
      return [...bytes.subarray(start, start + 3)]
    },
  }
}

describe('every sticker', () => {
  const slugs = readdirSync(STICKERS_FOLDER)
    .filter((name) => name.endsWith('.svg'))
    .map((name) => name.slice(0, -4))

  /** Share of the pixels that another renderer draws differently, without edges. */
  function difference(file: Buffer, outline: Rect | undefined, page: number, slug: string) {
    const size = 120
    const svg = readFileSync(join(STICKERS_FOLDER, `${slug}.svg`), 'utf8')
    const flat = svg
      .replace(/<g fill="#16324f" fill-opacity.*?<\/g>/, '')
      .replace('viewBox="0 0 64 64"', 'viewBox="2 1 60 60"')
    const expected = new Resvg(flat, { fitTo: { mode: 'width', value: size } }).render().pixels
    const drawn = pixelsOf(file, outline, size, page)
    let different = 0
    for (let y = 12; y < size - 12; y++) {
      for (let x = 12; x < size - 12; x++) {
        const start = (y * size + x) * 4
        const apart = drawn.at(x, y).map((each, i) => Math.abs(each - (expected[start + i] ?? 0)))
        if (Math.max(...apart) > 128) different++
      }
    }
    return different / (size - 24) ** 2
  }

  it('looks the same on paper as on the screen', async () => {
    expect(slugs.length).toBeGreaterThan(100)
    const file = await render(slugs)
    const outlines = Array.from({ length: Math.ceil(slugs.length / 16) }, (_, page) =>
      outlinesOf(file, page),
    )
    const wrong = slugs.filter((slug, index) => {
      const page = Math.floor(index / 16)
      return difference(file, outlines[page]?.[index % 16], page, slug) > 0.005
    })
    expect(wrong).toEqual([])
  }, 60_000)
})

describe('the sheet', () => {
  it('contains what the letterbox lends, in the requested language', async () => {
    const { owner } = await createLetterbox(orm(), { items: [4, 5] })
    const { status, headers, file } = await download(owner.token, { lang: 'fr' })
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="letterlend-autocollants.pdf"',
    ])
    expect(readPdf(file).text).toMatch(/Item 4 fr\s+Item 5 fr/)
    expect(readPdf((await download(owner.token)).file).text).toContain('My stickers')
  })

  it('omits deselected stickers and repeats selected ones', async () => {
    const { owner } = await createLetterbox(orm(), { items: [4, 5] })
    const { file } = await download(owner.token, { item_ids: '5', copies: '3' })
    const { text } = readPdf(file)
    expect([text.includes('Item 4'), text.match(/Item 5/g)?.length]).toEqual([false, 3])
    // An empty selection prints all stickers.
    const all = readPdf((await download(owner.token, { item_ids: '' })).file).text
    expect([all.includes('Item 4'), all.includes('Item 5')]).toEqual([true, true])
  })

  it('ends with the QR code of the letterbox if it is wanted', async () => {
    const { owner } = await createLetterbox(orm(), { items: [4, 5] })
    const { file } = await download(owner.token, { code: 'true', copies: '2', lang: 'en' })
    const { body } = await test.call(letterboxCodesApi.own, { as: owner.token })
    const { host } = new URL(test.deps.config.publicUrl)
    expect(readPdf(file).text.replace(/\s+/g, '')).toContain(`${host}/l/${body.code}`)
    expect(outlinesOf(file)).toHaveLength(5)
    expect(readPdf(file).code).toBe(`${test.deps.config.publicUrl}/l/${body.code}`)
    expect(outlinesOf((await download(owner.token)).file)).toHaveLength(2)
  })

  it('can be downloaded by every member of the household', async () => {
    const { id } = await createLetterbox(orm(), { items: [4] })
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: id })
    expect((await download(member.token)).status).toBe(200)
  })

  it('cannot be downloaded by visitors, by accounts without a letterbox or for another letterbox', async () => {
    await createLetterbox(orm(), { items: [6] })
    const stranger = await createLetterbox(orm(), { items: [4] })
    const without = await createUser(orm())
    expect((await test.call(stickerSheet, {})).status).toBe(401)
    expect((await download(without.token)).status).toBe(404)
    expect((await download(stranger.owner.token, { item_ids: '6' })).status).toBe(404)
  })

  it('returns 404 if the letterbox lends nothing', async () => {
    const { owner } = await createLetterbox(orm())
    expect((await download(owner.token)).status).toBe(404)
  })

  it('returns 400 for parameters that cannot be printed', async () => {
    const { owner } = await createLetterbox(orm(), { items: [4] })
    const wrong: Record<string, string>[] = [
      { item_ids: ',' },
      { item_ids: 'a' },
      { copies: '0' },
      { copies: '6' },
      { lang: 'it' },
    ]
    const answers = await Promise.all(wrong.map((query) => download(owner.token, query)))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400))
  })
})
