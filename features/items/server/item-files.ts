import { join } from 'node:path'
import { ROOT } from '#platform/server/paths.ts'

/** The pictures that come along, `<slug>.svg`. */
export const STICKERS_FOLDER = join(ROOT, 'features', 'items', 'stickers')
/** What a new community begins with. */
export const ITEM_CATALOGUE = join(ROOT, 'features', 'items', 'catalogue.json')
