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
 * How long requests took, by method, route and status. Each of these has a histogram of its own, without labels: to find
 * the row of a request, the library puts its labels together to a text of some 70 letters each time.
 */
export class RequestDurations {
  readonly name = TEXT.name
  /** One that counts nothing: what is said of all of them. */
  readonly #empty = newHistogram()
  /** By route, then by method and status. */
  readonly #rows = new Map<string, Row[]>()

  constructor(registry: Registry) {
    // Of a metric it asks for its name, and for what it has come to.
    registry.registerMetric(this as unknown as Histogram)
  }

  /** Counts one request. */
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

  /** All of them as one histogram with labels. */
  async get() {
    const rows = [...this.#rows.values()].flat().map(async ({ labels, durations }) => {
      const { values } = await durations.get()
      return values.map((value) => ({ ...value, labels: { ...labels, ...value.labels } }))
    })
    return { ...(await this.#empty.get()), values: (await Promise.all(rows)).flat() }
  }
}
