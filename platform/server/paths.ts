import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The nearest parent folder with a manifest, which contains both the sources and the bundles in `dist/`, in a release
 * as in a checkout.
 * @param from the folder of the running program
 * @throws {Error} if a bundle was copied out of its package
 */
export function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) {
      throw new Error(`There is no package.json above ${from}: run it where it was unpacked.`)
    }
  }
}

export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)))
export const MIGRATIONS_FOLDER = join(ROOT, 'platform', 'server', 'db', 'migrations')
export const BUNDLED_STREET_MAP = join(
  ROOT,
  'platform',
  'server',
  'street-map',
  'liechtenstein.pmtiles',
)
export const BREACHED_PASSWORDS = join(
  ROOT,
  'platform',
  'server',
  'identity',
  'breached-passwords.bin',
)
export const WEB_FOLDER = join(ROOT, 'dist', 'web')
export const HELP_FOLDER = join(ROOT, 'dist', 'help')
