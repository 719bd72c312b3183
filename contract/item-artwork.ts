import type { ItemCategory } from './item-categories.ts'

/** The largest picture that is taken for a sticker. */
export const ARTWORK_MAX_BYTES = 1024 * 1024

/** Why a picture is not taken: no SVG and no PNG, too large, or nothing to be seen on it. */
export const ARTWORK_REFUSALS = ['unreadable', 'tooLarge', 'empty'] as const
export type ArtworkRefusal = (typeof ARTWORK_REFUSALS)[number]

/** For a name that begins in another alphabet. */
const OTHER_INITIAL = 'x'

/** The picture of an item that has none: the initial of its German name on the colour of its category. */
export function letterPath(category: ItemCategory, name: string): string {
  const [initial = OTHER_INITIAL] =
    name
      .normalize('NFD')
      .toLowerCase()
      .match(/[a-z0-9]/) ?? []
  return `letter-${category}-${initial}.svg`
}
