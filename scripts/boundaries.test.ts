import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsOf, isDoor, listFiles, namesOfDoor } from './imports.mjs'
import { mayKnow, nounOf } from './noun-order.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

interface Import {
  from: string
  /** A path below the root, or the name of a package. */
  to: string
}

/** The location of a file, which decides what it may import. */
interface Place {
  floor: 'platform' | 'features' | 'app' | 'commands'
  /** `shared`: used by both sides. */
  side: 'shared' | 'server' | 'web'
  /** Below features/ only: the folder of a noun, or of a part of one. */
  noun?: string
}

/** A noun's tables lie next to its shared code, but belong to the server. */
const isTables = (path: string) => /\/tables\.ts$/.test(path)

function placeOf(path: string): Place | undefined {
  if (path.startsWith('commands/')) return { floor: 'commands', side: 'server' }
  const [, floor, side] = /^(platform|app)\/(shared|server|web)\//.exec(path) ?? []
  if (floor) return { floor, side } as Place
  // Texts belong to both sides; code of the build that processes them belongs to the tools.
  const [, withTexts] = /^(platform|app)\/texts\//.exec(path) ?? []
  if (withTexts) return { floor: withTexts, side: 'shared' } as Place
  if (path.startsWith('app/vite/')) return { floor: 'app', side: 'server' }
  const [, inFeatures] = /^features\/(.+)\/[^/]+$/.exec(path) ?? []
  const [noun = '', inner = isTables(path) ? 'server' : 'shared'] =
    inFeatures?.split(/\/(server|web)(?:\/|$)/) ?? []
  return inFeatures ? ({ floor: 'features', side: inner, noun } as Place) : undefined
}

const files = ['features', 'platform', 'app', 'commands'].flatMap(listFiles)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const imports: Import[] = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((from) => importsOf(from).map((to) => ({ from, to })))
/** Production code. Tests may import more. */
const running = imports.filter(({ from }) => !isTest(from))
/** Imports between two of our files. */
const own = running.flatMap(({ from, to }) => {
  const [place, other] = [placeOf(from), placeOf(to)]
  return place && other ? [{ from, to, place, other }] : []
})

/** The imports that break a rule, as readable lines. */
const broken = (rule: (each: (typeof own)[number]) => boolean) =>
  own.filter(rule).map(({ from, to }) => `${from} -> ${to}`)

it('the parser of this test finds imports', () => {
  expect(own.length).toBeGreaterThan(3000)
})

it('Every file has a place: features/<area>/<noun>/, platform/, app/ or commands/.', () => {
  const sources = files.filter((file) => /\.(tsx?|css)$/.test(file))
  expect(sources.filter((file) => placeOf(file) === undefined)).toEqual([])
})

