// @ts-check
// Lists source files and what they import.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from './project.mjs'

/**
 * Files that git tracks or would add.
 * @param {string} folder
 * @returns {string[]} paths below the root
 */
export function listFiles(folder) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)))
}

/**
 * A path below the root, or the name of a package.
 * @param {string} from
 * @param {string} target
 */
function resolveImport(from, target) {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? posix.join(posix.dirname(from), target) : target
}

/**
 * What a file imports, including types: paths below the root and names of packages.
 * @param {string} file
 * @returns {string[]}
 */
export function importsOf(file) {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const statements = source.matchAll(/(?:\bfrom|(?<!\/)\bimport|\bimport\()\s*'([^']+)'/g)
  return [...statements].map(([, target = '']) => resolveImport(file, target))
}

/** A door is a file that only re-exports what others may use of a noun: docs/decisions/0044-doors.md. */
export const isDoor = (/** @type {string} */ path) => /^features\/[^/]+\/.*\bdoor\.ts$/.test(path)

/**
 * The names in braces of an import or export, without types.
 * @param {string} clause
 */
const namesIn = (clause) =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))

/**
 * @param {string} door
 * @returns {Map<string, string>} each name that a door hands on, types as well -> the file it comes from
 */
export function namesOfDoor(door) {
  const source = readFileSync(join(ROOT, door), 'utf8')
  const statements = [...source.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)]
  return new Map(
    statements.flatMap(([, names = '', target = '']) =>
      namesIn(`{${names.replaceAll(/\btype /g, '')}}`).map(
        (name) =>
          /** @type {const} */ ([name.split(' as ').at(-1) ?? '', resolveImport(door, target)]),
      ),
    ),
  )
}
