// @ts-check
// `node scripts/node-lines.mjs FOLDER` installs a Node of each supported line into FOLDER and prints their programs,
// newest first, including the current one. Used in CI, because users often install another version than the machine
// has.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommandError, fail, run } from './project.mjs'

/** The newest version of each line at the last update. The first line is the oldest the server supports. */
export const NODE_LINES = ['20.20.2', '22.23.3', '24.21.0', '26.10.0']

/** @param {string} version */
export const lineOf = (version) => Number(version.split('.')[0])

/** @param {string} text */
const tell = (text) => process.stderr.write(`${text}\n`)

/**
 * The package `node` consists of one package per system. The project does not depend on it, because its program would
 * replace the chosen Node.
 * @param {string} version
 * @param {string} folder in which its folder `place` is created
 * @returns {Promise<{ place: string, folder: string, program: string }>} `folder` is the package's
 * @throws where the registry does not answer, or has none that runs on this system
 */
export async function nodePackage(version, folder) {
  const name = `node-${process.platform}-${process.arch}`
  const place = join(folder, version)
  const own = join(place, 'node_modules', name)
  const program = join(own, 'bin', 'node')
  mkdirSync(place, { recursive: true })
  const args = ['install', '--prefix', place, '--no-save', '--no-package-lock', '--ignore-scripts']
  const patience = ['--fetch-retries=1', '--fetch-timeout=60000']
  await run('npm', [...args, ...patience, `${name}@${version}`], { quiet: true })
  await run(program, ['--version'], { quiet: true })
  return { place, folder: own, program }
}

/** @param {string} version @param {string} folder @returns {Promise<string | null>} */
async function fetchNode(version, folder) {
  try {
    return (await nodePackage(version, folder)).program
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    tell(`NOT TESTED on Node ${version}, which cannot be installed: ${reason}`)
    return null
  }
}

/** @param {string} folder */
async function allPrograms(folder) {
  const ownVersion = process.versions.node
  const others = NODE_LINES.filter((version) => lineOf(version) !== lineOf(ownVersion))
  const programs = []
  for (const version of [...others, ownVersion].sort((a, b) => lineOf(b) - lineOf(a))) {
    const program = version === ownVersion ? process.execPath : await fetchNode(version, folder)
    if (program) programs.push(program)
  }
  return programs
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder] = process.argv.slice(2)
  try {
    if (!folder) throw new CommandError('Name a folder: node scripts/node-lines.mjs FOLDER', 1)
    for (const program of await allPrograms(folder)) process.stdout.write(`${program}\n`)
  } catch (error) {
    fail(error)
  }
}
