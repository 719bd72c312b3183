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
  const found = source.matchAll(/(?:\bfrom|(?<!\/)\bimport|\bimport\()\s*'([^']+)'/g)
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
 * The ground floor of the server, room by room, and the rooms that each may import. It names no
 * feature: what a feature has to add is handed to it (server/feature.ts, server/deps.ts).
 */
const SERVER_GROUND: Record<string, string[]> = {
  artwork: ['uploads'],
  audit: ['db', 'http', 'identity'],
  backup: ['db'],
  'staff-inboxes': ['audit', 'db', 'http', 'identity', 'mail'],
  db: [],
  jobs: ['db'],
  'map-index': ['db', 'jobs'],
  http: ['db', 'identity'],
  identity: ['db', 'http'],
  geocoding: ['db', 'http', 'street-map'],
  'street-map': ['http'],
  live: ['db', 'http', 'identity', 'jobs'],
  mail: ['db', 'http', 'identity', 'jobs'],
  notifications: ['db', 'identity', 'jobs', 'mail', 'settings'],
  papers: [],
  settings: ['artwork', 'db'],
  uploads: ['http'],
}

/** Above the features: what puts them together, and what fills them. */
const SERVER_COMPOSITION = ['checking', 'demo', 'security', 'testing']
/** Files that everybody in the server may import: settings, and the shapes of what is handed on. */
const SERVER_SHARED = [
  'community-day.ts',
  'config.ts',
  'deps.ts',
  'feature.ts',
  'masking.ts',
  'paths.ts',
  'version.ts',
]

/** Nouns that rest on another, each in one direction. */
const SERVER_PAIRS = [
  'accounts -> letterboxes',
  'accounts -> orders',
  'accounts -> passkeys',
  'accounts -> privacy',
  'accounts -> roles',
  'bank-statements -> orders',
  'blocks -> letterboxes',
  'blocks -> transactions',
  'config -> orders',
  'config -> passkeys',
  'household -> accounts',
  'household -> letterboxes',
  'import -> items',
  'items -> letterboxes',
  'letterboxes -> memberships',
  'letterboxes -> privacy',
  'orders -> memberships',
  'orders -> products',
  'overview -> impact',
  'overview -> orders',
  'overview -> reports',
  'overview -> transactions',
  'pages -> items',
  'pages -> letterboxes',
  'parcels -> letterboxes',
  'parcels -> orders',
  'payments -> orders',
  'reports -> letterboxes',
  'reports -> transactions',
  'reports -> users',
  'settings -> products',
  'sticker-sheet -> items',
  'sticker-sheet -> letterboxes',
  'transactions -> letterboxes',
  'users -> accounts',
  'users -> letterboxes',
  'users -> roles',
  'users -> transactions',
  'wishes -> letterboxes',
]

const roomOf = (path: string) => /^server\/(?!features\/)([^/]+)\//.exec(path)?.[1]
const nounOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1]
const isShared = (path: string) => SERVER_SHARED.some((file) => path === `server/${file}`)

/** Pairs of nouns of which one imports the other, leaving tests out. */
const usedPairs = new Set(
  imports.flatMap(({ from, to }) => {
    const [one, other] = [nounOf(from), nounOf(to)]
    return one === undefined || other === undefined || one === other || isTest(from)
      ? []
      : [`${one} -> ${other}`]
  }),
)

/** A way from a noun back to itself, or null. */
function findCircle(pairs: string[], trail: string[]): string | null {
  for (const pair of pairs) {
    const [one = '', other = ''] = pair.split(' -> ')
    if (one !== trail.at(-1)) continue
    if (trail.includes(other)) return [...trail, other].join(' -> ')
    const circle = findCircle(pairs, [...trail, other])
    if (circle) return circle
  }
  return null
}

describe('server', () => {
  for (const [room, others] of Object.entries(SERVER_GROUND)) {
    it(`server/${room}/ stands on the ground: it may import ${others.map((name) => `server/${name}/`).join(', ') || 'no other room'}, and no feature. What a feature adds is handed to it in its feature object.`, () => {
      const allowed = [room, ...others].map((name) => `server/${name}/`)
      expect(
        broken(
          ({ from, to }) =>
            roomOf(from) === room &&
            !isTest(from) &&
            to.startsWith('server/') &&
            !isShared(to) &&
            !allowed.some((folder) => to.startsWith(folder)),
        ),
      ).toEqual([])
    })
  }

  it('A noun rests on another in one direction, and the pair stands in SERVER_PAIRS of scripts/boundaries.test.ts.', () => {
    expect([...usedPairs].filter((pair) => !SERVER_PAIRS.includes(pair))).toEqual([])
    expect(SERVER_PAIRS.filter((pair) => !usedPairs.has(pair))).toEqual([])
  })

  it('No noun rests on itself by way of others: turn one of the imports round, or hand on what is needed.', () => {
    const nouns = [...new Set(SERVER_PAIRS.map((pair) => pair.split(' -> ')[0] ?? ''))]
    expect(nouns.map((noun) => findCircle(SERVER_PAIRS, [noun])).filter(Boolean)).toEqual([])
  })

  it('A feature stands on the ground: it imports nothing of what puts it together.', () => {
    expect(
      broken(
        ({ from, to }) =>
          nounOf(from) !== undefined &&
          !isTest(from) &&
          to.startsWith('server/') &&
          !isShared(to) &&
          nounOf(to) === undefined &&
          !Object.hasOwn(SERVER_GROUND, roomOf(to) ?? ''),
      ),
    ).toEqual([])
  })

  it('A noun has one door, features/<noun>/<noun>.ts: app.ts and start.ts import nothing else of it.', () => {
    expect(
      broken(
        ({ from, to }) =>
          /^server\/(app|start)\.ts$/.test(from) &&
          nounOf(to) !== undefined &&
          to !== `server/features/${nounOf(to)}/${nounOf(to)}.ts`,
      ),
    ).toEqual([])
  })

  it('Every noun with calls is listed in app.ts.', () => {
    const app = readFileSync(join(ROOT, 'server/app.ts'), 'utf8')
    const doors = files.filter((file) => /^server\/features\/([^/]+)\/\1\.ts$/.test(file))
    const features = doors.filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes(': Feature = {'),
    )
    expect(features.length).toBeGreaterThan(10)
    expect(features.filter((file) => !app.includes(file.replace('server/', './')))).toEqual([])
  })

  it('A new folder in server/ needs a floor: add it to SERVER_GROUND or SERVER_COMPOSITION.', () => {
    const known = [...Object.keys(SERVER_GROUND), ...SERVER_COMPOSITION, 'features', 'stickers']
    const folders = new Set(files.map((file) => /^server\/([^/]+)\//.exec(file)?.[1] ?? 'features'))
    expect([...folders].filter((folder) => !known.includes(folder))).toEqual([])
  })
})

describe('addresses', () => {
  const written =
    /(?:['"`]|publicUrl\})\/(about|admin|auth|embed|household|letterbox|map|participate|profile|resellers|wishes)\b/

  it('An address of the web app is written once, in contract/paths.ts: use paths.', () => {
    const found = files
      .filter(
        (file) => /^(web|server\/(features|http|mail))\/.*\.tsx?$/.test(file) && !isTest(file),
      )
      .flatMap((file) => {
        const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
        return lines
          .filter((line) => written.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
          .map((line) => `${file}: ${line.trim()}`)
      })
    expect(found).toEqual([])
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
