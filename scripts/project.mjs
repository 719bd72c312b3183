// @ts-check
// Shared by the commands of package.json. Only uses Node itself, because these files run before anything is installed.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const CACHE = join(ROOT, 'node_modules', '.cache', 'letterlend')
const MIN_NODE = [20, 19]

/** A failure that the failed command has already explained. */
export class CommandError extends Error {
  /**
   * @param {string} message
   * @param {number} exitCode
   */
  constructor(message, exitCode) {
    super(message)
    this.exitCode = exitCode
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** An interrupted npm rolls its installation back, which takes longer than a user waits. */
const END_WITHIN_MS = 3_000

/** Ends the programs started by {@link run} and resolves once they are gone. For a process that has to stop. */
export async function endCommands() {
  const ends = [...running].map((child) => once(child, 'close'))
  for (const child of running) child.kill()
  const late = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, END_WITHIN_MS)
  await Promise.all(ends)
  clearTimeout(late)
}

/**
 * Runs a program in the project's folder and waits for it. Rejects with {@link CommandError}.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean, arrange?: (output: string) => string }} [options]
 *   `arrange`: what is shown of a quiet one that fails
 * @returns {Promise<string>} what it printed, when `quiet`
 */
export function run(command, args, { env = {}, quiet = false, arrange } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    running.add(child)
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      running.delete(child)
      if (code === 0) return resolve(output)
      if (quiet) process.stderr.write(arrange ? arrange(output) : output)
      reject(new CommandError(`${command} ${args.join(' ')} failed`, code ?? 1))
    })
  })
}

/**
 * Runs the JavaScript entry of an installed package (`vite`, `vitest/vitest.mjs` ...).
 * @param {string} file below node_modules
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(file, args, options) {
  return run(process.execPath, [join(ROOT, 'node_modules', ...file.split('/')), ...args], options)
}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantMajor = 0, wantMinor = 0] = MIN_NODE
  if (major < wantMajor || (major === wantMajor && minor < wantMinor)) {
    throw new CommandError(
      `Letterlend needs Node ${MIN_NODE.join('.')} or later; this is ${process.versions.node}. Get it from nodejs.org.`,
      1,
    )
  }
}

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** @param {string} file */
const readOrNothing = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/**
 * Writes a stamp, which says that an installation or a build is complete. The write is atomic.
 * @param {string} stamp
 * @param {string} content
 */
function writeStamp(stamp, content) {
  mkdirSync(dirname(stamp), { recursive: true })
  // Two processes may write the same stamp at the same moment.
  const own = `${stamp}.${process.pid}.new`
  writeFileSync(own, content)
  renameSync(own, stamp)
}

const INSTALLED = join(CACHE, 'installed')
/** npm writes this list at the very end. */
const NPMS_OWN_LIST = join(ROOT, 'node_modules', '.package-lock.json')

function wantedPackages() {
  const { dependencies, devDependencies, overrides } = JSON.parse(
    readOrNothing(join(ROOT, 'package.json')),
  )
  const wishes = JSON.stringify([dependencies, devDependencies, overrides])
  return sha256(readOrNothing(join(ROOT, 'package-lock.json')) + wishes)
}

/** True if npm was run directly: its own list equals the lockfile, except for packages of other systems. */
function isInstalledByHand() {
  /** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean }>} Packages */
  /** @param {string} file @returns {Packages | undefined} */
  const packagesOf = (file) => {
    try {
      return JSON.parse(readOrNothing(file)).packages
    } catch {
      return undefined
    }
  }
  const lockedPackages = packagesOf(join(ROOT, 'package-lock.json'))
  const there = packagesOf(NPMS_OWN_LIST)
  if (!lockedPackages || !there) return false
  return Object.entries(lockedPackages).every(([path, { version, integrity, optional }]) => {
    const own = there[path]
    if (!own) return path === '' || optional === true
    return own.version === version && own.integrity === integrity
  })
}

async function install() {
  say('Installing packages (a minute or two the first time) ...')
  rmSync(INSTALLED, { force: true })
  // npm passes its own path to its children; without npm, use the one on the PATH.
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund']
  if (npm) await run(process.execPath, [npm, ...args])
  else await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}

/** Installs the packages of the lockfile unless exactly these are installed already. */
export async function ensureInstalled() {
  checkNode()
  const wanted = wantedPackages()
  if (readOrNothing(INSTALLED) === wanted && existsSync(NPMS_OWN_LIST)) return
  if (!isInstalledByHand()) await install()
  writeStamp(INSTALLED, wanted)
}

