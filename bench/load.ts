import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { BareOrder } from './bare-server.ts'
import type { Order, Started } from './map-server.ts'
import { measurePanning, type PanningFigures } from './panning.ts'
import { type AskedTile, pathOf } from './tiles.ts'

const CONNECTIONS = 32
const ROUNDS = 7
const SECONDS = 1
const HOT = 256
/** More than are answered in a round, so that no fresh tile is asked twice. */
const FRESH = 25_000
/** The measured rounds, one before them to warm up, and one with compression. */
export const TILES_ASKED = HOT + FRESH * (ROUNDS + 2)

export interface Figures {
  /** Answers a second. */
  throughput: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Processor time of the server for one answer, in microseconds. */
  cpu: number
}

/** What is asked of the server, and of a bare Fastify that answers with the same bytes. */
export type Asked = 'hot' | 'fresh' | 'call' | 'picture'
type Measurement = Asked | `bare ${Exclude<Asked, 'fresh'>}`

export interface MapFigures extends Started {
  plain: Record<Measurement, Figures>
  /** Throughput beside the bare Fastify's of the same round, the median of all rounds. */
  ratios: Record<Asked, number>
  compressed: Record<Measurement, Figures>
  /** Null where no browser was found. */
  panning: PanningFigures | null
}

const CALLS = ['/healthz']
const PICTURES = ['axe', 'drill', 'ladder', 'tent'].map((name) => `/img/stickers/${name}.svg`)

/** A process of bench, and what it is told. */
interface Server<Message, StartMessage> {
  started: StartMessage
  /** Answers the processor time of that process so far, in microseconds. */
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
    throw new Error(`The measured server ended with ${code}`)
  })
  died.catch(() => {})
  const hear = async () => (await Promise.race([once(server, 'message'), died]))[0]
  return {
    started: await hear(),
    tell(order) {
      const answer = hear()
      server.send(order)
      return answer
    },
    async end() {
      const ended = once(server, 'exit')
      server.send({ do: 'end' })
      await ended
    },
  }
}

/** Starts a server with `size` letterboxes, measures it, and ends it. */
export async function measureMap(size: number, tiles: readonly AskedTile[]): Promise<MapFigures> {
  const server = await startServer<Order, Started>('map-server.js', size)
  const bare = await startServer<BareOrder, string>('bare-server.js', size)
  const { started } = server
  const paths = tiles.map(pathOf)
  const [hotPaths, freshPaths] = [paths.slice(0, HOT), paths.slice(HOT)]
  let used = 0
  /** Paths that no round before had. */
  const unused = () => {
    used += FRESH
    return freshPaths.slice(used - FRESH, used)
  }
  const one = async (
    from: typeof server | typeof bare,
    asked: string[],
    encoding: string,
  ): Promise<Figures> => {
    const url = from === server ? started.url : bare.started
    const before = await from.tell({ do: 'tell processor time' })
    const result = await fire(url, asked, encoding)
    const after = await from.tell({ do: 'tell processor time' })
    return { ...result, cpu: (after - before) / result.answers }
  }
  const rounds = async (encoding: string, count: number) => {
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
        // Asked once for the bytes of the bare Fastify, they are hot.
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
    const all = Object.fromEntries(order.map((name) => [name, [] as Figures[]]))
    for (let round = 0; round < count; round++) {
      // Each goes first in turn: what else the machine does favours none of them.
      for (let i = 0; i < order.length; i++) {
        const name = order[(round + i) % order.length] ?? 'hot'
        all[name]?.push(await measure[name]())
      }
    }
    return all as Record<Measurement, Figures[]>
  }
  try {
    await rounds('identity', 1)
    const plain = await rounds('identity', ROUNDS)
    const compressed = await rounds('gzip', 1)
    const browser = process.env.BENCH_BROWSER
    const panning = browser ? await measurePanning(started.url, JSON.parse(browser)) : null
    return {
      ...started,
      plain: medians(plain),
      ratios: {
        hot: medianRatio(plain.hot, plain['bare hot']),
        fresh: medianRatio(plain.fresh, plain['bare hot']),
        call: medianRatio(plain.call, plain['bare call']),
        picture: medianRatio(plain.picture, plain['bare picture']),
      },
      compressed: medians(compressed),
      panning,
    }
  } finally {
    await server.end()
    await bare.end()
  }
}

/** Each connection asks its own share of the paths in turn, or all of them where there are few. */
async function fire(url: string, paths: readonly string[], encoding: string) {
  let connection = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient(client) {
      const own = connection++
      const share = paths.filter((_, i) => i % CONNECTIONS === own)
      const asked = share.length > 0 ? share : paths
      client.setRequests(asked.map((path) => ({ path, headers: { 'accept-encoding': encoding } })))
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

function medians(all: Record<Measurement, Figures[]>): Record<Measurement, Figures> {
  const each = Object.entries(all).map(([name, rounds]) => [name, median(rounds)])
  return Object.fromEntries(each)
}

/** The round with the median throughput. */
function median(rounds: readonly Figures[]): Figures {
  const sorted = [...rounds].sort((a, b) => a.throughput - b.throughput)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Unexpected rounds: none')
  return middle
}

function medianRatio(some: readonly Figures[], others: readonly Figures[]): number {
  const ratios = some.map(({ throughput }, i) => throughput / (others[i]?.throughput ?? 1))
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
}
