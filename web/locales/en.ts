import errors from './en/errors.json'
import items from './en/items.json'
import layout from './en/layout.json'
import map from './en/map.json'

/** What the start screen says. Every other text comes with the screen that shows it. */
export const texts = {
  errors,
  items,
  layout,
  map,
}
