import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

interface Import {
  from: string
  /** A path below the root, or the name of a package. */
  to: string
}

function listSources(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT })
  return listed
    .toString()
    .split('\n')
    .filter(
      (file) => /^(contract|server|web)\/.*\.tsx?$/.test(file) && existsSync(join(ROOT, file)),
    )
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const found = source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)
  return [...found].map(([, target = '']) => ({
    from: file,
    to: target.startsWith('.') ? posix.join(posix.dirname(file), target) : target,
  }))
}

const imports = listSources().flatMap(importsOf)
const feature = (path: string) => /^web\/features\/([^/]+)\//.exec(path)?.[1]

/** The imports that break a rule, as a person reads them. */
const broken = (rule: (each: Import) => boolean) =>
  imports.filter(rule).map(({ from, to }) => `${from} -> ${to}`)

describe('imports', () => {
  it('are found at all', () => {
    expect(imports.length).toBeGreaterThan(500)
  })

  it('of the contract stay in the contract', () => {
    expect(
      broken(
        ({ from, to }) =>
          from.startsWith('contract/') &&
          !from.endsWith('.test.ts') &&
          to !== 'zod' &&
          !to.startsWith('contract/'),
      ),
    ).toEqual([])
  })

  it('never cross between server and web', () => {
    expect(
      broken(({ from, to }) => from.startsWith('server/') && /^(web\/|@letterlend\/web)/.test(to)),
    ).toEqual([])
    expect(
      broken(
        ({ from, to }) =>
          from.startsWith('web/') &&
          /^(server\/|@letterlend\/server|node:)/.test(to) &&
          !/vite\.config|web\/vite\/|\.test\./.test(from),
      ),
    ).toEqual([])
  })

  it('flow from ui to features to pages', () => {
    expect(
      broken(({ from, to }) => from.startsWith('web/ui/') && /^web\/(features|app)\//.test(to)),
    ).toEqual([])
    expect(
      broken(({ from, to }) => from.startsWith('web/features/') && to.startsWith('web/app/')),
    ).toEqual([])
  })

  it('never lead from one feature of the web app into another', () => {
    expect(
      broken(
        ({ from, to }) =>
          feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to),
      ),
    ).toEqual([])
  })

  it('reach the map library from the map engine alone', () => {
    expect(
      broken(({ from, to }) => to.startsWith('leaflet') && !from.startsWith('web/map-engine/')),
    ).toEqual([])
  })
})
