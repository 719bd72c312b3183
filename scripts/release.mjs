// @ts-check
// `npm run release`: one folder, and an archive of it, with all a server needs except Node and its settings:
// release/letterlend-VERSION/. `-- --out FOLDER` only makes the folder, at the given place. `-- --deb` also makes a
// Debian package, `-- --sign KEY` signs the checksums, `-- --verify FILE` verifies an archive.
import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import {
  CommandError,
  describeVersion,
  ensureBuilt,
  ensureInstalled,
  fail,
  ROOT,
  say,
} from './project.mjs'
import { makeDeb } from './release-deb.mjs'
import { provenanceOf, SIGNATURE, SUMS, sign, verify, writeSums } from './release-proofs.mjs'
import { writeSbom } from './sbom.mjs'

/**
 * @typedef {{ link?: boolean, resolved?: string, optional?: boolean, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }> }} LockedPackage
 */

/** @param {string} file below the project's folder @returns {Promise<any>} */
const readJson = async (file) => JSON.parse(await readFile(join(ROOT, file), 'utf8'))

/**
 * The folder where Node finds a package.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} from
 * @param {string} name
 */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = join(folder, 'node_modules', name).replaceAll(sep, '/')
    if (packages[place]) return place
    if (folder === '') return null
  }
}

/** Never loaded by our calls: `@react-email/render` only uses it to pretty-print the HTML of a mail. */
const NEVER_LOADED = new Set(['prettier'])

/**
 * The folders of the server's packages and all they depend on, according to the lockfile, without those of other
 * systems.
 * @param {string[]} names
 */
async function neededPackages(names) {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = await readJson('package-lock.json')
  /** @type {Set<string>} */
  const needed = new Set()
  /** @param {string} from @param {string} name @param {boolean} optional */
  const add = (from, name, optional) => {
    if (NEVER_LOADED.has(name)) return
    const place = locate(packages, from, name)
    if (place === null || !existsSync(join(ROOT, place))) {
      if (optional) return
      throw new CommandError(`${name} is not installed: run npm ci.`, 1)
    }
    if (needed.has(place)) return
    needed.add(place)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[place] ?? {}
    for (const each of Object.keys(dependencies ?? {})) add(place, each, false)
    for (const each of Object.keys(optionalDependencies ?? {})) add(place, each, true)
    for (const each of Object.keys(peerDependencies ?? {})) {
      if (!peerDependenciesMeta?.[each]?.optional) add(place, each, false)
    }
  }
  for (const name of names) add('', name, false)
  return [...needed].sort()
}

/** Not needed at run time: types, source maps, sources and documentation of packages. */
const NOT_RUN = new Set(['.map', '.ts', '.cts', '.mts', '.tsx', '.flow', '.md', '.markdown', '.sh'])
const NOT_RUN_FILES = /^(\.eslintrc.*|eslint\.config\..*)$/
const NOT_RUN_FOLDERS = /^(\..*|tests?|__tests__|docs?|examples?|benchmarks?|node_modules)$/
/** With any extension. Licences have to accompany the code. */
const LICENCE = /^(licen[cs]e|copying|notice|authors)/i

/**
 * Some megabytes that a server never loads: builds of packages for browsers and old loaders, React's browser parts, an
 * unused extension of the embedded database. `e2e/release.spec.ts` tests what is left.
 */
const FOR_OTHERS = [
  /^node_modules\/react-dom\/cjs\/react-dom-(client|profiling|server\.(bun|edge))\./,
  /^node_modules\/pdfkit\/js\/pdfkit\.(standalone|browser|old|browser\.old)\.m?js$/,
  /^node_modules\/luxon\/build\/(global|amd|cjs-browser)$/,
  /^node_modules\/fontkit\/dist\/browser/,
  /^node_modules\/csv-parse\/dist\/(umd|iife)$/,
  /^node_modules\/svgo\/dist\/svgo\.browser\.js$/,
  /^node_modules\/pngjs\/browser\.js$/,
  /^node_modules\/css-what\/src\/__fixtures__$/,
  /^node_modules\/@electric-sql\/pglite\/dist\/pgcrypto\.tar\.gz$/,
]

