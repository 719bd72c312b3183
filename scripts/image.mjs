// @ts-check
// `npm run image`: an image for containers, made of a release, of Node and of the few libraries that both load: no shell, no
// packages of a system. `-- --root FOLDER` makes its files alone, which the Dockerfile does. docs/docker.md says how it is run.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { lineOf, NODE_LINES, nodePackage } from './node-lines.mjs'
import { CommandError, describeVersion, fail, ROOT, run, say } from './project.mjs'

/** As the images of Node call it, so that volumes keep their owner. */
const USER = { name: 'node', id: 1000 }
/** What is told to whoever looks for a name in the image. */
const NAMES = {
  passwd: `root:x:0:0:root:/:/sbin/nologin\n${USER.name}:x:${USER.id}:${USER.id}::/data:/sbin/nologin\n`,
  group: `root:x:0:\n${USER.name}:x:${USER.id}:\n`,
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
}
/** Programs that make an image of a Dockerfile; the first that is there. */
const ENGINES = ['buildah', 'podman', 'docker']

/** @param {string} command */
const isThere = (command) => !spawnSync(command, ['--version'], { stdio: 'ignore' }).error

/** @param {string} folder @param {RegExp} name @returns {Promise<string[]>} paths of files below */
async function filesBelow(folder, name) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * The libraries of this system that programs load, by the path at which they look for them.
 * @param {string[]} programs
 */
