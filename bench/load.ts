import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { BareOrder } from './bare-server.ts'
import type { Order, Started } from './map-server.ts'
import { measurePanning, type PanningFigures } from './panning.ts'
import { type AskedTile, pathOf } from './tiles.ts'
import { reasonOf, within } from './within.ts'

const CONNECTIONS = 32
const SECONDS = 1
const HOT = 256
/** More than one round answers, so that no fresh tile is requested twice. */
const FRESH = 25_000
/** Number of tiles for the rounds of {@link Wanted} and one compressed round. */
export const tilesAsked = ({ warmUp, rounds }: Pick<Wanted, 'warmUp' | 'rounds'>) =>
  HOT + FRESH * (warmUp + rounds + 1)

/** Timeouts in seconds, far longer than each step takes. */
const WAITS = { start: 60, startOfAMillion: 60, answer: 30, end: 5 }

export interface Figures {
  /** Answers per second. */
  throughput: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Processor time of the server per answer, in microseconds. */
  cpu: number
}

/** Kinds of requests, sent to the server and to a bare Fastify that answers the same bytes. */
export type Asked = 'hot' | 'fresh' | 'call' | 'picture'
type Measurement = Asked | `bare ${Exclude<Asked, 'fresh'>}`

/** Parts that can fail on their own while the others continue. */
export type Part = 'server' | 'load' | 'compressed' | 'panning' | 'database'

/** The figures that could be measured. */
export interface MapFigures {
  started: Started | null
  plain: Partial<Record<Measurement, Figures>>
  /** Throughput divided by the bare Fastify's in the same round; median of all rounds. */
  ratios: Partial<Record<Asked, number>>
  compressed: Partial<Record<Measurement, Figures>>
  /** Null if no browser was found or wanted. */
  panning: PanningFigures | null
  failures: Partial<Record<Part, string>>
}

interface Wanted {
  /** Rounds that are not measured, because the servers' code is still being compiled. */
  warmUp: number
  rounds: number
  compressed: boolean
  browser: string | undefined
}

const CALLS = ['/healthz']
const PICTURES = ['axe', 'drill', 'ladder', 'tent'].map((name) => `/img/stickers/${name}.svg`)

interface Server<Message, StartMessage> {
  started: StartMessage
  /** Sends an order. Returns the processor time of that process so far, in microseconds. */
  tell(order: Message): Promise<number>
  end(): Promise<void>
}

async function startServer<Message extends { do: string }, StartMessage>(
  file: string,
  size: number,
): Promise<Server<Message | { do: 'tell processor time' }, StartMessage>> {
  const server = fork(join(import.meta.dirname, file), [String(size)], {
    execArgv: ['--expose-gc'],
  })
  const died = once(server, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  died.catch(() => {})
  const hear = async (seconds: number) => {
    const firstMessage = Promise.race([once(server, 'message'), died])
    return (await within(seconds, `an answer of ${file}`, firstMessage))[0]
  }
  const start = WAITS.start + (WAITS.startOfAMillion * size) / 1_000_000
  return {
    started: await hear(start).catch((error: unknown) => {
      server.kill('SIGKILL')
      throw error
    }),
    tell(order) {
      const answer = hear(WAITS.answer)
      server.send(order)
      return answer
    },
    async end() {
      const ended = once(server, 'exit')
      if (server.connected) server.send({ do: 'end' })
      await within(WAITS.end, `the end of ${file}`, ended).catch(() => server.kill('SIGKILL'))
    },
  }
}

type Rounds = Partial<Record<Measurement, Figures[]>>

/** Starts a server with `size` letterboxes, measures it, and ends it. */
export async function measureMap(
  size: number,
  tiles: readonly AskedTile[],
  wanted: Wanted,
): Promise<MapFigures> {
  const figures: MapFigures = {
    started: null,
    plain: {},
    ratios: {},
    compressed: {},
    panning: null,
    failures: {},
  }
  /** Runs a step. If it fails, the reason is stored in place of its figures. */
  const attempt = async (part: Part, work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      figures.failures[part] = reasonOf(error)
    })
  }
  await attempt('server', async () => {
    const server = await startServer<Order, Started>('map-server.js', size)
    figures.started = server.started
    const { url } = server.started
    try {
      const bare = await startServer<BareOrder, string>('bare-server.js', size)
      const measure = measuring(server, bare, tiles)
      const plain: Rounds = {}
      try {
        await attempt('load', async () => {
          await measure({}, 'identity', wanted.warmUp)
          await measure(plain, 'identity', wanted.rounds)
        })
        figures.plain = medians(plain)
        figures.ratios = ratiosOf(plain)
        const compressed: Rounds = {}
        if (wanted.compressed) {
          await attempt('compressed', () => measure(compressed, 'gzip', 1))
        }
        figures.compressed = medians(compressed)
      } finally {
        await bare.end()
      }
      const { browser } = wanted
      if (browser) {
        await attempt('panning', async () => {
          figures.panning = await measurePanning(url, JSON.parse(browser))
        })
      }
    } finally {
      await server.end()
    }
  })
  return figures
}

