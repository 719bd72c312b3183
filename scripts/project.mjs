// @ts-check
// What the commands of package.json share. Only Node itself is used: these files run before
// anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const CACHE = join(ROOT, 'node_modules', '.cache', 'letterlend')
const MIN_NODE = [20, 19]

/** A failure that was explained already by the command that failed. */
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

/** Ends what {@link run} waits for: for a process that is asked to stop. */
export function endCommands() {
  for (const child of running) child.kill()
}

/**
 * Runs a program in the project's folder and waits for it. Rejects with {@link CommandError}.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} [options]
 * @returns {Promise<string>} what it printed, when `quiet`
 */
export function run(command, args, { env = {}, quiet = false } = {}) {
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
      if (quiet) process.stderr.write(output)
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

/** Installs the packages of the lockfile unless exactly these are installed already. */
export async function ensureInstalled() {
  checkNode()
  const wanted = sha256(
    ['package-lock.json', 'package.json'].map((file) => readOrNothing(join(ROOT, file))).join(),
  )
  const stamp = join(CACHE, 'installed')
  if (readOrNothing(stamp) === wanted) return
  say('Installing packages (a minute or two the first time) ...')
  // npm tells its children where it is; started without npm, the one on the PATH has to do.
  const npm = process.env.npm_execpath
  if (npm) await run(process.execPath, [npm, 'ci', '--no-audit', '--no-fund'])
  else
    await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'])
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(stamp, wanted)
}

const NO_SOURCE = new Set(['node_modules', 'dist', 'testing'])

/**
 * Hash of all sources below some folders.
 * @param {string[]} folders
 */
function hashSources(folders) {
  const hash = createHash('sha256')
  /** @param {string} folder */
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !NO_SOURCE.has(entry.name)) visit(path)
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
        hash.update(entry.name).update(readFileSync(path))
      }
    }
  }
  for (const folder of folders) visit(join(ROOT, folder))
  return hash.update(readOrNothing(join(ROOT, 'package-lock.json'))).digest('hex')
}

/** What is built, from which folders. */
const BUILDS = [
  { name: 'web', title: 'web app', sources: ['contract', 'web'] },
  { name: 'server', title: 'server', sources: ['contract', 'server'] },
]

/**
 * Builds the web app and the server where their sources changed since the last build.
 * @param {string[]} [only] names of the builds that are needed
 */
export async function ensureBuilt(only = BUILDS.map(({ name }) => name)) {
  for (const { name, title, sources } of BUILDS.filter((build) => only.includes(build.name))) {
    const stamp = join(CACHE, `built-${name}`)
    const wanted = hashSources(sources)
    if (readOrNothing(stamp) === wanted && existsSync(join(ROOT, name, 'dist'))) continue
    say(`Building the ${title} ...`)
    await runPackage('vite/bin/vite.js', [
      'build',
      name,
      '--config',
      join(name, 'vite.config.ts'),
      '--logLevel',
      'warn',
    ])
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(stamp, wanted)
  }
}

/**
 * Ends the process with what went wrong, in one line where that is enough.
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
 * Becomes a command of the built server with the arguments of this process: its terminal, its exit code.
 * @param {string} name of the file below server/dist
 * @param {Record<string, string>} [env]
 */
export async function runServerCommand(name, env = {}) {
  try {
    await ensureInstalled()
    await ensureBuilt(['server'])
  } catch (error) {
    fail(error)
  }
  const entry = join(ROOT, 'server', 'dist', `${name}.js`)
  const args = ['--enable-source-maps', entry, ...process.argv.slice(2)]
  const command = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    // The terminal sends Ctrl+C to both; a signal sent to this process alone has to be passed on.
    process.on(signal, () => {
      if (signal === 'SIGTERM') command.kill(signal)
    })
  }
  command.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
}
