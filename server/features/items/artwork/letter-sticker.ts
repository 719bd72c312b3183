import { ITEM_CATEGORIES, type ItemCategory } from '@letterlend/contract/item-categories.ts'
import LETTER_SHAPES from './letter-shapes.json' with { type: 'json' }
import { stickerWith } from './sticker-frame.ts'

const PATH = new RegExp(`^letter-(${ITEM_CATEGORIES.join('|')})-([a-z0-9])\\.svg$`)
/** For a name that begins in another alphabet. */
const OTHER_INITIAL = 'x'

/** The picture of an item that has none: the initial of its name on the colour of its category. */
export function letterPath(category: ItemCategory, name: string): string {
  const [initial = OTHER_INITIAL] =
    name
      .normalize('NFD')
      .toLowerCase()
      .match(/[a-z0-9]/) ?? []
  return `letter-${category}-${initial}.svg`
}

export const isLetterPath = (imagePath: string) => PATH.test(imagePath)

/** Draws what {@link letterPath} names; null for anything else. */
export function drawLetter(imagePath: string): string | null {
  const [, category, initial] = PATH.exec(imagePath) ?? []
  if (!category || !initial) return null
  const shape = LETTER_SHAPES[initial as keyof typeof LETTER_SHAPES]
  return stickerWith(category as ItemCategory, `<path fill="#fff" d="${shape}"/>`)
}
