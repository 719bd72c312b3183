import type { ItemCategory } from './item-categories.ts'

/** Used if a name begins with a letter of another alphabet. */
const OTHER_INITIAL = 'x'

/** Picture of an item without one: the initial of its German name on the colour of its category. */
export function letterPath(category: ItemCategory, name: string): string {
  const [initial = OTHER_INITIAL] =
    name
      .normalize('NFD')
      .toLowerCase()
      .match(/[a-z0-9]/) ?? []
  return `letter-${category}-${initial}.svg`
}
