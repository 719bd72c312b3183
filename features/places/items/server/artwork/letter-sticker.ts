import { ITEM_CATEGORIES, type ItemCategory } from '../../item-categories.ts'
import LETTER_SHAPES from './letter-shapes.json' with { type: 'json' }
import { stickerWith } from './sticker-frame.ts'

const PATH = new RegExp(`^letter-(${ITEM_CATEGORIES.join('|')})-([a-z0-9])\\.svg$`)
export const isLetterPath = (imagePath: string) => PATH.test(imagePath)

/** Draws the sticker that `letterPath` of the contract names; null for any other path. */
export function drawLetter(imagePath: string): string | null {
  const [, category, initial] = PATH.exec(imagePath) ?? []
  if (!category || !initial) return null
  const shape = LETTER_SHAPES[initial as keyof typeof LETTER_SHAPES]
  return stickerWith(category as ItemCategory, `<path fill="#fff" d="${shape}"/>`)
}
