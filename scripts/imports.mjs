// @ts-check
// Which files there are, and what a file imports: found by reading, in half a second for all of them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from './project.mjs'

/**
 * What git knows of, or would take.
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
 * What a file imports, types as well: paths below the root and names of packages.
 * @param {string} file
 * @returns {string[]}
 */
export function importsOf(file) {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const statements = source.matchAll(/(?:\bfrom|(?<!\/)\bimport|\bimport\()\s*'([^']+)'/g)
  return [...statements].map(([, target = '']) => resolveImport(file, target))
}

/**
 * What a file imports that is there when it runs: no types.
 * @param {string} file
 * @returns {string[]}
 */
export function runningImportsOf(file) {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const statements = source.matchAll(
    /^(?:import|export) (?!type\b)(?:[^'"]*?\bfrom )?'([^']+)'|\b(?:import|importActual)\(\s*'([^']+)'/gm,
  )
  return [...statements].map(([, target, later = '']) =>
    resolveImport(file, target ?? later).replace(/\?\w+$/, ''),
  )
}
