import { hash } from 'node:crypto'
import { drawPng, PNG_SIDE, placePicture } from '#platform/server/artwork/picture-reading.ts'
import { isPng } from '#platform/server/artwork/png-artwork.ts'
import type { ItemCategory } from '../../item-categories.ts'
import { PICTURE, stickerWith } from './sticker-frame.ts'

export interface MadeSticker {
  path: string
  content: Buffer
  picture: Buffer
}

/** Makes a sticker from a picture that `readPicture` returned; its name is the hash of the file. */
export async function makeSticker(picture: Buffer, category: ItemCategory): Promise<MadeSticker> {
  const { x, y, size } = PICTURE
  const svg = stickerWith(category, placePicture(picture, { x, y, width: size, height: size }))
  const content = isPng(picture) ? (await drawPng(svg, PNG_SIDE)).asPng() : Buffer.from(svg)
  const name = hash('sha256', content, 'hex').slice(0, 32)
  return { path: `${name}.${isPng(content) ? 'png' : 'svg'}`, content, picture }
}
