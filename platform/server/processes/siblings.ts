import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { type Channel, Conversation } from './conversation.ts'

/** The state of one metric, as sent over a channel. */
export type MetricState = MetricObjectWithValues<MetricValue<string>>

/** A call by a visitor, which the primary counts for all processes. */
export interface CountedCall {
  /** Name of the limit: a route with a limit of its own, or all others. */
  limit: string
  address: string
  windowMs: number
}

/** Number of calls in the window, including this one, and its remaining time. */
export interface CallCount {
  current: number
  ttl: number
}

/**
 * The other processes that share the port, from the view of one of them. They are reached through the primary, which
 * has started them all (app/server/primary.ts).
 */
export class Siblings {
  /** Number of this process, starting at 1 and unique among the running ones. */
  readonly number: number
  readonly #primary: Conversation
  #ownMetrics: () => Promise<MetricState[]> = async () => []

  constructor(number: number, channel: Channel) {
    this.number = number
    this.#primary = new Conversation(channel, { metrics: () => this.#ownMetrics() })
  }

  /** Notifies the primary that this process is ready. */
  async tellStarted(): Promise<void> {
    await this.#primary.ask('started', null)
  }

  count(call: CountedCall): Promise<CallCount> {
    return this.#primary.ask('count', call) as Promise<CallCount>
  }

  /** Makes this registry available to the other processes, with a label for the process. */
  shareMetrics(registry: Registry): void {
    registry.setDefaultLabels({ process: String(this.number) })
    this.#ownMetrics = () => registry.getMetricsAsJSON() as Promise<MetricState[]>
  }

  /** The metrics of all processes, in Prometheus' text format. */
  metricsOfAll(): Promise<string> {
    return this.#primary.ask('metrics', null) as Promise<string>
  }
}
