import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { type Channel, Conversation } from './conversation.ts'

/** The state of one metric as it crosses a channel. */
export type MetricState = MetricObjectWithValues<MetricValue<string>>

/** One more call of a visitor, to be counted by the primary for all processes together. */
export interface CountedCall {
  /** What the limit is of: a route with a limit of its own, or all others. */
  limit: string
  address: string
  windowMs: number
}

/** How many calls there were in the window, this one among them, and how long it lasts yet. */
export interface CallCount {
  current: number
  ttl: number
}

/**
 * The other processes that answer on the same port, for one of them. They are reached by way of the primary, the
 * process that started them all (app/server/primary.ts).
 */
export class Siblings {
  /** Which of them this process is: from 1 on, and nobody else's at the same time. */
  readonly number: number
  readonly #primary: Conversation
  #ownMetrics: () => Promise<MetricState[]> = async () => []

  constructor(number: number, channel: Channel) {
    this.number = number
    this.#primary = new Conversation(channel, { metrics: () => this.#ownMetrics() })
  }

  /** Tells the primary that this process answers, and stops when it is asked to. */
  async tellStarted(): Promise<void> {
    await this.#primary.ask('started', null)
  }

  count(call: CountedCall): Promise<CallCount> {
    return this.#primary.ask('count', call) as Promise<CallCount>
  }

  /** From now on the others are told what is in this registry, each number with a label that says whose it is. */
  shareMetrics(registry: Registry): void {
    registry.setDefaultLabels({ process: String(this.number) })
    this.#ownMetrics = () => registry.getMetricsAsJSON() as Promise<MetricState[]>
  }

  /** The metrics of all processes, as text for Prometheus. */
  metricsOfAll(): Promise<string> {
    return this.#primary.ask('metrics', null) as Promise<string>
  }
}