/** Returns a function that runs a number of rounds and adds each figure to `all` as it comes. */
function measuring(
  server: Server<Order, Started>,
  bare: Server<BareOrder, string>,
  tiles: readonly AskedTile[],
) {
  const { started } = server
  const paths = tiles.map(pathOf)
  const [hotPaths, freshPaths] = [paths.slice(0, HOT), paths.slice(HOT)]
  let used = 0
  /** Returns paths that no earlier round has used. */
  const unused = () => {
    used += FRESH
    return freshPaths.slice(used - FRESH, used)
  }
  const one = async (
    from: typeof server | typeof bare,
    requestPaths: string[],
    encoding: string,
  ): Promise<Figures> => {
    const url = from === server ? started.url : bare.started
    const before = await from.tell({ do: 'tell processor time' })
    const result = await within(WAITS.answer, 'a second of load', fire(url, requestPaths, encoding))
    const after = await from.tell({ do: 'tell processor time' })
    return { ...result, cpu: (after - before) / result.answers }
  }
  return async (all: Rounds, encoding: string, count: number): Promise<void> => {
    const keep = () =>
      bare.tell({
        do: 'keep',
        urls: [...hotPaths, ...CALLS, ...PICTURES].map((path) => started.url + path),
        encoding,
      })
    await keep()
    const measure: Record<Measurement, () => Promise<Figures>> = {
      'bare hot': () => one(bare, hotPaths, encoding),
      async hot() {
        // Fetching their bytes for the bare Fastify makes these paths hot.
        await keep()
        return one(server, hotPaths, encoding)
      },
      async fresh() {
        await server.tell({ do: 'forget tiles' })
        return one(server, unused(), encoding)
      },
      'bare call': () => one(bare, CALLS, encoding),
      call: () => one(server, CALLS, encoding),
      'bare picture': () => one(bare, PICTURES, encoding),
      picture: () => one(server, PICTURES, encoding),
    }
    const order = Object.keys(measure) as Measurement[]
    for (let round = 0; round < count; round++) {
      // The servers take turns in going first, so that other work on the machine favours none of
      // them.
      for (let i = 0; i < order.length; i++) {
        const name = order[(round + i) % order.length] ?? 'hot'
        const figures = await measure[name]()
        all[name] = [...(all[name] ?? []), figures]
      }
    }
  }
}

/** Each connection requests its own share of the paths in turn, or all paths if there are few. */
async function fire(url: string, paths: readonly string[], encoding: string) {
  let connection = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient(client) {
      const own = connection++
      const share = paths.filter((_, i) => i % CONNECTIONS === own)
      const ownPaths = share.length > 0 ? share : paths
      client.setRequests(
        ownPaths.map((path) => ({ path, headers: { 'accept-encoding': encoding } })),
      )
    },
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed`)
  return {
    throughput: result.requests.total / SECONDS,
    answers: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

function medians(all: Rounds): Partial<Record<Measurement, Figures>> {
  const each = Object.entries(all).map(([name, rounds]) => [name, median(rounds)])
  return Object.fromEntries(each)
}

function median(rounds: readonly Figures[]): Figures {
  const sorted = [...rounds].sort((a, b) => a.throughput - b.throughput)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Unexpected rounds: none')
  return middle
}

/** Uses as many rounds as both servers have completed. */
function ratiosOf(all: Rounds): Partial<Record<Asked, number>> {
  const ratios: Partial<Record<Asked, number>> = {}
  const pairs = [
    ['hot', 'bare hot'],
    ['fresh', 'bare hot'],
    ['call', 'bare call'],
    ['picture', 'bare picture'],
  ] as const
  for (const [name, bareName] of pairs) {
    const bares = (all[bareName] ?? []).slice(0, all[name]?.length)
    const each = bares.map((bare, i) => (all[name]?.[i]?.throughput ?? 0) / bare.throughput)
    const middle = each.sort((a, b) => a - b)[Math.floor(each.length / 2)]
    if (middle !== undefined) ratios[name] = middle
  }
  return ratios
}
