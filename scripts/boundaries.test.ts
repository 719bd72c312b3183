import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsOf, isDoor, listFiles, namesOfDoor } from './imports.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

interface Import {
  from: string
  /** A path below the root, or the name of a package. */
  to: string
}

/** Where a file stands: what it may know of follows from that. */
interface Place {
  floor: 'platform' | 'features' | 'app' | 'commands'
  /** `shared`: of both sides. */
  side: 'shared' | 'server' | 'web'
  /** Of features alone. */
  noun?: string
}

/** A noun's tables stand beside what both sides share, and are the server's. */
const isTables = (path: string) => /\/tables\.ts$/.test(path)

function placeOf(path: string): Place | undefined {
  if (path.startsWith('commands/')) return { floor: 'commands', side: 'server' }
  const [, floor, side] = /^(platform|app)\/(shared|server|web)\//.exec(path) ?? []
  if (floor) return { floor, side } as Place
  // Texts are of both sides, what the build does with them is a tool's.
  const [, withTexts] = /^(platform|app)\/texts\//.exec(path) ?? []
  if (withTexts) return { floor: withTexts, side: 'shared' } as Place
  if (path.startsWith('app/vite/')) return { floor: 'app', side: 'server' }
  const [, noun, inner = isTables(path) ? 'server' : undefined] =
    /^features\/([^/]+)\/(?:(server|web)\/)?/.exec(path) ?? []
  return noun ? ({ floor: 'features', side: inner ?? 'shared', noun } as Place) : undefined
}

const files = ['features', 'platform', 'app', 'commands'].flatMap(listFiles)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const imports: Import[] = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((from) => importsOf(from).map((to) => ({ from, to })))
/** What runs: tests may reach further. */
const running = imports.filter(({ from }) => !isTest(from))
/** Those between two files of ours. */
const own = running.flatMap(({ from, to }) => {
  const [place, other] = [placeOf(from), placeOf(to)]
  return place && other ? [{ from, to, place, other }] : []
})

/** The imports that break a rule, as a person reads them. */
const broken = (rule: (each: (typeof own)[number]) => boolean) =>
  own.filter(rule).map(({ from, to }) => `${from} -> ${to}`)

it('imports are found at all', () => {
  expect(own.length).toBeGreaterThan(3000)
})

it('Every file has a place: features/<noun>/, platform/, app/ or commands/.', () => {
  const sources = files.filter((file) => /\.(tsx?|css)$/.test(file))
  expect(sources.filter((file) => placeOf(file) === undefined)).toEqual([])
})

