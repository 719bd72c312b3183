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

function listFiles(folder: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], {
    cwd: ROOT,
  })
  return listed
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const found = source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)
  return [...found].map(([, target = '']) => ({
    from: file,
    to: target.startsWith('.') ? posix.join(posix.dirname(file), target) : target,
  }))
}

const files = ['contract', 'server', 'web'].flatMap(listFiles)
const imports = files.filter((file) => /\.tsx?$/.test(file)).flatMap(importsOf)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** The imports that break a rule, as a person reads them. */
const broken = (rule: (each: Import) => boolean) =>
  imports.filter(rule).map(({ from, to }) => `${from} -> ${to}`)

it('imports are found at all', () => {
  expect(imports.length).toBeGreaterThan(500)
})

describe('contract', () => {
  it('The contract knows neither server nor web, and no package but zod.', () => {
    expect(
      broken(
        ({ from, to }) =>
          from.startsWith('contract/') &&
          !isTest(from) &&
          to !== 'zod' &&
          !to.startsWith('contract/'),
      ),
    ).toEqual([])
  })

  it('The server never imports the web app.', () => {
    expect(
      broken(({ from, to }) => from.startsWith('server/') && /^(web\/|@letterlend\/web)/.test(to)),
    ).toEqual([])
  })
})

/**
 * The floors of the web app: what stands in web/, and what each may import beside itself. From the
 * ground up: start and data, map-engine and ui, features, app.
 */
const WEB_FLOORS: Record<string, { may: string[]; because: string }> = {
  start: {
    may: ['data', 'locales', 'ui'],
    because: 'web/start/ is what the page begins with: language, theme, service worker.',
  },
  data: {
    may: ['start'],
    because:
      'web/data/ is what is asked, cached and decided, for everybody: what is shown belongs to web/ui/ or to a feature, which imports the data.',
  },
  'map-engine': {
    may: ['data', 'ui/artwork'],
    because:
      'web/map-engine/ is Leaflet, tiles and markers without React: what it needs is handed to it.',
  },
  ui: {
    may: ['data', 'start'],
    because: 'web/ui/ are building blocks of any screen: they know no feature.',
  },
  features: {
    may: ['data', 'map-engine', 'start', 'ui'],
    because: 'A feature knows neither router nor pages: links come from contract/paths.ts.',
  },
  app: {
    may: ['data', 'features', 'map-engine', 'start', 'ui'],
    because: 'web/app/ is router, layout and pages.',
  },
  locales: { may: [], because: 'web/locales/ are texts.' },
  testing: { may: ['start', 'data', 'ui', 'locales'], because: 'web/testing/ is for tests alone.' },
  vite: { may: [], because: 'web/vite/ is for vite.config.ts alone.' },
}

/** Entries and configuration; everything else in web/ stands in a folder. */
const WEB_ROOT = [
  'index.html',
  'main.ts',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.setup.ts',
]

/** Features of the web app of which one imports the other: none, pages compose them. */
const WEB_PAIRS: string[] = []

const floorOf = (path: string) => /^web\/([^/]+)\//.exec(path)?.[1]
const featureOf = (path: string) => /^web\/features\/([^/]+)\//.exec(path)?.[1]

describe('web', () => {
  for (const [floor, { may, because }] of Object.entries(WEB_FLOORS)) {
    const beside = may.map((name) => `web/${name}/`).join(', ') || 'nothing else of web/'
    it(`${because} It may import ${beside}.`, () => {
      const allowed = [floor, ...may].map((name) => `web/${name}/`)
      expect(
        broken(
          ({ from, to }) =>
            floorOf(from) === floor &&
            !(isTest(from) && floorOf(to) === 'testing') &&
            to.startsWith('web/') &&
            !allowed.some((folder) => to.startsWith(folder)),
        ),
      ).toEqual([])
    })
  }

  it('A new folder in web/ needs a floor: add it to WEB_FLOORS in scripts/boundaries.test.ts.', () => {
    const known = [...Object.keys(WEB_FLOORS), 'public']
    const folders = new Set(files.map(floorOf).filter((folder) => folder !== undefined))
    expect([...folders].filter((folder) => !known.includes(folder))).toEqual([])
  })

  it('Only entries and configuration stand loose in web/: a file belongs to start/, data/, ui/, a feature or app/.', () => {
    const loose = files.filter((file) => /^web\/[^/]+$/.test(file))
    expect(loose.filter((file) => !WEB_ROOT.includes(posix.basename(file)))).toEqual([])
  })

  it('A screen never imports another feature: the page composes them, and what both need goes to web/data/ or web/ui/.', () => {
    expect(
      broken(({ from, to }) => {
        const [one, other] = [featureOf(from), featureOf(to)]
        if (one === undefined || other === undefined || one === other) return false
        return !WEB_PAIRS.includes(`${one} -> ${other}`)
      }),
    ).toEqual([])
  })

  it('web/data/ holds no components: they belong to web/ui/ or a feature.', () => {
    expect(
      files.filter((file) => file.startsWith('web/data/') && /\.(tsx|css)$/.test(file)),
    ).toEqual([])
  })

  it('Only web/map-engine/ imports Leaflet, and it imports no React.', () => {
    expect(
      broken(({ from, to }) => to.startsWith('leaflet') && floorOf(from) !== 'map-engine'),
    ).toEqual([])
    expect(broken(({ from, to }) => floorOf(from) === 'map-engine' && /^react/.test(to))).toEqual(
      [],
    )
  })

  it('The web app talks to the server over HTTP only.', () => {
    expect(
      broken(
        ({ from, to }) =>
          from.startsWith('web/') &&
          /^(server\/|@letterlend\/server|node:)/.test(to) &&
          floorOf(from) !== 'vite' &&
          !isTest(from),
      ),
    ).toEqual([])
  })
})
