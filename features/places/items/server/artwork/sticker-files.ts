import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#platform/server/db/client.ts'
import { STICKERS_FOLDER } from '../item-files.ts'
import { findArtwork } from './artwork.queries.ts'
import { drawLetter } from './letter-sticker.ts'

/**
 * A sticker: either an SVG of our own making, which only draws lines and areas, or an uploaded
 * file.
 */
export type StickerFile =
  | { own: true; svg: string }
  | { own: false; type: 'image/svg+xml' | 'image/png'; content: Buffer }

const UPLOADED = /^[0-9a-f]{32}\.(svg|png)$/

/** The sticker served at this path under `/img/stickers/`; null if there is none. */
export async function readSticker(db: Db, imagePath: string): Promise<StickerFile | null> {
  const letter = drawLetter(imagePath)
  if (letter) return { own: true, svg: letter }
  if (UPLOADED.test(imagePath)) {
    const content = await findArtwork(db, imagePath)
    const type = imagePath.endsWith('.png') ? 'image/png' : 'image/svg+xml'
    return content && { own: false, type, content }
  }
  // Only a file name of the catalogue is allowed, never a path.
  if (!/^[\w-]+\.svg$/.test(imagePath)) return null
  const svg = await readFile(join(STICKERS_FOLDER, imagePath), 'utf8').catch(() => null)
  return svg === null ? null : { own: true, svg }
}

/** Whether the product ships a sticker with this name. */
export const hasCatalogueSticker = (slug: string) =>
  existsSync(join(STICKERS_FOLDER, `${slug}.svg`))