/** @param {string} place below the project's folder @param {string} to */
async function copyPackage(place, to) {
  const source = join(ROOT, place)
  await cp(source, join(to, place), {
    recursive: true,
    filter: (path) => {
      const name = basename(path)
      if (path === source) return true
      const below = relative(ROOT, path).replaceAll(sep, '/')
      if (FOR_OTHERS.some((pattern) => pattern.test(below))) return false
      if (dirname(path) === source && NOT_RUN_FOLDERS.test(name)) return LICENCE.test(name)
      return LICENCE.test(name) || !(NOT_RUN.has(extname(name)) || NOT_RUN_FILES.test(name))
    },
  })
}

/** @param {string} name of the build @param {string} to */
async function copyBuilt(name, to) {
  await cp(join(ROOT, 'dist', name), join(to, 'dist', name), { recursive: true })
}

/** Where the server's sources are. */
const SERVER_FOLDERS = ['features', join('platform', 'server'), join('app', 'server')]
/**
 * Sources and browser code are in the bundle, and snapshots of tables are only needed to generate migrations. Other
 * files are read at run time.
 */
const BUNDLED = /(^|\/)(web|testing|README\.md|[^/]+\.tsx?|\d+_snapshot\.json)$/

/** @param {string} to */
async function copyServer(to) {
  for (const folder of SERVER_FOLDERS) {
    const source = join(ROOT, folder)
    await cp(source, join(to, folder), {
      recursive: true,
      filter: (path) => !BUNDLED.test(path.slice(source.length).replaceAll(sep, '/')),
    })
    await removeEmptyFolders(join(to, folder))
  }
  await copyBuilt('server', to)
  await copyBuilt('web', to)
  await copyBuilt('help', to)
}

/** @param {string} folder @returns {Promise<boolean>} whether it is gone */
async function removeEmptyFolders(folder) {
  let left = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !(await removeEmptyFolders(join(folder, entry.name)))) left++
  }
  if (left === 0) await rm(folder, { recursive: true })
  return left === 0
}

/** @param {string} to @param {ReturnType<typeof describeVersion>} version @param {string[]} external */
async function writeManifests(to, { name, commit, date }, external) {
  const {
    version,
    description,
    license,
    engines,
    dependencies: all,
  } = await readJson('package.json')
  const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`
  const dependencies = Object.fromEntries(external.map((each) => [each, all[each]]))
  const about = { name: 'letterlend', version, private: true, description, license, type: 'module' }
  await writeFile(join(to, 'package.json'), json({ ...about, engines, dependencies }))
  const lines = [
    `letterlend ${name}`,
    `commit ${commit || 'unknown'}`,
    `date ${date || 'unknown'}`,
    `node ${engines.node}`,
    // Two packages contain native code.
    `platform ${process.platform}-${process.arch}`,
  ]
  await writeFile(join(to, 'VERSION'), `${lines.join('\n')}\n`)
}

/** Documents for the operator. */
const PAPERS = ['LICENSE', 'README.md', 'CHANGELOG.md', '.env.example', 'docs']

/** @param {string} to */
async function copySwitch(to) {
  await cp(join(ROOT, 'scripts', 'switch.mjs'), join(to, 'switch.mjs'))
}

/** @param {string} to */
async function copyPapers(to) {
  // Folders of the documentation site, which is built.
  const unread = new Set([
    '.vitepress',
    'de',
    'decisions',
    'fr',
    'index.md',
    'neighbours',
    'organisers',
    'pictures',
    'project',
  ])
  for (const paper of PAPERS) {
    await cp(join(ROOT, paper), join(to, paper), {
      recursive: true,
      filter: (path) => !unread.has(basename(path)),
    })
  }
}

/** @param {string} folder @returns {Promise<number>} bytes of all files below */
async function sizeOf(folder) {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += await sizeOf(path)
    else if (entry.isFile()) bytes += (await stat(path)).size
  }
  return bytes
}

/** @param {number} bytes */
const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * @param {string} folder
 * @param {string} date of every file in it, so that the archive is reproducible
 */
async function pack(folder, date) {
  const { spawn } = await import('node:child_process')
  const args = ['-cf', '-', '-C', dirname(folder)]
  const isGnu = /GNU/.test(execFileSync('tar', ['--version'], { encoding: 'utf8' }))
  if (isGnu) {
    args.push('--sort=name', '--owner=0', '--group=0', '--numeric-owner')
    args.push('--mode=u=rwX,go=rX', ...(date ? [`--mtime=${date}`] : []))
  }
  const tar = spawn('tar', [...args, basename(folder)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const archive = `${folder}.tar.gz`
  /** @type {Promise<number | null>} */
  const ended = new Promise((done) => tar.on('close', done))
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(archive))
  if ((await ended) !== 0) throw new CommandError('tar failed', 1)
  return archive
}

/**
 * Creates a folder atomically: it only appears once it is complete.
 * @param {string} folder
 */
async function makeFolder(folder) {
  await ensureInstalled()
  await ensureBuilt()
  const version = describeVersion()
  const making = `${folder}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  await copyServer(making)
  const external = await readJson('dist/server/external.json')
  for (const place of await neededPackages(external)) await copyPackage(place, making)
  await writeManifests(making, version, external)
  await copySwitch(making)
  await copyPapers(making)
  await writeSbom(join(making, 'sbom.cdx.json'))
  await rm(folder, { recursive: true, force: true })
  await rename(making, folder)
  return version
}

