import errors from './de/errors.json'
import items from './de/items.json'
import layout from './de/layout.json'
import map from './de/map.json'

/** What the start screen says. */
export const texts = {
  errors,
  items,
  layout,
  map,
}

/** All other texts, each file by its path: it comes with the first screen that shows it. */
export const later = import.meta.glob<object>(
  ['./de/*.json', '!./de/{admin*,errors,items,layout,map}.json'],
  { import: 'default' },
)