describe('sides', () => {
  it('Shared code imports zod and nothing else: no server, no web app, no other package.', () => {
    const shared = running.filter(({ from }) => placeOf(from)?.side === 'shared')
    const other = shared.filter(({ to }) => to !== 'zod' && placeOf(to)?.side !== 'shared')
    expect(other.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('The server never imports the web app.', () => {
    expect(broken(({ place, other }) => place.side === 'server' && other.side === 'web')).toEqual(
      [],
    )
  })

  it('The web app talks to the server over HTTP only.', () => {
    const web = running.filter(
      ({ from }) => placeOf(from)?.side === 'web' && !/^app\/web\/(vite\/|vite\.config)/.test(from),
    )
    const found = web.filter(({ to }) => to.startsWith('node:') || placeOf(to)?.side === 'server')
    expect(found.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })
})

/** The type that has to know all calls, and the client that uses it. */
const KNOWS_ALL_CALLS = [
  'platform/web/data/api-client.ts',
  'features/lending/conversations/outbox/web/data/outbox.ts',
]

/** Exceptions: three of the composed dependencies belong to nouns, and all nouns need the viewer. */
const HANDED_ON = [
  'platform/server/deps.ts -> features/places/letterboxes/map-index/server/door.ts',
  'platform/server/deps.ts -> features/people/notifications/server/door.ts',
  'platform/server/deps.ts -> features/community/settings/server/door.ts',
  'platform/server/identity/sessions.queries.ts -> features/places/letterboxes/tables.ts',
  'platform/server/identity/access-tokens.queries.ts -> features/places/letterboxes/tables.ts',
]

describe('floors', () => {
  it('The platform imports no noun: features pass it what they add.', () => {
    const found = broken(
      ({ from, to, place, other }) =>
        place.floor === 'platform' &&
        other.floor !== 'platform' &&
        !from.startsWith('platform/web/testing/') &&
        !(KNOWS_ALL_CALLS.includes(from) && to === 'app/shared/api.ts'),
    )
    expect(found.filter((each) => !HANDED_ON.includes(each))).toEqual([])
  })

  it('A feature imports neither the code that composes features nor the commands.', () => {
    expect(
      broken(
        ({ from, place, other }) =>
          place.floor === 'features' &&
          (other.floor === 'app' || other.floor === 'commands') &&
          !KNOWS_ALL_CALLS.includes(from),
      ),
    ).toEqual([])
  })
})

/** The folders of the server's platform, and the folders each may import. */
const ROOMS: Record<string, string[]> = {
  artwork: ['uploads'],
  backup: ['db'],
  db: [],
  http: ['db', 'identity', 'processes'],
  identity: ['db', 'http', 'jobs', 'keys'],
  'inbound-mail': ['db', 'http', 'identity', 'jobs', 'keys', 'mail'],
  jobs: ['db'],
  keys: ['db'],
  mail: ['db', 'http', 'identity', 'jobs', 'keys'],
  papers: [],
  processes: [],
  'street-map': ['http'],
  uploads: ['http'],
}

const roomOf = (path: string) => /^platform\/server\/([^/]+)\//.exec(path)?.[1]

describe('platform/server', () => {
  for (const [room, others] of Object.entries(ROOMS)) {
    it(`platform/server/${room}/ may import ${others.join(', ') || 'no other room'}.`, () => {
      const allowed: (string | undefined)[] = [room, ...others, undefined]
      expect(
        broken(({ from, to }) => roomOf(from) === room && !allowed.includes(roomOf(to))),
      ).toEqual([])
    })
  }

  it('A new room needs a line in ROOMS of scripts/boundaries.test.ts.', () => {
    const rooms = new Set(files.map(roomOf).filter((room) => room !== undefined))
    expect([...rooms].sort()).toEqual(Object.keys(ROOMS))
  })
})

/** Data access of a noun in the browser: queries, caching and decisions, below its components. */
const isData = (path: string | undefined) =>
  path !== undefined && /^features\/.*\/web\/(admin\/)?data\//.test(path)

/** The files that an import reaches: through a door, those that define the imported names. */
function filesBehind(from: string, to: string): (string | undefined)[] {
  if (!isDoor(to)) return [to]
  const source = readFileSync(join(ROOT, from), 'utf8')
  const names = new RegExp(`\\{([^}]*)\\} from '#${to}'`).exec(source)?.[1] ?? ''
  return names
    .split(',')
    .map((name) => name.replace(/\btype /, '').trim())
    .filter((name) => name !== '')
    .map((name) => namesOfDoor(to).get(name))
}

/** Says what a file holds; a step has no suffix: `accepting.ts`. `worker` and `thread` are entries of their own. */
const SUFFIXES = ['routes', 'queries', 'rules', 'jobs', 'mails', 'thread', 'worker']

describe('nouns', () => {
  it('Calls that only the staff may use are in contract.admin.ts, and no others.', () => {
    const contracts = files.filter((file) => /^features\/.*\/contract(\.\w+)?\.ts$/.test(file))
    const found = contracts.filter((file) => {
      const access = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/access: '(\w+)'/g)]
      const isForStaff = file.endsWith('/contract.admin.ts')
      return access.some(([, name]) => (name === 'back_office') !== isForStaff)
    })
    expect(contracts.length).toBeGreaterThan(50)
    expect(found).toEqual([])
  })

  it('A file has a suffix of SUFFIXES or none; its folder already names the noun.', () => {
    const found = files.filter((file) => {
      const name = /^features\/.*\/([^/]+)\.tsx?$/.exec(file)?.[1]
      const [, ...rest] = (name ?? '').replace(/\.test$|\.fixtures$|\.d$/, '').split('.')
      return (
        !name?.startsWith('contract.') &&
        rest.some((each) => ![...SUFFIXES, 'postgres'].includes(each))
      )
    })
    expect(found).toEqual([])
  })

  it('with calls are all listed in app.ts', () => {
    const app = readFileSync(join(ROOT, 'app/server/app.ts'), 'utf8')
    const features = files.filter(
      (file) =>
        /^features\/.*\/([^/]+)\/server\/\1\.ts$/.test(file) &&
        readFileSync(join(ROOT, file), 'utf8').includes(': Feature = {'),
    )
    expect(features.length).toBeGreaterThan(10)
    const doors = features.map((file) => file.replace(/[^/]+$/, 'door.ts'))
    expect(doors.filter((door) => !app.includes(`'#${door}'`))).toEqual([])
  })
})

/** Test helpers and the tests that use them may reach into nouns. */
const isForTests = (path: string) => /^app\/server\/(testing|security)\//.test(path)
/** A lazily loaded file is imported directly: its door would load the others as well. */
const isLoadedLater = (from: string, to: string) =>
  readFileSync(join(ROOT, from), 'utf8').replaceAll(/\(\s+/g, '(').includes(`import('#${to}'`)

describe('doors', () => {
  const doors = files.filter(isDoor)
  const passing = own.filter(
    ({ from, to, place, other }) =>
      other.noun !== undefined &&
      other.noun !== place.noun &&
      /^features\/.*\/(server|web)\//.test(to) &&
      !isForTests(from),
  )

  it('Imports from another noun go through its door: server/door.ts or web/door.ts.', () => {
    const beside = passing.filter(
      ({ from, to, place }) =>
        !isDoor(to) &&
        !(place.side === 'web' && isLoadedLater(from, to)) &&
        !HANDED_ON.includes(`${from} -> ${to}`),
    )
    expect(passing.length).toBeGreaterThan(500)
    expect(beside.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('A door only re-exports what other nouns use.', () => {
    const asked = new Set(
      files
        .filter((file) => /\.tsx?$/.test(file))
        .flatMap((file) => {
          const source = readFileSync(join(ROOT, file), 'utf8')
          const statements = source.matchAll(
            /\bimport (?:type )?\{([^}]*)\} from '#(features\/[^']+door\.ts)'/g,
          )
          return [...statements].flatMap(([, names = '', door]) =>
            names.split(',').map((name) => {
              const [imported] = name
                .trim()
                .replace(/^type /, '')
                .split(' as ')
              return `${door}: ${imported}`
            }),
          )
        }),
    )
    const names = doors.flatMap((door) =>
      [...namesOfDoor(door).keys()].map((name) => `${door}: ${name}`),
    )
    expect(names.length).toBeGreaterThan(300)
    expect(names.filter((name) => !asked.has(name))).toEqual([])
    const statement = /^(export (type )?\{[^}]*\} from '\.[^']*'\s*)+$/
    const others = doors.filter((door) => !statement.test(readFileSync(join(ROOT, door), 'utf8')))
    expect(others).toEqual([])
  })

  it('A door has at most 25 names: a longer one is a missing wall.', () => {
    const long = doors.filter((door) => namesOfDoor(door).size > 25)
    expect(long).toEqual([])
  })

  it('A noun does not use its own door.', () => {
    expect(broken(({ to, place, other }) => isDoor(to) && place.noun === other.noun)).toEqual([])
  })
})

describe('tables', () => {
  /** The noun that owns each table. */
  const owners = new Map(
    files.filter(isTables).flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8')
      return [...source.matchAll(/^export const (\w+) = pgTable\(/gm)].map(
        ([, name = '']) => [name, nounOf(file)] as const,
      )
    }),
  )
  /** A noun's server code, including the SQL next to its tables. */
  const sources = files
    .filter((file) => file.startsWith('features/') && !isTest(file))
    .filter((file) => /\/server\/.*\.ts$|\/database\.sql$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
  /** Tables of other nouns that a file refers to by this pattern. */
  const foreign = ({ file, source }: (typeof sources)[number], named: RegExp) => {
    const aliases = new Map(
      [...source.matchAll(/(\w+) as (\w+)/g)].map(([, name = '', alias = '']) => [alias, name]),
    )
    const noun = nounOf(file)
    return [...source.matchAll(named)].flatMap(([, name = '']) => {
      const table = aliases.get(name) ?? name
      const owner = owners.get(table)
      return owner && noun && owner !== noun ? [{ file, table, noun, owner }] : []
    })
  }

  it('are written only by their noun, in SQL as well: call a step of its server', () => {
    expect(owners.size).toBeGreaterThan(40)
    expect(sources.length).toBeGreaterThan(300)
    const writing =
      /(?:\.(?:insert|update|delete)\(\s*|\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE) (?:\$\{)?)(\w+)/g
    const written = sources.flatMap((each) => foreign(each, writing))
    expect(written.map(({ file, table }) => `${file} -> ${table}`)).toEqual([])
  })

  it('are read in SQL by their noun and by those after it in scripts/noun-order.mjs', () => {
    const reading = /\b(?:FROM|JOIN|USING) (\w+)/g
    const read = sources
      .flatMap((each) => foreign(each, reading))
      .filter(({ noun, owner }) => !mayKnow(noun, owner))
    expect(read.map(({ file, table }) => `${file} -> ${table}`)).toEqual([])
  })
})

describe('addresses', () => {
  const written =
    /(?:['"`]|publicUrl\})\/(about|admin|auth|embed|household|letterbox|map|participate|profile|resellers|wishes)\b/

  it('An address of the web app is written once, in platform/shared/paths.ts: use paths.', () => {
    const found = files
      .filter(
        (file) =>
          /\.tsx?$/.test(file) &&
          !isTest(file) &&
          (placeOf(file)?.side === 'web' ||
            /^(features\/.*\/server|platform\/server\/(http|mail))\//.test(file)),
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

describe('money', () => {
  /** Formatting of currencies or of two decimals, or a currency put before or after a number by hand. */
  const byHand = [
    /style: 'currency'|currencyDisplay|FractionDigits: 2\b|\.toFixed\(.*\b2\)/,
    /\$\{[\w.]*currency\} \$\{/i,
    /\$\{[^}]*\} \$\{[\w.]*currency\}/i,
  ]
  /** Machine-readable formats, and the contents of input fields. */
  const FOR_PROGRAMS = [
    'features/shop/orders/papers/server/payment-part.ts',
    'features/shop/orders/web/form/donation-slider.tsx',
    // An amount from a bank that could not be parsed.
    'features/shop/orders/bank-statements/server/camt.ts',
    // A map key for a sum.
    'features/shop/orders/cash-book/server/cash-book-csv.ts',
  ]

  it('An amount is written in one way on screens, in mails and on paper: use moneyInWords or formatMoney.', () => {
    const found = files
      .filter(
        (file) =>
          /\.tsx?$/.test(file) &&
          !isTest(file) &&
          file !== 'platform/shared/money.ts' &&
          !FOR_PROGRAMS.includes(file),
      )
      .flatMap((file) => {
        const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
        return lines
          .filter((line) => byHand.some((pattern) => pattern.test(line)))
          .map((line) => `${file}: ${line.trim()}`)
      })
    expect(found).toEqual([])
  })
})

/** The folders of the web app's platform, and what each may import in addition to itself. */
const WEB_ROOMS: Record<string, { may: string[]; because: string }> = {
  data: {
    may: ['start'],
    because: 'platform/web/data/ is what is asked, cached and decided, for every noun.',
  },
  start: {
    may: ['data', 'ui'],
    because: 'platform/web/start/ is what the page begins with: language, theme, service worker.',
  },
  testing: {
    may: ['start', 'data', 'ui'],
    because: 'platform/web/testing/ is for tests.',
  },
  ui: { may: ['data', 'start'], because: 'platform/web/ui/ are building blocks of any screen.' },
}

const webRoomOf = (path: string) => /^platform\/web\/([^/]+)\//.exec(path)?.[1]
const isEngine = (path: string) => path.startsWith('features/places/map/web/engine/')

describe('web', () => {
  for (const [room, { may, because }] of Object.entries(WEB_ROOMS)) {
    it(`${because} It may import ${may.join(', ') || 'no other room'}.`, () => {
      const allowed: (string | undefined)[] = [room, ...may, undefined]
      expect(
        broken(({ from, to }) => webRoomOf(from) === room && !allowed.includes(webRoomOf(to))),
      ).toEqual([])
    })
  }

  it('A new room needs a line in WEB_ROOMS of scripts/boundaries.test.ts.', () => {
    const rooms = new Set(files.map(webRoomOf).filter((room) => room !== undefined))
    expect([...rooms].sort()).toEqual(Object.keys(WEB_ROOMS))
  })

  it('Data code imports no screen and contains no components.', () => {
    expect(
      broken(
        ({ from, to, other }) =>
          isData(from) &&
          other.side === 'web' &&
          other.noun !== undefined &&
          !filesBehind(from, to).every(isData),
      ),
    ).toEqual([])
    expect(
      files.filter(
        (file) =>
          (isData(file) || webRoomOf(file) === 'data') &&
          /\.(tsx|css)$/.test(file) &&
          !isTest(file),
      ),
    ).toEqual([])
  })

  it('Only tests import platform/web/testing/.', () => {
    expect(
      broken(({ from, to }) => webRoomOf(to) === 'testing' && webRoomOf(from) !== 'testing'),
    ).toEqual([])
  })

  it('Only features/places/map/web/engine/ imports Leaflet, and it imports no React.', () => {
    const found = running.filter(
      ({ from, to }) =>
        (to.startsWith('leaflet') && !isEngine(from)) || (isEngine(from) && /^react/.test(to)),
    )
    expect(found.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })
})
