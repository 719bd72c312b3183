import type { ResvgRenderOptions } from '@resvg/resvg-js'
import { checkPng, isPng, type PngSize } from './png-artwork.ts'
import { RefusedArtwork } from './refused-artwork.ts'
import { readSvg } from './svg-artwork.ts'

/** Twelve pixels a millimetre on a printed sticker. */
export const PNG_SIDE = 640
/** Alpha out of 255; lower values count as invisible. */
const VISIBLE = 16

/** Renders without fonts, files or network. */
const drawing = (side: number): ResvgRenderOptions => ({
  fitTo: { mode: 'width', value: side },
  font: { loadSystemFonts: false },
})

/** Draws one of our own SVGs, or one that `readPicture` has cleaned, off the main thread. */
export async function drawPng(svg: string, side: number) {
  const { renderAsync } = await import('@resvg/resvg-js')
  return renderAsync(svg, drawing(side))
}

/** Draws in the current thread. It is called in a worker, so the shared thread pool stays free for files and keys. */
async function drawHere(svg: string, side: number) {
  const { Resvg } = await import('@resvg/resvg-js')
  return new Resvg(svg, drawing(side)).render()
}

interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Embeds a picture of {@link readPicture} in an SVG: whole and centred in its place. */
export function placePicture(picture: Buffer, { x, y, width, height }: Place): string {
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"`
  return isPng(picture)
    ? `<image ${place} href="data:image/png;base64,${picture.toString('base64')}"/>`
    : picture.toString().replace('<svg ', `<svg ${place} `)
}

const alone = (picture: Buffer, { width, height }: PngSize) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${placePicture(picture, { x: 0, y: 0, width, height })}</svg>`

async function refuseEmpty(svg: string): Promise<void> {
  // Renders at the largest size that is ever used, so that a drawing that takes too long fails now.
  const image = await drawHere(svg, PNG_SIDE).catch(() => {
    throw new RefusedArtwork('unreadable')
  })
  const { pixels } = image
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) >= VISIBLE) return
  throw new RefusedArtwork('empty')
}

const SQUARE: PngSize = { width: PNG_SIDE, height: PNG_SIDE }

/** Scales to a longer side of `PNG_SIDE` and keeps the proportions. */
function withinSquare({ width, height }: PngSize): PngSize {
  const scale = PNG_SIDE / Math.max(width, height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * Cleans an uploaded file: keeps the drawing of an SVG, or the pixels of a PNG in one of our sizes, and nothing else. A
 * malicious file can make this slow, so `takePicture` calls it in a thread of its own.
 * @param frame how a PNG is placed: centred in a square, or in its own proportions
 * @throws {RefusedArtwork}
 */
export async function readPicture(
  file: Buffer,
  { frame = 'square' }: { frame?: 'square' | 'own' } = {},
): Promise<Buffer> {
  if (!isPng(file)) {
    const svg = await readSvg(file)
    await refuseEmpty(svg)
    return Buffer.from(svg)
  }
  const own = await checkPng(file)
  const size = frame === 'square' ? SQUARE : withinSquare(own)
  const shown = alone(file, size)
  await refuseEmpty(shown)
  return (await drawHere(shown, size.width)).asPng()
}
