import errors from './de/errors.json'
import items from './de/items.json'
import layout from './de/layout.json'
import map from './de/map.json'

/** What the start screen says. Every other text comes with the screen that shows it. */
export const texts = {
  errors,
  items,
  layout,
  map,
}
