import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '../../scripts/project.mjs'

const WEB = join(ROOT, 'dist', 'web')
/** Static and dynamic imports, as the build writes them. */
const AT_ONCE = /(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g
const LATER = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g

const textOf = (file: string) => readFileSync(join(WEB, 'assets', file), 'utf8')
const namesIn = (file: string, places: RegExp) =>
  [...textOf(file).matchAll(places)].map(([, name = '']) => name)

/** A file and all its static imports. */
function withNeeded(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files
  files.add(file)
  for (const needed of namesIn(file, AT_ONCE)) withNeeded(needed, files)
  return files
}

/**
 * The built files that load before a screen's code is available: those of the page, and those of each file on the
 * shortest import path to the screen, without texts.
 * @param screen file name of the screen, without the hash that the build adds
 */
function scriptsUntil(screen: string): Set<string> {
  const [, entry] = /<script type="module"[^>]* src="([^"]+)"/.exec(
    readFileSync(join(WEB, 'index.html'), 'utf8'),
  ) ?? ['', '']
  if (!entry) throw new Error('The built page has no script')
  const isScreen = (file: string) => new RegExp(`^${screen}-[\\w-]{8}\\.js$`).test(file)
  const seen = new Set<string>()
  const ways = [withNeeded(basename(entry))]
  for (const way of ways) {
    for (const file of way) {
      if (seen.has(file)) continue
      seen.add(file)
      for (const next of namesIn(file, LATER)) {
        const longer = withNeeded(next, new Set(way))
        if (isScreen(next)) return longer
        ways.push(longer)
      }
    }
  }
  throw new Error(`No built file is called ${screen}`)
}

/** Size of the JavaScript that loads before a screen's code is available, gzipped, in kilobytes of 1,000 bytes. */
export function kilobytesUntil(screen: string): number {
  const bytes = [...scriptsUntil(screen)].map((file) => gzipSync(textOf(file), { level: 9 }).length)
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1000)
}
