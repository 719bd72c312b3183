// @ts-check
// `npm run sbom -- FILE`: what the server and the web app are made of, as a CycloneDX list (SBOM) of the
// packages in production, of which npm reads all from package-lock.json and the installed packages: offline.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommandError, fail, ROOT, run, say } from './project.mjs'

/**
 * @typedef {{ type: string, url: string }} Reference
 * @typedef {{ name: string, version?: string, purl?: string, licenses?: unknown[], externalReferences?: Reference[] }} Component
 * @typedef {{ bomFormat: string, specVersion: string, metadata: { component: Component }, components: Component[] }} Sbom
 */

/** Packages that name no licence in their package.json, and the one that their files hold. */
export const UNNAMED_LICENCES = { 'png-js': 'MIT' }

/** @param {string} text what npm printed @returns {Sbom} */
export function clean(text) {
  /** @type {Sbom} */
  const sbom = JSON.parse(text.slice(text.indexOf('{')))
  // npm names it after the folder.
  sbom.metadata.component.name = 'letterlend'
  for (const component of [sbom.metadata.component, ...sbom.components]) {
    // Where this machine fetched it says nothing to others.
    component.externalReferences = component.externalReferences?.filter(
      ({ type }) => type !== 'distribution',
    )
    const named = Object.entries(UNNAMED_LICENCES).find(([name]) => name === component.name)
    if (!component.licenses?.length && named) component.licenses = [{ license: { id: named[1] } }]
  }
  return sbom
}

/** What the format and whoever reads it ask for. @param {Sbom} sbom @returns {string[]} */
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
  const sbom = clean(printed)
  const missing = missingIn(sbom)
  if (missing.length > 0) throw new CommandError(`The SBOM misses: ${missing.join(', ')}`, 1)
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
