import errors from './fr/errors.json'
import items from './fr/items.json'
import layout from './fr/layout.json'
import map from './fr/map.json'

/** What the start screen says. */
export const texts = {
  errors,
  items,
  layout,
  map,
}

/** All other texts, each file by its path: it comes with the first screen that shows it. */
export const later = import.meta.glob<object>(
  ['./fr/*.json', '!./fr/{admin*,errors,items,layout,map}.json'],
  { import: 'default' },
)
