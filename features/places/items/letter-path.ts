import type { ItemCategory } from './item-categories.ts'

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
