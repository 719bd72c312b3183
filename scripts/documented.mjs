// @ts-check
// What documents tell a reader to type: programs of a release with their arguments, npm scripts, settings, units and
// paths. documents.test.ts compares it with the sources, e2e/release.spec.ts with a built release.

/** @typedef {{ language: string, lines: string[] }} Block */

/** @param {string} text @returns {Block[]} */
export function blocksOf(text) {
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)^\1```/gms)].map(
    ([, , language = '', content = '']) => ({ language, lines: content.trimEnd().split('\n') }),
  )
}

/** Code in backticks, from blocks and sentences. @param {string} text @returns {string[]} */
export function codeLinesOf(text) {
  const sentences = text.replace(/^( *)```.*?^\1```/gms, '')
  const inline = [...sentences.matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    code.replace(/\s+/g, ' '),
  )
  return [...blocksOf(text).flatMap(({ lines }) => lines), ...inline]
}

/** Where documents unpack a release. Optional, because commands may be run inside it. */
const INSTALLED = /(?:\/opt\/letterlend\/(?:current|letterlend-[A-Z]+)\/)/

/**
 * Calls of a release's programs: `{ program: 'dist/server/admin.js', args: ['list'] }`.
 * @param {string} line
 */
function programsIn(line) {
  const calls = line.matchAll(
    new RegExp(`\\bnode (?:--[\\w-]+ )*(${INSTALLED.source})?([\\w./-]+\\.m?js)\\b([^|>#]*)`, 'g'),
  )
  return [...calls].map(([, , program = '', rest = '']) => ({
    program,
    args: rest.trim().split(/\s+/).filter(Boolean),
  }))
}

/** @param {string} text of a document */
export function documentedPrograms(text) {
  // Scripts of the checkout are for developers.
  return codeLinesOf(text)
    .flatMap(programsIn)
    .filter(({ program }) => !/^(scripts|bench|e2e)\//.test(program))
}

/** Files and folders of a release, relative to it. @param {string} text @returns {string[]} */
export function documentedPaths(text) {
  const installed = new RegExp(`${INSTALLED.source}([\\w./-]*[\\w])`, 'g')
  const below = codeLinesOf(text).flatMap((line) =>
    [...line.matchAll(installed)].map(([, path = '']) => path),
  )
  const papers = codeLinesOf(text).flatMap((line) =>
    [...line.matchAll(/\/srv\/letterlend\/(docs\/[\w./-]*\w)/g)].map(([, path = '']) => path),
  )
  return [...below, ...papers]
}

/** Names behind `npm run`. @param {string} text @returns {string[]} */
export const documentedScripts = (text) =>
  codeLinesOf(text).flatMap((line) =>
    [...line.matchAll(/\bnpm run ([\w-]+)/g)].map(([, name = '']) => name),
  )

/**
 * Calls of the Debian package's command. A line of Postfix begins like one.
 * @param {string} text @returns {string[]}
 */
export const documentedPackageCommands = (text) =>
  codeLinesOf(text).flatMap((line) =>
    [...line.matchAll(/(?:^|&& )letterlend (?!unix )([a-z][\w-]*)(?= |$)/g)].map(
      ([, name = '']) => name,
    ),
  )

const SETTING = /^#?(?:Environment=)?([A-Z][A-Z0-9_]+)=/

/** Names of settings that are given a value. @param {string} text of a document @returns {string[]} */
export function documentedSettings(text) {
  return codeLinesOf(text).flatMap((line) => SETTING.exec(line.trim())?.[1] ?? [])
}

/** Names of settings in an example of `.env`. @param {string} text @returns {string[]} */
export const exampleSettings = (text) =>
  text.split('\n').flatMap((line) => SETTING.exec(line)?.[1] ?? [])

/** Units in commands, without the part after an `@`. @param {string} text @returns {string[]} */
export function documentedUnits(text) {
  return codeLinesOf(text).flatMap((line) =>
    [...line.matchAll(/\b(?:systemctl|journalctl)((?: [\w@.:=-]+)+)/g)].flatMap(([, words = '']) =>
      [...words.matchAll(/(?<= )letterlend[\w-]*(?:@\w*)?(?:\.\w+)?/g)].map(([unit]) => {
        const name = unit.replace(/@\w*/, '@')
        return name.includes('.') ? name : `${name}.service`
      }),
    ),
  )
}

/** Units that documents tell the reader to create. @param {string} text @returns {string[]} */
export const describedUnits = (text) =>
  codeLinesOf(text).flatMap((line) =>
    [...line.matchAll(/\/etc\/systemd\/system\/(letterlend[\w@-]*\.\w+)/g)].map(
      ([, unit = '']) => unit,
    ),
  )
