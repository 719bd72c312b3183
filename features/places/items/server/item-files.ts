import { join } from 'node:path'
import { ROOT } from '#platform/server/paths.ts'

/** Folder of the pictures that the product ships, `<slug>.svg`. */
export const STICKERS_FOLDER = join(ROOT, 'features', 'places', 'items', 'stickers')
/** The items of a new community. */
export const ITEM_CATALOGUE = join(ROOT, 'features', 'places', 'items', 'catalogue.json')