function librariesOf(programs) {
  const libraries = new Set()
  for (const program of programs) {
    const said = execFileSync('ldd', [program], { encoding: 'utf8' })
    if (said.includes('not found'))
      throw new CommandError(`${program} lacks a library:\n${said}`, 1)
    for (const [path] of said.matchAll(/\/\S+(?= \()/g)) libraries.add(path)
  }
  return [...libraries].sort()
}

/**
 * What the packages that the libraries come from ask to be handed on with them.
 * @param {string[]} libraries
 * @param {string} to
 */
async function copyLicences(libraries, to) {
  for (const library of libraries) {
    // Debian has one folder under two names, and its list of files knows each by one of them.
    const names = [library, `/usr${library}`, library.replace(/^\/usr/, '')]
    const { stdout } = spawnSync('dpkg-query', ['-S', ...names], { encoding: 'utf8' })
    const owner = /^[^:,\s]+/.exec(stdout ?? '')?.[0]
    const paper = `/usr/share/doc/${owner}/copyright`
    if (owner && existsSync(paper)) await cp(paper, join(to, owner), { dereference: true })
  }
}

/**
 * Which Node goes into the image: `here` is the one that runs this; a path is taken as it is; else the newest of a line as
 * the registry has it.
 * @param {string} wanted
 * @param {string} scratch
 */
async function nodeOf(wanted, scratch) {
  const program = wanted === 'here' ? process.execPath : wanted
  if (existsSync(program)) return { program, licence: join(dirname(dirname(program)), 'LICENSE') }
  const version = NODE_LINES.find((each) => lineOf(each) === Number(wanted))
  if (!version) throw new CommandError(`--node takes a line (24), a path, or "here"`, 1)
  const fetched = await nodePackage(version, scratch)
  return { program: fetched.program, licence: join(fetched.folder, 'LICENSE') }
}

/**
 * All files of the image: `system` is its root, `data` what a new volume begins with.
 * @param {string} folder which is not there yet
 * @param {{ node: string, release?: string | undefined }} parts `release`: a folder of one that was made before
 */
async function makeRoot(folder, { node, release }) {
  if (process.platform !== 'linux') throw new CommandError('An image is made on Linux.', 1)
  const system = join(folder, 'system')
  const app = join(system, 'app')
  const scratch = await mkdtemp(join(tmpdir(), 'letterlend-image-'))
  try {
    await mkdir(system, { recursive: true })
    if (release) await cp(release, app, { recursive: true })
    else await run(process.execPath, [join(ROOT, 'scripts', 'release.mjs'), '--out', app])
    // Who runs a container reads the pages where they got the image from.
    await rm(join(app, 'docs'), { recursive: true })
    const { program, licence } = await nodeOf(node, scratch)
    const own = join(system, 'usr', 'local', 'bin', 'node')
    await mkdir(dirname(own), { recursive: true })
    await cp(program, own, { dereference: true })
    // Names of functions for debuggers: 18 MB.
    if (isThere('strip')) await run('strip', [own], { quiet: true })
    await chmod(own, 0o755)
    const libraries = librariesOf([own, ...(await filesBelow(app, /\.node$/))])
    for (const library of libraries) {
      await mkdir(join(system, dirname(library)), { recursive: true })
      await cp(library, join(system, library), { dereference: true })
      await chmod(join(system, library), 0o755)
    }
    const licences = join(system, 'usr', 'share', 'licences')
    await mkdir(licences, { recursive: true })
    await copyLicences(libraries, licences)
    if (existsSync(licence)) await cp(licence, join(licences, 'node'))
    await mkdir(join(system, 'etc'))
    for (const [name, text] of Object.entries(NAMES))
      await writeFile(join(system, 'etc', name), text)
    await mkdir(join(system, 'tmp'))
    await chmod(join(system, 'tmp'), 0o1777)
    await mkdir(join(folder, 'data', 'backups'), { recursive: true })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** @param {string} folder @returns {Promise<number>} bytes of all files below */
async function sizeOf(folder) {
  let bytes = 0
  for (const file of await filesBelow(folder, /./)) bytes += (await stat(file)).size
  return bytes
}

/** The last stage of the Dockerfile, whose files lie beside it instead of in the stage before. */
async function lastStage() {
  const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
  const [, last] = dockerfile.split(/^(?=FROM scratch$)/m)
  if (!last) throw new Error('The Dockerfile has no stage that begins with nothing.')
  return last.replaceAll('--from=build ', '').replaceAll(' /image/', ' ')
}

/**
 * @param {string} engine
 * @param {string} context
 * @param {string} tag
 * @param {string} commit
 */
async function build(engine, context, tag, commit) {
  const args = ['--build-arg', `COMMIT=${commit}`, '--tag', tag, context]
  /** @type {Record<string, string[]>} */
  const commands = {
    // Health checks are known to Docker's format alone; nothing runs while it is built, so that nothing needs a kernel for it.
    buildah: ['bud', '--isolation', 'chroot', '--format', 'docker', '--quiet', ...args],
    podman: ['build', '--isolation', 'chroot', '--format', 'docker', '--quiet', ...args],
    docker: ['build', '--quiet', ...args],
  }
  await run(engine, commands[engine] ?? [], { quiet: true })
}

/** npm runs this in the project's folder, wherever it was called. @param {string} path */
const given = (path) => resolve(process.env.INIT_CWD ?? '.', path)

async function main() {
  const { values } = parseArgs({
    options: {
      root: { type: 'string' },
      node: { type: 'string' },
      release: { type: 'string' },
      engine: { type: 'string' },
      tag: { type: 'string' },
    },
  })
  const node = values.node ?? (await readFile(join(ROOT, '.nvmrc'), 'utf8')).trim()
  const parts = { node, release: values.release && given(values.release) }
  if (values.root) {
    const folder = given(values.root)
    if (existsSync(folder)) throw new CommandError(`${folder} is there already.`, 1)
    await makeRoot(folder, parts)
    return
  }
  const engine = values.engine ?? ENGINES.find(isThere)
  if (!engine || !ENGINES.includes(basename(engine))) {
    throw new CommandError(`An image is made by one of ${ENGINES.join(', ')}: install one.`, 1)
  }
  const { name, commit } = describeVersion()
  const tag = values.tag ?? `letterlend:${name}`
  const context = await mkdtemp(join(tmpdir(), 'letterlend-image-'))
  try {
    await makeRoot(context, parts)
    await writeFile(join(context, 'Dockerfile'), await lastStage())
    await build(engine, context, tag, commit)
    say(`${tag}, by ${engine}: ${((await sizeOf(join(context, 'system'))) / 1e6).toFixed(1)} MB`)
  } finally {
    await rm(context, { recursive: true, force: true })
  }
}

await main().catch(fail)