/**
 * The archive of a release and its evidence, in one folder.
 * @param {{ sign: string | undefined, deb: boolean }} wanted `sign`: path of the SSH key to sign with
 */
async function makeArchive({ sign: key, deb }) {
  const { name } = describeVersion()
  if (key && name.endsWith('-changed')) {
    throw new CommandError(
      'Commit all changes before signing: otherwise the release cannot be reproduced.',
      1,
    )
  }
  const releases = join(ROOT, 'release')
  const folder = join(releases, `letterlend-${name}`)
  const version = await makeFolder(folder)
  const { date, commit } = version
  say(`${folder}: ${inMegabytes(await sizeOf(folder))}`)
  const archive = await pack(folder, date)
  const statement = `${folder}.provenance.json`
  const sbom = `${folder}.sbom.cdx.json`
  const packages = deb ? [await makeDeb(folder, version, releases)] : []
  const lock = join(ROOT, 'package-lock.json')
  const provenance = await provenanceOf([archive, ...packages], { commit, name, lock })
  await writeFile(statement, `${JSON.stringify(provenance, null, 2)}\n`)
  await cp(join(folder, 'sbom.cdx.json'), sbom)
  await writeSums(
    releases,
    [archive, statement, sbom, ...packages].map((each) => basename(each)),
  )
  if (key) await sign(releases, key)
  for (const each of [archive, ...packages]) {
    say(`${each}: ${inMegabytes((await stat(each)).size)}`)
  }
  const proofs = [
    statement,
    sbom,
    join(releases, SUMS),
    ...(key ? [join(releases, SIGNATURE)] : []),
  ]
  for (const proof of proofs) say(proof)
}

/** A path relative to where npm was called, since npm runs this in the project's folder. @param {string} path */
const given = (path) => resolve(process.env.INIT_CWD ?? '.', path)

async function main() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      deb: { type: 'boolean', default: false },
      sign: { type: 'string' },
      verify: { type: 'string' },
      signers: { type: 'string' },
    },
  })
  if (values.verify) {
    const signers = values.signers && given(values.signers)
    const { holds, line } = await verify(given(values.verify), signers)
    say(line)
    process.exitCode = holds ? 0 : 1
    return
  }
  if (values.out) {
    const folder = given(values.out)
    if (existsSync(folder)) throw new CommandError(`${folder} exists already.`, 1)
    await makeFolder(folder)
    say(`${folder}: ${inMegabytes(await sizeOf(folder))}`)
    return
  }
  await makeArchive({ sign: values.sign && given(values.sign), deb: values.deb })
}

await main().catch(fail)
