import { hash } from 'node:crypto'
import type { ItemCategory } from '@letterlend/contract/item-categories.ts'
import { checkPng, isPng } from './png-artwork.ts'
import { RefusedArtwork } from './refused-artwork.ts'
import { PICTURE, stickerWith } from './sticker-frame.ts'
import { readSvg } from './svg-artwork.ts'

/** Twelve pixels a millimetre on a printed sticker. */
const PNG_SIDE = 640
const LOOKED_AT = 64
/** Of 255: less is not to be seen. */
const VISIBLE = 16

export interface MadeSticker {
  path: string
  content: Buffer
  picture: Buffer
}

/** Draws an SVG off the main thread; without fonts, files or network. */
export async function drawPng(svg: string, side: number) {
  const { renderAsync } = await import('@resvg/resvg-js')
  return renderAsync(svg, {
    fitTo: { mode: 'width', value: side },
    font: { loadSystemFonts: false },
  })
}

/** An element that shows a PNG in a square of these sides. */
const imageOf = (png: Buffer, x: number, y: number, size: number) =>
  `<image x="${x}" y="${y}" width="${size}" height="${size}" href="data:image/png;base64,${png.toString('base64')}"/>`

const alone = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PNG_SIDE} ${PNG_SIDE}">${inside}</svg>`

async function refuseEmpty(svg: string): Promise<void> {
  const image = await drawPng(svg, LOOKED_AT).catch(() => {
    throw new RefusedArtwork('unreadable')
  })
  const { pixels } = image
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) >= VISIBLE) return
  throw new RefusedArtwork('empty')
}

/**
 * What is kept of a file that somebody gave: the drawing of an SVG, or the pixels of a PNG, in a size of
 * ours and without anything else that was in it.
 * @throws {RefusedArtwork}
 */
export async function readPicture(file: Buffer): Promise<Buffer> {
  if (!isPng(file)) {
    const svg = await readSvg(file)
    await refuseEmpty(svg)
    return Buffer.from(svg)
  }
  await checkPng(file)
  const shown = alone(imageOf(file, 0, 0, PNG_SIDE))
  await refuseEmpty(shown)
  return (await drawPng(shown, PNG_SIDE)).asPng()
}

/** The sticker with a picture of {@link readPicture}, under the hash of what it shows. */
export async function makeSticker(picture: Buffer, category: ItemCategory): Promise<MadeSticker> {
  const { x, y, size } = PICTURE
  let content: Buffer
  if (isPng(picture)) {
    const svg = stickerWith(category, imageOf(picture, x, y, size))
    content = (await drawPng(svg, PNG_SIDE)).asPng()
  } else {
    const place = `<svg x="${x}" y="${y}" width="${size}" height="${size}" `
    content = Buffer.from(stickerWith(category, picture.toString().replace('<svg ', place)))
  }
  const name = hash('sha256', content, 'hex').slice(0, 32)
  return { path: `${name}.${isPng(content) ? 'png' : 'svg'}`, content, picture }
}
