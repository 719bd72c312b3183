import errors from './fr/errors.json'
import items from './fr/items.json'
import layout from './fr/layout.json'
import map from './fr/map.json'

/** What the start screen says. Every other text comes with the screen that shows it. */
export const texts = {
  errors,
  items,
  layout,
  map,
}
