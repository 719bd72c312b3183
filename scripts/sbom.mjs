// @ts-check
// `npm run sbom -- FILE`: a CycloneDX list (SBOM) of the production packages of server and web app. npm makes it
// offline from package-lock.json and the installed packages.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommandError, describeVersion, fail, ROOT, run, say } from './project.mjs'

/**
 * @typedef {{ type: string, url: string }} Reference
 * @typedef {{ name: string, version?: string, purl?: string, licenses?: unknown[], externalReferences?: Reference[] }} Component
 * @typedef {{ bomFormat: string, specVersion: string, serialNumber?: string,
 *   metadata: { timestamp?: string, component: Component }, components: Component[] }} Sbom
 */

/** Packages without a licence in package.json, and the licence in their files. */
export const UNNAMED_LICENCES = { 'png-js': 'MIT' }

/**
 * Makes the list reproducible: npm adds a random serial number and the time.
 * @param {string} text what npm printed
 * @param {string} date of the sources
 * @returns {Sbom}
 */
export function clean(text, date) {
  /** @type {Sbom} */
  const sbom = JSON.parse(text.slice(text.indexOf('{')))
  // npm uses the folder's name.
  sbom.metadata.component.name = 'letterlend'
  for (const component of [sbom.metadata.component, ...sbom.components]) {
    // The download source of this machine means nothing to others.
    component.externalReferences = component.externalReferences?.filter(
      ({ type }) => type !== 'distribution',
    )
    const named = Object.entries(UNNAMED_LICENCES).find(([name]) => name === component.name)
    if (!component.licenses?.length && named) component.licenses = [{ license: { id: named[1] } }]
  }
  if (date) sbom.metadata.timestamp = new Date(date).toISOString()
  else delete sbom.metadata.timestamp
  delete sbom.serialNumber
  sbom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(sbom))}`
  return sbom
}

/** A UUID (version 8) derived from a text. @param {string} text */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** What the list lacks for the format and its consumers. @param {Sbom} sbom @returns {string[]} */
export function missingIn({ bomFormat, specVersion, components }) {
  return [
    ...(bomFormat === 'CycloneDX' && /^1\.[56]$/.test(specVersion) ? [] : ['the format']),
    ...components
      .filter(({ name, version, purl, licenses }) => !(name && version && purl && licenses?.length))
      .map(({ name }) => name),
  ]
}

/** @returns {Promise<Sbom>} */
export async function makeSbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit=dev', '--offline', '--loglevel=error']
  const npm = process.env.npm_execpath
  const printed = npm
    ? await run(process.execPath, [npm, ...args], { quiet: true })
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { quiet: true })
  const sbom = clean(printed, describeVersion().date)
  const missing = missingIn(sbom)
  if (missing.length > 0) throw new CommandError(`The SBOM lacks: ${missing.join(', ')}`, 1)
  return sbom
}

/** @param {string} file @returns {Promise<number>} how many packages are in it */
export async function writeSbom(file) {
  const sbom = await makeSbom()
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`)
  return sbom.components.length
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = resolve(process.env.INIT_CWD ?? ROOT, process.argv[2] ?? 'sbom.cdx.json')
  writeSbom(file).then((count) => say(`${file}: ${count} packages`), fail)
}
