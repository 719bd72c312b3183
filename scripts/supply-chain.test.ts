import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import spdxSatisfies from 'spdx-satisfies'
import { describe, expect, it } from 'vitest'
import { readAudit } from './audit.mjs'
import { daysBehind, PROMISED_DAYS, tellAges } from './outdated.mjs'
import { ROOT } from './project.mjs'
import { clean, missingIn, UNNAMED_LICENCES } from './sbom.mjs'

interface Locked {
  link?: boolean
  dev?: boolean
  version?: string
  license?: string
}

/**
 * Licences that can be combined and distributed with a work under the AGPL 3. Apache-2.0 is compatible with version 3
 * of the GPL only; MPL-2.0 lists the AGPL as a secondary licence; OFL-1.1 is for fonts, which stay separate files.
 */
const ALLOWED = [
  '0BSD',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Zlib',
]

/** The published types are outdated: they take one licence instead of a list. */
const satisfies = spdxSatisfies as unknown as (expression: string, allowed: string[]) => boolean

/** Licences that are not given in SPDX form, with the licence in the package's files. */
const EXCEPTIONS: Record<string, string> = {
  // No licence in package.json; its LICENSE file is MIT.
  ...UNNAMED_LICENCES,
  // Written without the hyphen. Only used for a list of passwords, not distributed.
  'incremental-encoder': 'MPL-2.0',
  // No licence in package.json; its README is MIT. Part of the identity provider for tests, not distributed.
  only: 'MIT',
  // Written in lower case. A tool that makes the simple map, not distributed.
  'swiss-maps': 'BSD-3-Clause',
}

/** Other licences that are acceptable, with the reason. */
const NAMED: Record<string, string> = {
  'argparse: Python-2.0':
    'compatible with the GPL; part of a command that the font compressor brings along; not passed on',
  'spdx-exceptions: CC-BY-3.0': 'lists of the SPDX that this test reads; not passed on',
  'spdx-ranges: (MIT AND CC-BY-3.0)': 'lists of the SPDX that this test reads; not passed on',
}

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
)
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 13)

function refused(packages: Record<string, Locked>): string[] {
  return Object.entries(packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .filter(([place, { license }]) => !NAMED[`${nameOf(place)}: ${license}`])
    .filter(([place, { license }]) => {
      const expression = EXCEPTIONS[nameOf(place)] ?? license
      try {
        return !expression || !satisfies(expression, ALLOWED)
      } catch {
        return true
      }
    })
    .map(([place, { license }]) => `${place}: ${license ?? 'no licence'}`)
}

describe('licences', () => {
  it('that are excepted belong only to packages that are not distributed', () => {
    const names = Object.keys(NAMED).map((each) => each.split(':')[0])
    const places = Object.entries(lock.packages).filter(([place]) => names.includes(nameOf(place)))
    expect(places.map(([, { dev }]) => dev)).toEqual(places.map(() => true))
  })

  it('of all packages are compatible with the AGPL', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(400)
    expect(refused(lock.packages)).toEqual([])
  })

  it('are refused if they are unknown or missing', () => {
    const packages = {
      'node_modules/a': { license: 'SSPL-1.0' },
      'node_modules/b': {},
      'node_modules/c': { license: 'SEE LICENSE IN FILE' },
      'node_modules/d': { license: '(MIT OR GPL-2.0-only)' },
      'node_modules/e': { license: 'MIT AND GPL-2.0-only' },
    }
    expect(refused(packages)).toEqual([
      'node_modules/a: SSPL-1.0',
      'node_modules/b: no licence',
      'node_modules/c: SEE LICENSE IN FILE',
      'node_modules/e: MIT AND GPL-2.0-only',
    ])
  })
})

it('the SBOM contains no download addresses, and names what is missing', () => {
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'folder' } },
    components: [
      {
        name: 'png-js',
        version: '1.0.0',
        purl: 'pkg:npm/png-js@1.0.0',
        externalReferences: [
          { type: 'distribution', url: 'http://registry.internal/png-js.tgz' },
          { type: 'vcs', url: 'https://github.com/foliojs/png.js' },
        ],
      },
      { name: 'bare', version: '1.0.0', purl: 'pkg:npm/bare@1.0.0' },
    ],
  }
  const printed = (serial: string) =>
    `npm said something\n${JSON.stringify({ ...sbom, serialNumber: serial })}`
  const cleaned = clean(printed('urn:uuid:1'), '2026-11-25T23:54:00+01:00')
  expect(cleaned, 'is the same each time').toEqual(
    clean(printed('urn:uuid:2'), '2026-11-25T22:54:00Z'),
  )
  expect(cleaned.metadata).toMatchObject({ timestamp: '2026-11-25T22:54:00.000Z' })
  expect(cleaned.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(cleaned.metadata.component.name).toBe('letterlend')
  expect(JSON.stringify(cleaned)).not.toContain('registry.internal')
  expect(missingIn(cleaned)).toEqual(['bare'])
})

it('an unanswered audit is reported and does not fail; a vulnerability does', () => {
  expect(readAudit('')).toMatchObject({
    exitCode: 0,
    lines: [expect.stringMatching(/^not checked/)],
  })
  expect(readAudit('{"message":"404 Not Found","error":{"summary":""}}').exitCode).toBe(0)
  expect(readAudit('{"vulnerabilities":{}}')).toMatchObject({
    exitCode: 0,
    lines: [expect.stringMatching(/^checked/)],
  })
  const hole = { name: 'a', severity: 'high', range: '<2', fixAvailable: true }
  expect(readAudit(JSON.stringify({ vulnerabilities: { a: hole } }))).toEqual({
    exitCode: 1,
    lines: ['high a <2, fixed in a newer version'],
  })
})

it('a package is late once a newer release of its major version is out longer than SECURITY.md promises', () => {
  const now = new Date('2026-07-01T00:00:00Z')
  const times = {
    created: '2020-01-01T00:00:00Z',
    '1.1.0': '2025-01-01T00:00:00Z',
    '1.2.0': '2026-01-01T00:00:00Z',
    '1.2.1': '2026-04-01T00:00:00Z',
    '1.3.0': '2026-06-01T00:00:00Z',
    '1.4.0-beta.1': '2026-02-01T00:00:00Z',
    '2.0.0': '2025-06-01T00:00:00Z',
  }
  const behind = ['1.1.0', '1.2.0', '1.2.1', '1.3.0', '2.0.0'].map((current) =>
    daysBehind(current, times, now),
  )
  expect(behind).toEqual([181, 91, 30, null, null])
  expect(daysBehind('1.4.0-alpha.1', times, now), 'of one for trying out').toBe(150)
  const packages = behind.map((days, at) => ({ name: `p${at}`, current: '1.0.0', days }))
  expect(tellAges(packages)).toEqual({
    exitCode: 1,
    lines: [
      'p0 1.0.0: a newer version has been out for 181 days',
      'p1 1.0.0: a newer version has been out for 91 days',
    ],
  })
  expect(tellAges(packages.slice(2))).toMatchObject({ exitCode: 0 })
  const promise = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').replace(/\s+/g, ' ')
  expect(promise).toContain(`brought up to date at least every ${PROMISED_DAYS} days`)
})
