import { join } from 'node:path'
import { ROOT } from '#platform/server/paths.ts'

/** The pictures that come along with the product, `<slug>.svg`. */
export const STICKERS_FOLDER = join(ROOT, 'features', 'places', 'items', 'stickers')
/** The items with which a new community begins. */
export const ITEM_CATALOGUE = join(ROOT, 'features', 'places', 'items', 'catalogue.json')