describe('sides', () => {
  it('What both sides share is zod and nothing else: no server, no web app, no other package.', () => {
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

/** The one type that has to name all calls, and who asks by it. */
const KNOWS_ALL_CALLS = [
  'platform/web/data/api-client.ts',
  'features/transactions/web/data/outbox.ts',
]

/** What is handed on: three of the parts that the composition makes belong to nouns. And who is asked for by everybody. */
const HANDED_ON = [
  'platform/server/deps.ts -> features/letterboxes/server/door.ts',
  'platform/server/deps.ts -> features/notifications/server/door.ts',
  'platform/server/deps.ts -> features/settings/server/door.ts',
  'platform/server/identity/sessions.queries.ts -> features/letterboxes/tables.ts',
  'platform/server/mail/can-be-told.ts -> features/notifications/tables.ts',
]

describe('floors', () => {
  it('The platform names no noun: what a feature adds is handed to it.', () => {
    const found = broken(
      ({ from, to, place, other }) =>
        place.floor === 'platform' &&
        other.floor !== 'platform' &&
        !from.startsWith('platform/web/testing/') &&
        !(KNOWS_ALL_CALLS.includes(from) && to === 'app/shared/api.ts'),
    )
    expect(found.filter((each) => !HANDED_ON.includes(each))).toEqual([])
  })

  it('A feature imports nothing of what puts features together, nor of the commands.', () => {
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

/** The rooms of the server's platform, and the rooms that each may import. */
const ROOMS: Record<string, string[]> = {
  artwork: ['uploads'],
  backup: ['db'],
  db: [],
  http: ['db', 'identity', 'processes'],
  identity: ['db', 'http', 'keys'],
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

/** Nouns that rest on another, by what both sides share: each in one direction. */
const SHARED_PAIRS: string[] = [
  'accounts -> letterboxes',
  'accounts -> orders',
  'accounts -> parcels',
  'accounts -> privacy',
  'accounts -> user-settings',
  'bank-statements -> orders',
  'events -> transactions',
  'general-feedbacks -> inboxes',
  'geocoding -> letterboxes',
  'held-messages -> decisions',
  'held-messages -> inboxes',
  'held-messages -> items',
  'held-messages -> transactions',
  'household -> letterboxes',
  'identity-providers -> accounts',
  'imports -> items',
  'invitations -> parcels',
  'letterboxes -> audit',
  'letterboxes -> decisions',
  'letterboxes -> items',
  'letterboxes -> privacy',
  'letterboxes -> reports',
  'loans -> letterboxes',
  'loans -> requests',
  'loans -> transactions',
  'message-reports -> held-messages',
  'message-reports -> inboxes',
  'message-reports -> items',
  'message-reports -> transactions',
  'orders -> letterboxes',
  'orders -> products',
  'parcels -> letterboxes',
  'parcels -> orders',
  'passkeys -> accounts',
  'payments -> orders',
  'reports -> inboxes',
  'requests -> items',
  'requests -> letterboxes',
  'requests -> transactions',
  'second-factors -> accounts',
  'settings -> products',
  'transactions -> items',
  'upkeep -> letterboxes',
  'users -> accounts',
  'users -> audit',
  'users -> decisions',
  'users -> message-reports',
  'users -> notifications',
  'wishes -> items',
  'wishes -> letterboxes',
]

/**
 * Nouns that rest on another on the server: by what they import, by tables that point to another's, and by
 * reading those. What the lower one needs of the upper one it asks: platform/server/questions.ts.
 */
const SERVER_PAIRS: string[] = [
  'accounts -> geocoding',
  'accounts -> items',
  'accounts -> legal',
  'accounts -> letterboxes',
  'accounts -> newcomers',
  'accounts -> orders',
  'accounts -> parcels',
  'accounts -> passkeys',
  'accounts -> privacy',
  'accounts -> roles',
  'accounts -> second-factors',
  'accounts -> security-events',
  'accounts -> sessions',
  'announcements -> audit',
  'announcements -> letterboxes',
  'announcements -> notifications',
  'answer-bands -> letterboxes',
  'answer-bands -> transactions',
  'backups -> audit',
  'backups -> security-events',
  'backups -> sessions',
  'bank-statements -> audit',
  'bank-statements -> orders',
  'blocks -> letterboxes',
  'blocks -> loans',
  'blocks -> transactions',
  'config -> geocoding',
  'config -> letterboxes',
  'config -> orders',
  'config -> passkeys',
  'decisions -> audit',
  'general-feedbacks -> inboxes',
  'geocoding -> letterboxes',
  'held-messages -> audit',
  'held-messages -> decisions',
  'held-messages -> events',
  'held-messages -> items',
  'held-messages -> transactions',
  'household -> accounts',
  'household -> letterboxes',
  'household -> newcomers',
  'household -> sessions',
  'household -> transactions',
  'identity-providers -> accounts',
  'identity-providers -> passkeys',
  'identity-providers -> roles',
  'identity-providers -> security-events',
  'identity-providers -> sessions',
  'impact -> letterboxes',
  'impact -> transactions',
  'imports -> audit',
  'imports -> geocoding',
  'imports -> items',
  'imports -> letterboxes',
  'imports -> privacy',
  'imports -> transactions',
  'imports -> upkeep',
  'imports -> wishes',
  'inboxes -> audit',
  'invitations -> audit',
  'invitations -> geocoding',
  'invitations -> imports',
  'invitations -> letterboxes',
  'invitations -> orders',
  'invitations -> parcels',
  'invitations -> sessions',
  'items -> audit',
  'keys -> audit',
  'legal -> audit',
  'letterboxes -> audit',
  'letterboxes -> decisions',
  'letterboxes -> items',
  'letterboxes -> passkeys',
  'letterboxes -> privacy',
  'loans -> items',
  'loans -> letterboxes',
  'loans -> notifications',
  'loans -> requests',
  'loans -> transactions',
  'memberships -> letterboxes',
  'memberships -> notifications',
  'memberships -> orders',
  'memberships -> payments',
  'message-reports -> audit',
  'message-reports -> decisions',
  'message-reports -> held-messages',
  'message-reports -> items',
  'message-reports -> letterboxes',
  'message-reports -> loans',
  'message-reports -> transactions',
  'message-reports -> users',
  'neighbourhood-mail -> items',
  'neighbourhood-mail -> letterboxes',
  'neighbourhood-mail -> notifications',
  'neighbourhood-mail -> transactions',
  'neighbourhood-mail -> wishes',
  'newcomers -> audit',
  'newcomers -> letterboxes',
  'notifications -> settings',
  'orders -> audit',
  'orders -> products',
  'orders -> sessions',
  'overview -> audit',
  'overview -> bank-statements',
  'overview -> decisions',
  'overview -> general-feedbacks',
  'overview -> impact',
  'overview -> letterboxes',
  'overview -> message-reports',
  'overview -> newcomers',
  'overview -> orders',
  'overview -> payments',
  'overview -> products',
  'overview -> reports',
  'overview -> transactions',
  'overview -> wishes',
  'pages -> items',
  'pages -> letterboxes',
  'parcels -> audit',
  'parcels -> letterboxes',
  'parcels -> newcomers',
  'parcels -> orders',
  'passkeys -> audit',
  'passkeys -> security-events',
  'passkeys -> sessions',
  'payments -> audit',
  'payments -> orders',
  'reports -> inboxes',
  'reports -> letterboxes',
  'requests -> letterboxes',
  'requests -> transactions',
  'roles -> audit',
  'roles -> security-events',
  'roles -> sessions',
  'second-factors -> audit',
  'second-factors -> passkeys',
  'second-factors -> security-events',
  'second-factors -> sessions',
  'security-events -> audit',
  'sessions -> security-events',
  'settings -> audit',
  'settings -> legal',
  'settings -> newcomers',
  'settings -> products',
  'sticker-sheet -> items',
  'sticker-sheet -> letterboxes',
  'transactions -> events',
  'transactions -> items',
  'transactions -> letterboxes',
  'transactions -> notifications',
  'upkeep -> items',
  'upkeep -> letterboxes',
  'upkeep -> notifications',
  'upkeep -> privacy',
  'upkeep -> transactions',
  'users -> accounts',
  'users -> audit',
  'users -> decisions',
  'users -> general-feedbacks',
  'users -> letterboxes',
  'users -> loans',
  'users -> notifications',
  'users -> orders',
  'users -> passkeys',
  'users -> reports',
  'users -> second-factors',
  'users -> security-events',
  'users -> sessions',
  'users -> transactions',
  'users -> wishes',
  'wishes -> geocoding',
  'wishes -> items',
  'wishes -> letterboxes',
  'wishes -> notifications',
  'wishes -> transactions',
]

/** Nouns whose data in the browser rests on another's. */
const DATA_PAIRS: string[] = [
  'announcements -> accounts',
  'audit -> accounts',
  'backups -> accounts',
  'bank-statements -> accounts',
  'bank-statements -> orders',
  'blocks -> transactions',
  'decisions -> accounts',
  'held-messages -> accounts',
  'household -> accounts',
  'household -> transactions',
  'identity-providers -> accounts',
  'imports -> accounts',
  'inboxes -> accounts',
  'invitations -> accounts',
  'items -> accounts',
  'legal -> accounts',
  'letterboxes -> accounts',
  'loans -> accounts',
  'loans -> transactions',
  'map -> letterboxes',
  'message-reports -> accounts',
  'message-reports -> held-messages',
  'newcomers -> accounts',
  'notifications -> accounts',
  'orders -> accounts',
  'overview -> accounts',
  'passkeys -> accounts',
  'privacy -> accounts',
  'privacy -> notifications',
  'requests -> accounts',
  'requests -> letterboxes',
  'requests -> transactions',
  'roles -> accounts',
  'second-factors -> accounts',
  'security-events -> accounts',
  'settings -> accounts',
  'tours -> accounts',
  'transactions -> accounts',
  'updates -> accounts',
  'upkeep -> accounts',
  'users -> accounts',
  'wishes -> accounts',
]

/** Nouns whose screens show a part of another's. */
const SCREEN_PAIRS: string[] = [
  'general-feedbacks -> inboxes',
  'held-messages -> decisions',
  'held-messages -> inboxes',
  'household -> accounts',
  'impact -> items',
  'imports -> items',
  'imports -> map',
  'inbox -> accounts',
  'inbox -> items',
  'inbox -> loans',
  'inbox -> notifications',
  'inbox -> transactions',
  'letterboxes -> decisions',
  'letterboxes -> items',
  'letterboxes -> map',
  'letterboxes -> privacy',
  'letterboxes -> wishes',
  'loans -> accounts',
  'loans -> items',
  'loans -> letterboxes',
  'loans -> requests',
  'loans -> transactions',
  'map -> items',
  'message-reports -> held-messages',
  'message-reports -> inboxes',
  'message-reports -> users',
  'notifications -> accounts',
  'notifications -> privacy',
  'orders -> items',
  'orders -> letterboxes',
  'overview -> backups',
  'overview -> items',
  'overview -> updates',
  'parcels -> accounts',
  'poster -> accounts',
  'privacy -> accounts',
  'privacy -> items',
  'profile -> accounts',
  'profile -> items',
  'profile -> letterboxes',
  'profile -> loans',
  'profile -> map',
  'profile -> notifications',
  'profile -> privacy',
  'profile -> registration',
  'profile -> upkeep',
  'registration -> accounts',
  'registration -> letterboxes',
  'registration -> privacy',
  'reports -> inboxes',
  'requests -> items',
  'requests -> letterboxes',
  'requests -> notifications',
  'requests -> transactions',
  'requests -> wishes',
  'security-events -> sessions',
  'sticker-sheet -> accounts',
  'sticker-sheet -> items',
  'upkeep -> accounts',
  'upkeep -> loans',
  'users -> decisions',
  'users -> security-events',
  'wishes -> items',
]

/** What a noun asks, caches and decides in the browser, below whatever is shown. */
const isData = (path: string) => /^features\/[^/]+\/web\/data\//.test(path)

/** The layers of a noun; pairs are of one layer, those across are free. */
const LAYERS: Record<string, { pairs: string[]; holds: (path: string) => boolean }> = {
  SHARED_PAIRS: { pairs: SHARED_PAIRS, holds: (path) => placeOf(path)?.side === 'shared' },
  SERVER_PAIRS: {
    pairs: SERVER_PAIRS,
    holds: (path) => placeOf(path)?.side === 'server',
  },
  DATA_PAIRS: { pairs: DATA_PAIRS, holds: isData },
  SCREEN_PAIRS: {
    pairs: SCREEN_PAIRS,
    holds: (path) => placeOf(path)?.side === 'web' && !isData(path),
  },
}

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

describe('nouns', () => {
  for (const [name, { pairs, holds }] of Object.entries(LAYERS)) {
    it(`rest on another in one direction, and the pair stands in ${name} of scripts/boundaries.test.ts`, () => {
      const used = own
        .filter(({ from, to }) => holds(from) && holds(to))
        .flatMap(({ place: { noun }, other }) =>
          noun && other.noun && noun !== other.noun ? [`${noun} -> ${other.noun}`] : [],
        )
      expect([...new Set(used)].sort()).toEqual(pairs)
    })

    it(`rest by no way on themselves (${name}): turn one of the imports round, or hand on what is needed`, () => {
      const nouns = [...new Set(pairs.map((pair) => pair.split(' -> ')[0] ?? ''))]
      expect(nouns.map((noun) => findCircle(pairs, [noun])).filter(Boolean)).toEqual([])
    })
  }

  it('say in their README what they are and what they rest on, in any layer', () => {
    const nouns = [...new Set(files.map((file) => placeOf(file)?.noun).filter(Boolean))]
    const saidBy = (noun: string | undefined) => {
      const readme = readFileSync(join(ROOT, `features/${noun}/README.md`), 'utf8')
      return /\nRests on: ([^.]+)\.\n/.exec(readme)?.[1]?.split(/,\s+/)
    }
    const all = Object.values(LAYERS).flatMap(({ pairs }) => pairs)
    const wrong = nouns.flatMap((noun) => {
      const others = all.filter((pair) => pair.startsWith(`${noun} -> `))
      const names = [...new Set(others.map((pair) => pair.split(' -> ')[1]))].sort()
      const right = names.length > 0 ? names : ['no other noun']
      return JSON.stringify(saidBy(noun)) === JSON.stringify(right)
        ? []
        : [`features/${noun}/README.md: Rests on: ${right.join(', ')}.`]
    })
    expect(nouns.length).toBeGreaterThan(30)
    expect(wrong).toEqual([])
  })

  it('are listed in app.ts, each that has calls', () => {
    const app = readFileSync(join(ROOT, 'app/server/app.ts'), 'utf8')
    const features = files.filter(
      (file) =>
        /^features\/([^/]+)\/server\/\1\.ts$/.test(file) &&
        readFileSync(join(ROOT, file), 'utf8').includes(': Feature = {'),
    )
    expect(features.length).toBeGreaterThan(10)
    const doors = features.map((file) => file.replace(/[^/]+$/, 'door.ts'))
    expect(doors.filter((door) => !app.includes(`'#${door}'`))).toEqual([])
  })
})

/** Tests, and what makes worlds for them, reach into nouns. */
const isForTests = (path: string) => /^app\/server\/(testing|security)\//.test(path)
/** What is loaded when it is shown is named where it is loaded: its door would bring the others along. */
const isLoadedLater = (from: string, to: string) =>
  readFileSync(join(ROOT, from), 'utf8').includes(`import('#${to}')`)

describe('doors', () => {
  const doors = files.filter(isDoor)
  const passing = own.filter(
    ({ from, to, place, other }) =>
      other.noun !== undefined &&
      other.noun !== place.noun &&
      /^features\/[^/]+\/(server|web)\//.test(to) &&
      !isForTests(from),
  )

  it('What passes the border of a noun passes a door: server/door.ts, web/data/door.ts or web/door.ts.', () => {
    const beside = passing.filter(
      ({ from, to, place }) =>
        !isDoor(to) &&
        !(place.side === 'web' && isLoadedLater(from, to)) &&
        !HANDED_ON.includes(`${from} -> ${to}`),
    )
    expect(passing.length).toBeGreaterThan(500)
    expect(beside.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('A door hands on what is asked for outside, and does nothing else.', () => {
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

  it('A noun does not use its own door.', () => {
    expect(broken(({ to, place, other }) => isDoor(to) && place.noun === other.noun)).toEqual([])
  })
})

describe('tables', () => {
  /** The nouns by the tables that are theirs. */
  const owners = new Map(
    files.filter(isTables).flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8')
      return [...source.matchAll(/^export const (\w+) = pgTable\(/gm)].map(
        ([, name = '']) => [name, placeOf(file)?.noun] as const,
      )
    }),
  )
  /** What runs in a noun on the server, with the SQL beside its tables. */
  const sources = files
    .filter((file) => file.startsWith('features/') && !isTest(file))
    .filter((file) => /\/server\/.*\.ts$|\/database\.sql$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
  /** The tables of others that a file names in this way. */
  const foreign = ({ file, source }: (typeof sources)[number], named: RegExp) => {
    const aliases = new Map(
      [...source.matchAll(/(\w+) as (\w+)/g)].map(([, name = '', alias = '']) => [alias, name]),
    )
    const [, noun] = /^features\/([^/]+)\//.exec(file) ?? []
    return [...source.matchAll(named)].flatMap(([, name = '']) => {
      const table = aliases.get(name) ?? name
      const owner = owners.get(table)
      return owner && noun && owner !== noun ? [{ file, table, noun, owner }] : []
    })
  }

  it('are written by their noun alone, in SQL as well: ask its server for a step', () => {
    expect(owners.size).toBeGreaterThan(40)
    expect(sources.length).toBeGreaterThan(300)
    const writing =
      /(?:\.(?:insert|update|delete)\(\s*|\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE) (?:\$\{)?)(\w+)/g
    const written = sources.flatMap((each) => foreign(each, writing))
    expect(written.map(({ file, table }) => `${file} -> ${table}`)).toEqual([])
  })

  it('are read in SQL along SERVER_PAIRS, too', () => {
    const reading = /\b(?:FROM|JOIN|USING) (\w+)/g
    const read = sources
      .flatMap((each) => foreign(each, reading))
      .filter(({ noun, owner }) => !SERVER_PAIRS.includes(`${noun} -> ${owner}`))
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
            /^(features\/[^/]+\/server|platform\/server\/(http|mail))\//.test(file)),
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
  /** A format of currencies or of two decimals, or a currency that is put before or behind a number by hand. */
  const byHand = [
    /style: 'currency'|currencyDisplay|FractionDigits: 2\b|\.toFixed\(.*\b2\)/,
    /\$\{[\w.]*currency\} \$\{/i,
    /\$\{[^}]*\} \$\{[\w.]*currency\}/i,
  ]
  /** What programs read, each as it is prescribed; and what stands in a field to be typed over. */
  const FOR_PROGRAMS = [
    'features/orders/server/papers/payment-part.ts',
    'features/orders/web/form/donation-slider.tsx',
    // What a bank wrote and nobody can read as an amount.
    'features/bank-statements/server/camt.ts',
    // The key of a sum.
    'features/orders/server/cash-book/cash-book.csv.ts',
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

/** The rooms of the web app's platform, and what each may import beside itself. */
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
const isEngine = (path: string) => path.startsWith('features/map/web/engine/')

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

  it('Data knows of no screen, and holds no components.', () => {
    expect(
      broken(
        ({ from, to, other }) =>
          isData(from) && other.side === 'web' && !isData(to) && other.noun !== undefined,
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

  it('Only features/map/web/engine/ imports Leaflet, and it imports no React.', () => {
    const found = running.filter(
      ({ from, to }) =>
        (to.startsWith('leaflet') && !isEngine(from)) || (isEngine(from) && /^react/.test(to)),
    )
    expect(found.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })
})
