import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const LICENCES_FILE = 'third-party-licences.txt'

const MODULES = `${import.meta.dirname}/../../../node_modules`
/** Fonts are imported by style sheets, which the bundler's licence list leaves out. */
const FONTS = ['@fontsource/bricolage-grotesque', '@fontsource-variable/nunito-sans']

const packageOf = (module: string) =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(module)?.[1]

function licenceOf(name: string): string {
  const folder = join(MODULES, name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(join(folder, file), 'utf8') : ''
  return `\n## ${name} - ${version} (${license})\n\n${text}`
}

/**
 * Adds licences that the bundler does not list: those of fonts, and of the service worker, which is a separate bundle.
 * @param elsewhere modules of the other bundle, once it is built
 */
export function completeLicences(elsewhere: ReadonlySet<string>): Plugin {
  return {
    name: 'complete-licences',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const file = join(dir, LICENCES_FILE)
      if (!existsSync(file)) return
      const listed = readFileSync(file, 'utf8')
      const names = new Set([...FONTS, ...[...elsewhere].map(packageOf)])
      for (const name of [...names].sort()) {
        if (name && !listed.includes(`\n## ${name} - `)) appendFileSync(file, licenceOf(name))
      }
    },
  }
}
