import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
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

export interface MapFigures extends Started {
  /** Throughput beside the static answer's of the same round, the median of all rounds. */
  hotRatio: number
  freshRatio: number
  hot: Figures
  fresh: Figures
  static: Figures
  hotCompressed: Figures
  freshCompressed: Figures
  staticCompressed: Figures
  /** Null where no browser was found. */
  panning: PanningFigures | null
}

/** Starts a server with `size` letterboxes, measures it, and ends it. */
export async function measureMap(size: number, tiles: readonly AskedTile[]): Promise<MapFigures> {
  const server = fork(join(import.meta.dirname, 'map-server.js'), [String(size)], {
    execArgv: ['--expose-gc'],
  })
  const died = once(server, 'exit').then(([code]) => {
    throw new Error(`The measured server ended with ${code}`)
  })
  died.catch(() => {})
  const hear = async () => (await Promise.race([once(server, 'message'), died]))[0]
  const started: Started = await hear()
  const tell = (order: Order): Promise<number> => {
    const answer = hear()
    server.send(order)
    return answer
  }
  const paths = tiles.map(pathOf)
  const [hotPaths, freshPaths] = [paths.slice(0, HOT), paths.slice(HOT)]
  let used = 0
  /** Paths that no round before had. */
  const unused = () => {
    used += FRESH
    return freshPaths.slice(used - FRESH, used)
  }
  const one = async (asked: string[], encoding: string): Promise<Figures> => {
    const before = await tell({ do: 'tell processor time' })
    const result = await fire(started.url, asked, encoding)
    const after = await tell({ do: 'tell processor time' })
    return { ...result, cpu: (after - before) / result.answers }
  }
  const rounds = async (encoding: string, count: number) => {
    await tell({ do: 'keep static', paths: hotPaths, encoding })
    const staticPaths = hotPaths.map((_, i) => `/static/${i}`)
    const all: Record<'hot' | 'fresh' | 'static', Figures[]> = { hot: [], fresh: [], static: [] }
    const measure = {
      static: () => one(staticPaths, encoding),
      async hot() {
        // Asked once for the static bytes, they are hot.
        await tell({ do: 'keep static', paths: hotPaths, encoding })
        return one(hotPaths, encoding)
      },
      async fresh() {
        await tell({ do: 'forget tiles' })
        return one(unused(), encoding)
      },
    }
    for (let round = 0; round < count; round++) {
      // Each goes first in turn: what else the machine does favours none of them.
      const order = ['static', 'hot', 'fresh'] as const
      for (let i = 0; i < 3; i++) {
        const name = order[(round + i) % 3] ?? 'static'
        all[name].push(await measure[name]())
      }
    }
    return all
  }
  try {
    await rounds('identity', 1)
    const plain = await rounds('identity', ROUNDS)
    const gzip = await rounds('gzip', 1)
    const browser = process.env.BENCH_BROWSER
    const panning = browser ? await measurePanning(started.url, JSON.parse(browser)) : null
    return {
      ...started,
      hotRatio: medianRatio(plain.hot, plain.static),
      freshRatio: medianRatio(plain.fresh, plain.static),
      hot: median(plain.hot),
      fresh: median(plain.fresh),
      static: median(plain.static),
      hotCompressed: median(gzip.hot),
      freshCompressed: median(gzip.fresh),
      staticCompressed: median(gzip.static),
      panning,
    }
  } finally {
    const ended = once(server, 'exit')
    server.send({ do: 'end' } satisfies Order)
    await ended
  }
}

/** Each connection asks its own share of the paths, in turn. */
async function fire(url: string, paths: readonly string[], encoding: string) {
  let connection = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient(client) {
      const own = connection++
      client.setRequests(
        paths
          .filter((_, i) => i % CONNECTIONS === own)
          .map((path) => ({ path, headers: { 'accept-encoding': encoding } })),
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
