import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { BareOrder } from './bare-server.ts'
import { withServer } from './running-server.ts'
import { measureStreetMap } from './street-panning.ts'

const CONNECTIONS = 32
const ROUNDS = 7
const SECONDS = 2
/** Streets are limited for each network: each request of a connection comes from another one. */
const NETWORKS = 128
/** A town, its surroundings, and the country: 40 kB, 21 kB and 9 kB. */
const TILES = ['14/8625/5753', '13/4312/2876', '10/539/359'].map(
  (tile) => `/basemap/streets/${tile}.mvt`,
)

const load = loadavg()[0] ?? 0
await withServer({ DEMO: 'on', TRUST_PROXY: 'on' }, null, async (url) => {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`${cpus().length} cores, load at the start ${load.toFixed(1)}\n`)
  const bare = fork(join(import.meta.dirname, 'bare-server.js'))
  const [bareUrl] = await once(bare, 'message')
  try {
    for (const tile of TILES) {
      const { throughput, ratio, bytes } = await compare(bare, { bareUrl, url, tile })
      const answers = `${throughput.toFixed(0)} answers/s`
      print(`${tile} (${bytes} bytes): ${answers}, beside bare Fastify ${ratio.toFixed(2)}`)
    }
  } finally {
    const ended = once(bare, 'exit')
    bare.send({ do: 'end' } satisfies BareOrder)
    await ended
  }
  const browser = process.env.BENCH_BROWSER
  if (browser) for (const line of await measureStreetMap(url, JSON.parse(browser))) print(line)
})

interface Compared {
  bareUrl: string
  url: string
  tile: string
}

/** The tile as it is stored, from the server and from a bare Fastify in turns; medians of the rounds. */
async function compare(bare: ChildProcess, { bareUrl, url, tile }: Compared) {
  const bareMessage = once(bare, 'message')
  bare.send({ do: 'keep', urls: [url + tile], encoding: 'gzip' } satisfies BareOrder)
  await bareMessage
  const answer = await fetch(url + tile, { headers: { 'accept-encoding': 'gzip' } })
  const bytes = Number(answer.headers.get('content-length'))
  await answer.arrayBuffer()
  const rounds: { own: number; other: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    // The servers take turns in going first, so that other work of the machine favours none of them.
    const first = await fire(round % 2 ? url : bareUrl, tile)
    const second = await fire(round % 2 ? bareUrl : url, tile)
    rounds.push(round % 2 ? { own: first, other: second } : { own: second, other: first })
  }
  const measured = rounds.slice(1)
  return {
    bytes,
    throughput: median(measured.map(({ own }) => own)),
    ratio: median(measured.map(({ own, other }) => own / other)),
  }
}

async function fire(url: string, path: string): Promise<number> {
  let network = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    workers: 1,
    requests: Array.from({ length: NETWORKS }, () => ({
      path,
      headers: { 'accept-encoding': 'gzip', 'x-forwarded-for': `10.9.0.${network++}` },
    })),
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed`)
  return result.requests.total / SECONDS
}

function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}
