import { Histogram, type Registry } from 'prom-client'

interface Row {
  labels: { method: string; route: string; status: number }
  durations: Histogram
}

const TEXT = {
  name: 'http_request_duration_seconds',
  help: 'Time to answer, by route and status',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
}

const newHistogram = () => new Histogram({ ...TEXT, registers: [] })

/**
 * Request durations by method, route and status, each with an unlabelled histogram of its own. With labels, the library
 * would build a key of about 70 characters for every request.
 */
export class RequestDurations {
  readonly name = TEXT.name
  /** An empty histogram, for the metadata that all share. */
  readonly #empty = newHistogram()
  /** Keyed by route, then by method and status. */
  readonly #rows = new Map<string, Row[]>()

  constructor(registry: Registry) {
    // The registry uses only a metric's name and its values.
    registry.registerMetric(this as unknown as Histogram)
  }

  count(method: string, route: string, status: number, seconds: number): void {
    const rows = this.#rows.get(route)
    const row = rows?.find(({ labels }) => labels.status === status && labels.method === method)
    const { durations } = row ?? this.#addRow({ method, route, status })
    durations.observe(seconds)
  }

  #addRow(labels: Row['labels']): Row {
    const row = { labels, durations: newHistogram() }
    this.#rows.set(labels.route, [...(this.#rows.get(labels.route) ?? []), row])
    return row
  }

  /** Merges all rows into one labelled histogram. */
  async get() {
    const rows = [...this.#rows.values()].flat().map(async ({ labels, durations }) => {
      const { values } = await durations.get()
      return values.map((value) => ({ ...value, labels: { ...labels, ...value.labels } }))
    })
    return { ...(await this.#empty.get()), values: (await Promise.all(rows)).flat() }
  }
}
