import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Bundles lie in `dist/`, sources beside them, in a release as in a checkout: the nearest folder with a manifest holds both. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

export const ROOT = findRoot()
export const MIGRATIONS_FOLDER = join(ROOT, 'platform', 'server', 'db', 'migrations')
export const BUNDLED_STREET_MAP = join(
  ROOT,
  'platform',
  'server',
  'street-map',
  'liechtenstein.pmtiles',
)
/** The built web app. */
export const WEB_FOLDER = join(ROOT, 'dist', 'web')
