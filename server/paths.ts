import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The bundle lies in `server/dist`, the sources in `server`: the package's folder is the nearest one with a manifest. */
function findServerFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

export const SERVER_FOLDER = findServerFolder()
export const MIGRATIONS_FOLDER = join(SERVER_FOLDER, 'db', 'migrations')
export const STICKERS_FOLDER = join(SERVER_FOLDER, 'stickers')
export const PLACE_LIST = join(SERVER_FOLDER, 'geocoding', 'places.tsv.br')
export const TERRAIN = join(SERVER_FOLDER, 'demo', 'terrain.json')
export const BUNDLED_STREET_MAP = join(SERVER_FOLDER, 'street-map', 'liechtenstein.pmtiles')
export const ITEM_CATALOGUE = join(SERVER_FOLDER, 'features', 'items', 'catalogue.json')
export const WEB_FOLDER = join(SERVER_FOLDER, '..', 'web', 'dist')
