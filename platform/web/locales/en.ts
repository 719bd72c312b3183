import errors from './en/errors.json'
import items from './en/items.json'
import layout from './en/layout.json'
import map from './en/map.json'

/** What the start screen says. */
export const texts = {
  errors,
  items,
  layout,
  map,
}

/** All other texts, each file by its path: it comes with the first screen that shows it. */
export const later = import.meta.glob<object>(
  ['./en/*.json', '!./en/{admin*,errors,items,layout,map}.json'],
  { import: 'default' },
)
