import { Counter } from 'prom-client'
import type { Deps } from '#platform/server/deps.ts'
import { addGauge } from '#platform/server/http/watching/metrics.ts'
import { SECOND_MS } from '#platform/shared/durations.ts'

/** Metrics about this process's map in `/metrics`. */
export function addLetterboxMetrics({ metrics, letterboxFeed: feed }: Deps): void {
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    addGauge(metrics, { name: `letterlend_map_${name}`, help }, async (each) =>
      each.set(await value()),
    )
  gauge('letterboxes', 'Letterboxes on the map of this process', () => feed.index.size)
  gauge('index_bytes', 'Memory of the index of the map', () => feed.index.byteLength)
  gauge('up_to_date', 'Whether the map is known to be in sync with the database', async () =>
    Number(await feed.isUpToDate()),
  )
  gauge(
    'last_read_timestamp_seconds',
    'When the map was last read from the database, in full or in part',
    () => (feed.lastRead?.getTime() ?? 0) / SECOND_MS,
  )
  new Counter({
    name: 'letterlend_map_loads_total',
    help: 'Readings of all letterboxes, at the start and after lost connections',
    registers: [metrics],
    collect() {
      this.reset()
      this.inc(feed.loads)
    },
  })
}
