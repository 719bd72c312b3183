import { renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'
import type { StickerFile } from '#features/places/items/server/door.ts'

/** The image size used by link previews. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

const COLUMNS = 3
const ROWS = 2
const MOST = COLUMNS * ROWS
const EDGE = 190
const GAP = 36
/** Rotation in degrees, as if stuck on by hand. */
const TILTS = [-5, 3, -2, 4, -4, 2]
/** Items on the image of the map. */
const POPULAR = [
  'ladder.svg',
  'drill.svg',
  'raclette-oven.svg',
  'tent.svg',
  'bicycle-pump.svg',
  'fondue-set.svg',
]

/** The letterbox of the logo, as tall as the image. Contains no text, so that no font is needed. */
const LETTERBOX =
  '<path d="M5 27.5V13.8a11 11 0 0 1 22 0v13.7z" fill="#ffc53d" stroke="#16324f" stroke-width="1.2" stroke-linejoin="round"/>' +
  '<rect x="9.5" y="10" width="13" height="3" rx="1.5" fill="#16324f"/>' +
  '<path d="M0 27.6h32" stroke="#16324f" stroke-width="1.2" stroke-linecap="round"/>'

/** Loads the picture of a sticker. */
type ReadSticker = (imagePath: string) => Promise<StickerFile | null>

function place(sticker: StickerFile, index: number): string {
  const x = 500 + (index % COLUMNS) * (EDGE + GAP)
  const y = 90 + Math.floor(index / COLUMNS) * (EDGE + GAP + 24)
  const square = `x="${x}" y="${y}" width="${EDGE}" height="${EDGE}"`
  // An uploaded drawing is embedded as a separate image, so that its ids cannot clash with others.
  const inner = sticker.own
    ? sticker.svg.replace('<svg ', `<svg ${square} `)
    : `<image ${square} href="data:${sticker.type};base64,${sticker.content.toString('base64')}"/>`
  return `<g transform="rotate(${TILTS[index]} ${x + EDGE / 2} ${y + EDGE / 2})">${inner}</g>`
}

/** Renders a letterbox with its first stickers as PNG. */
async function draw(imagePaths: readonly string[], read: ReadSticker): Promise<Buffer> {
  const chosen = imagePaths.length > 0 ? imagePaths : POPULAR
  const stickers = await Promise.all(chosen.slice(0, MOST).map(read))
  const { width, height } = PREVIEW_SIZE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="#ddf0f9"/><rect y="540" width="${width}" height="90" fill="#fffbf2"/>
<g transform="translate(40 120) scale(15.2)">${LETTERBOX}</g>
${stickers.map((sticker, index) => (sticker ? place(sticker, index) : '')).join('\n')}</svg>`
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return image.asPng()
}

const MOST_KEPT = 200

/** Renders each image once, one at a time and off the main thread, and caches the latest. */
export class PreviewImages {
  readonly #read: ReadSticker
  readonly #kept = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT })
  #last: Promise<unknown> = Promise.resolve()

  constructor(read: ReadSticker) {
    this.#read = read
  }

  get(imagePaths: readonly string[]): Promise<Buffer> {
    const key = imagePaths.slice(0, MOST).join(' ')
    const keptImage = this.#kept.get(key)
    if (keptImage) return keptImage
    const image = this.#last.then(() => draw(imagePaths, this.#read))
    this.#last = image.catch(() => undefined)
    image.catch(() => this.#kept.delete(key))
    this.#kept.set(key, image)
    return image
  }
}