/** @param {string[]} args @returns {string} empty where this is no checkout */
export function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

/**
 * The version to build: `0.1.0` at the tag v0.1.0 and outside a checkout; between tags with the commit, so that every
 * build has a unique name. Without git, as in the build of an image, COMMIT names the commit.
 */
export function describeVersion() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readOrNothing(join(ROOT, 'package.json')))
  const commit = git('rev-parse', 'HEAD') || (process.env.COMMIT ?? '')
  const hasChanges = git('status', '--porcelain', '--untracked-files=no') !== ''
  const isTagged = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)
  const parts = [version]
  if (commit && !(isTagged && !hasChanges)) parts.push(commit.slice(0, 7))
  if (hasChanges) parts.push('changed')
  return { name: parts.join('-'), commit, date: git('log', '-1', '--format=%cI') }
}

/** All sources are below these folders. */
const SOURCES = ['features', 'platform', 'app', 'commands']
/** Documents outside docs/ that the documentation also shows. */
const DOCUMENTS = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'GLOSSARY.md',
  'SECURITY.md',
  'bench/README.md',
]

/**
 * Hash of all files below folders, without skipped subfolders, and of some further files.
 * @param {string[]} folders
 * @param {string[]} skipped names of folders
 * @param {string[]} files
 */
function hashFiles(folders, skipped, files) {
  const hash = createHash('sha256')
  /** @param {string} folder */
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !skipped.includes(entry.name)) visit(path)
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
        hash.update(entry.name).update(readFileSync(path))
      }
    }
  }
  for (const folder of folders) visit(join(ROOT, folder))
  // The server's version is in package.json, the rest of which is also part of the bundle.
  for (const file of ['package.json', 'package-lock.json', ...files])
    hash.update(readOrNothing(join(ROOT, file)))
  return hash.digest('hex')
}

/** @param {string} source */
const buildApp = (source) =>
  runPackage('vite/bin/vite.js', [
    'build',
    source,
    '--config',
    join(source, 'vite.config.ts'),
    '--logLevel',
    'warn',
  ])

/** The builds and their sources. */
const BUILDS = [
  {
    name: 'web',
    title: 'web app',
    hash: () => hashFiles(SOURCES, ['server', 'testing'], []),
    build: () => buildApp(join('app', 'web')),
  },
  {
    name: 'server',
    title: 'server',
    hash: () => hashFiles(SOURCES, ['web', 'testing'], []),
    build: () => buildApp(join('app', 'server')),
  },
  {
    name: 'help',
    title: 'documentation',
    hash: () => hashFiles(['docs'], [], DOCUMENTS),
    build: () => runPackage('vitepress/bin/vitepress.js', ['build', 'docs'], { quiet: true }),
  },
]

/**
 * Builds the web app, the server and the documentation if their sources have changed since the last build.
 * @param {string[]} [only] names of the builds that are needed
 */
export async function ensureBuilt(only = BUILDS.map(({ name }) => name)) {
  for (const { name, title, hash, build } of BUILDS.filter((each) => only.includes(each.name))) {
    const stamp = join(CACHE, `built-${name}`)
    const folder = join(ROOT, 'dist', name)
    const wantedHash = hash()
    if (readOrNothing(stamp) === wantedHash && existsSync(folder)) continue
    say(`Building the ${title} ...`)
    rmSync(stamp, { force: true })
    await build()
    writeStamp(stamp, wantedHash)
  }
  // Another commit may have the same sources.
  if (only.includes('server')) {
    writeStamp(join(ROOT, 'dist', 'server', 'VERSION'), `letterlend ${describeVersion().name}\n`)
  }
}

/**
 * Prints the error, in one line if that is enough, and ends the process.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  if (error instanceof CommandError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(error.exitCode)
  }
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

/**
 * Runs a command of the built server with the arguments, the terminal and the exit code of this process.
 * @param {string} name of the file below dist/server
 * @param {Record<string, string>} [env]
 */
export async function runServerCommand(name, env = {}) {
  try {
    await ensureInstalled()
    await ensureBuilt(['server'])
  } catch (error) {
    fail(error)
  }
  const entry = join(ROOT, 'dist', 'server', `${name}.js`)
  const args = ['--enable-source-maps', entry, ...process.argv.slice(2)]
  const command = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    // The terminal sends Ctrl+C to both processes; a signal sent to this one has to be passed on.
    process.on(signal, () => {
      if (signal === 'SIGTERM') command.kill(signal)
    })
  }
  command.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
}
