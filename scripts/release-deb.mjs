// @ts-check
// `npm run release -- --deb`: a package for Debian, Ubuntu and derivatives, made from a release, Node and the files
// below scripts/debian/. docs/debian.md explains its use, decision 57 its design.
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { lineOf, NODE_LINES, nodePackage } from './node-lines.mjs'
import { CommandError, ROOT, run } from './project.mjs'

/** Debian's names of the processors we have native code for. */
const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' })
const MAINTAINER = 'Letterlend <releases@letterlend.example>'
const SOURCES = join(ROOT, 'scripts', 'debian')
/** Target of each file. */
const PLACES = {
  'letterlend.service': 'usr/lib/systemd/system/letterlend.service',
  'letterlend-backup.service': 'usr/lib/systemd/system/letterlend-backup.service',
  'letterlend-backup.timer': 'usr/lib/systemd/system/letterlend-backup.timer',
  letterlend: 'usr/bin/letterlend',
  env: 'etc/letterlend/env',
  'lintian-overrides': 'usr/share/lintian/overrides/letterlend',
}
const MANUAL_PAGE = 'letterlend.1'
/** Scripts that dpkg runs. */
const SCRIPTS = ['config', 'postinst', 'prerm', 'postrm']
/** The highest level would take minutes to save a tenth. */
export const PACKED = ['-Zxz', '-z2']
/** For tests, without the time for compression. */
export const UNPACKED = ['-Znone']

/**
 * A version between tags sorts before the next one, and after that of the previous commit.
 * @param {{ name: string, commit: string, date: string }} version
 * @param {string} number of package.json
 */
export function debianVersion({ name, date, commit }, number) {
  if (name === number) return number
  const time = new Date(date || 0).toISOString().replace(/\D/g, '').slice(0, 14)
  const parts = [time, commit.slice(0, 7), ...(name.endsWith('-changed') ? ['changed'] : [])]
  return `${number}~${parts.join('.')}`
}

/** @param {string} folder @returns {Promise<number>} kilobytes of all files below */
async function sizeOf(folder) {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return Math.ceil(bytes / 1024)
}

/** Wraps text to the width of a terminal. @param {string} text */
const folded = (text) => text.replace(/(.{1,75})(?: |$)/g, '$1\n')

/** Indented for a multi-line field of a package, without empty lines. @param {string} text */
const indented = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() ? ` ${line}` : ' .'))
    .join('\n')

/** @param {string} nodeFolder folder of the package that contains Node */
async function copyrightOf(nodeFolder) {
  const own = indented(await readFile(join(ROOT, 'LICENSE'), 'utf8'))
  const node = indented(await readFile(join(nodeFolder, 'LICENSE'), 'utf8'))
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: letterlend
Comment: The packages below node_modules have their licences beside them;
 /usr/lib/letterlend/release/sbom.cdx.json lists all of them, and
 dist/server/third-party-licences.txt those that are part of the bundle.

Files: *
Copyright: the authors of Letterlend
License: AGPL-3.0-or-later

Files: usr/lib/letterlend/release/bin/node
Copyright: the authors of Node.js
License: Node

License: AGPL-3.0-or-later
${own}

License: Node
${node}
`
}

/** Commands besides the server: scripts/debian/letterlend. */
const PROGRAM =
  '(admin|backup|check-config|dkim-key|import-site|import|move-to-postgres|receive-mail|restore)'
const IN_RELEASE = `(?:/opt/letterlend/current/)?dist/server/${PROGRAM}\\.js`

/**
 * Adapts a document to the commands and the settings file of the package.
 * @param {string} text
 */
export function forPackage(text) {
  return text
    .replace(new RegExp(`runuser -u letterlend -- node ${IN_RELEASE}`, 'g'), 'letterlend $1')
    .replace(new RegExp(`/usr/bin/node ${IN_RELEASE}`, 'g'), '/usr/bin/letterlend $1')
    .replace(new RegExp(`\\bnode ${IN_RELEASE}`, 'g'), 'letterlend $1')
    .replace(new RegExp(`\\bnpm run ${PROGRAM}\\b(?: --(?=\\s))?`, 'g'), 'letterlend $1')
    .replaceAll('/etc/letterlend/.env', '/etc/letterlend/env')
}

/** @param {string} folder of documents, and those below */
async function translateDocuments(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(md|yaml)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    await writeFile(path, forPackage(await readFile(path, 'utf8')))
  }
}

/** @param {string} root of the package @param {string} version @param {string} date */
async function writeDocuments(root, version, date) {
  const folder = join(root, 'usr', 'share', 'doc', 'letterlend')
  await mkdir(folder, { recursive: true })
  const release = join(root, 'usr', 'lib', 'letterlend', 'release')
  await cp(join(release, 'docs'), folder, { recursive: true })
  await cp(join(release, 'README.md'), join(folder, 'README.md'))
  await translateDocuments(folder)
  const when = new Date(date || 0).toUTCString().replace('GMT', '+0000')
  const entry = `letterlend (${version}) stable; urgency=medium

  * See CHANGELOG.md in /usr/lib/letterlend/release.

 -- ${MAINTAINER}  ${when}
`
  await writeFile(join(folder, 'changelog.gz'), gzipSync(entry, { level: 9 }))
  const manual = join(root, 'usr', 'share', 'man', 'man1')
  await mkdir(manual, { recursive: true })
  const page = await readFile(join(SOURCES, MANUAL_PAGE))
  await writeFile(join(manual, `${MANUAL_PAGE}.gz`), gzipSync(page, { level: 9 }))
  return folder
}

/** Makes a folder readable for all users, whatever the umask was. @param {string} folder */
async function openToAll(folder) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, 0o644)
  }
}

/**
 * Makes a package from the folder of a release, which is not changed.
 * @param {string} release
 * @param {{ name: string, commit: string, date: string }} version
 * @param {string} to the folder where the package is put
 * @param {string[]} [packed] compression options of `dpkg-deb`
 * @returns {Promise<string>} its path
 */
export async function makeDeb(release, version, to, packed = PACKED) {
  const architecture = ARCHITECTURES[process.arch]
  if (process.platform !== 'linux' || !architecture) {
    throw new CommandError('A Debian package can only be built on Linux, on amd64 or arm64.', 1)
  }
  const { version: number, description } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  )
  const debian = debianVersion(version, number)
  const root = `${release}.deb-root`
  await rm(root, { recursive: true, force: true })
  const library = join(root, 'usr', 'lib', 'letterlend')
  await mkdir(library, { recursive: true })
  try {
    const own = join(library, 'release')
    await cp(release, own, { recursive: true })
    // Both are the same text, but Debian expects it in this place.
    const documents = await writeDocuments(root, debian, version.date)
    await rm(join(own, 'docs'), { recursive: true })
    const line = Number((await readFile(join(ROOT, '.nvmrc'), 'utf8')).trim())
    const node = await nodePackage(NODE_LINES.find((each) => lineOf(each) === line) ?? '', root)
    await writeFile(join(documents, 'copyright'), await copyrightOf(node.folder))
    await cp(node.program, join(own, 'bin', 'node'))
    await rm(node.place, { recursive: true })
    for (const [source, place] of Object.entries(PLACES)) {
      await cp(join(SOURCES, source), join(root, place))
    }
    await openToAll(root)
    for (const program of [join(own, 'bin', 'node'), join(root, 'usr', 'bin', 'letterlend')]) {
      await chmod(program, 0o755)
    }

    const control = join(root, 'DEBIAN')
    const size = await sizeOf(root)
    await mkdir(control)
    await writeFile(
      join(control, 'control'),
      `Package: letterlend
Version: ${debian}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${size}
Depends: adduser, debconf (>= 0.5) | debconf-2.0, init-system-helpers (>= 1.54), libc6 (>= 2.28), libgcc-s1, libstdc++6
Recommends: ca-certificates
Suggests: postgresql (>= 15), caddy | nginx
Section: web
Priority: optional
Description: neighbours lend each other things
${indented(folded(description))}
 .
 The server, the web app and the Node it runs on. Data is kept below
 /var/lib/letterlend, or in PostgreSQL.
`,
    )
    await writeFile(join(control, 'conffiles'), '/etc/letterlend/env\n')
    await cp(join(SOURCES, 'templates'), join(control, 'templates'))
    for (const script of SCRIPTS) await cp(join(SOURCES, script), join(control, script))
    await openToAll(control)
    for (const script of SCRIPTS) await chmod(join(control, script), 0o755)
    const file = join(to, `letterlend_${debian}_${architecture}.deb`)
    const seconds = Math.floor(Date.parse(version.date || '1970-01-01') / 1000)
    await run('dpkg-deb', ['--root-owner-group', ...packed, '--build', root, file], {
      quiet: true,
      env: { SOURCE_DATE_EPOCH: String(seconds) },
    }).catch((error) => {
      throw new CommandError(`dpkg-deb did not make the package: ${error.message}`, 1)
    })
    return file
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
