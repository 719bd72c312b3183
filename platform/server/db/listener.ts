import pg from 'pg'
import type { clientsOf } from './servers.ts'

export interface Subscription {
  channel: string
  onPayload: (payload: string) => void
  /** The connection is lost; notifications may be missed from now on. */
  onLost?: () => void
  /** The connection is back; notifications sent in between never arrived. */
  onReconnect?: () => void
}

const RETRY_MS = { first: 200, max: 5_000 }
/**
 * The listener sends a query to the server at this interval. If it is not answered within the limit, the connection is
 * considered lost. This process may itself have been too busy to read, so it gets a grace period to read the answer
 * first.
 */
export const LISTENING_MS = { askEvery: 5_000, limit: 5_000, grace: 1_000 }
/** A health check should not wait longer for an answer. */
const HEARING_WITHIN_MS = 1_000
const CONNECT_WITHIN_MS = 4_000

class SilentServerError extends Error {
  constructor(options?: { cause: unknown }) {
    super('The database does not answer', options)
  }
}

/** A query without a timeout could leave the listener deaf without anyone noticing. */
function ask(
  client: pg.Client,
  text: string,
  { limit, grace }: { limit: number; grace: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let late = setTimeout(() => {
      late = setTimeout(() => reject(new SilentServerError()), grace).unref()
    }, limit).unref()
    client
      .query(text)
      .then(() => resolve(), reject)
      .finally(() => clearTimeout(late))
  })
}

/**
 * One connection that LISTENs for all subscriptions of this process and reconnects by itself. PostgreSQL does not keep
 * notifications for an absent listener, hence `onReconnect`.
 */
export class Listener {
  #servers: ReturnType<typeof clientsOf>
  #limits: typeof LISTENING_MS
  #onSilence: () => void
  #onError: (error: Error) => void
  #subscriptions = new Set<Subscription>()
  /** The connection, possibly still connecting; null between two attempts. */
  #client: pg.Client | null = null
  /** Whether all subscriptions are active on the connection. */
  #isListening = false
  #connecting: Promise<void> | null = null
  /** The pending LISTENs: a connection runs one query at a time. */
  #listening: Promise<void> = Promise.resolve()
  #retry: NodeJS.Timeout | null = null
  #asking: NodeJS.Timeout | null = null
  #delay = RETRY_MS.first
  #wasLost = false
  #closed = false

  /**
   * @param on silence: the server accepts what is sent but never answers; none of its connections can be used any more
   */
  constructor(
    servers: ReturnType<typeof clientsOf>,
    on: { error: (error: Error) => void; silence: () => void },
    limits = LISTENING_MS,
  ) {
    this.#limits = limits
    this.#servers = servers
    this.#onError = on.error
    this.#onSilence = on.silence
  }

  /**
   * Resolves when the subscription is active. While the connection is lost it resolves at once, and `onReconnect`
   * follows.
   */
  async listen(subscription: Subscription): Promise<() => Promise<void>> {
    this.#subscriptions.add(subscription)
    this.#connecting ??= this.#connect()
    await this.#connecting
    this.#listening = this.#listening.then(async () => {
      if (this.#client && this.#isListening)
        await this.#listenTo(this.#client, subscription.channel)
    })
    await this.#listening
    return async () => {
      this.#subscriptions.delete(subscription)
    }
  }

  /** Whether notifications arrive at this moment: queries the connection on which they come. */
  async isHearing(): Promise<boolean> {
    if (!this.#client || !this.#isListening) return false
    return ask(this.#client, 'SELECT 1', { ...this.#limits, limit: HEARING_WITHIN_MS }).then(
      () => true,
      () => false,
    )
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#retry) clearTimeout(this.#retry)
    await this.#connecting?.catch(() => {})
    if (this.#asking) clearInterval(this.#asking)
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new this.#servers.Client({
      ...this.#servers.settings,
      // Identifies the connection in pg_stat_activity.
      application_name: 'letterlend listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    })
    this.#client = client
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, new Error('The listening connection ended')))
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of this.#subscriptions) {
        if (subscription.channel === channel) subscription.onPayload(payload ?? '')
      }
    })
    const begun = performance.now()
    try {
      await client.connect()
    } catch (error) {
      const isSilent = performance.now() - begun >= CONNECT_WITHIN_MS
      this.#lost(client, isSilent ? new SilentServerError({ cause: error }) : error)
      return
    }
    const channels = new Set([...this.#subscriptions].map(({ channel }) => channel))
    for (const channel of channels) await this.#listenTo(client, channel)
    if (this.#client !== client) return
    this.#isListening = true
    this.#delay = RETRY_MS.first
    this.#watch(client)
    if (this.#wasLost) for (const { onReconnect } of this.#subscriptions) onReconnect?.()
  }

  async #listenTo(client: pg.Client, channel: string): Promise<void> {
    await this.#askOrLose(client, `LISTEN ${pg.escapeIdentifier(channel)}`)
  }

  /** A connection can die silently: a cut cable, a machine that hangs. */
  #watch(client: pg.Client): void {
    if (this.#asking) clearInterval(this.#asking)
    let isAsked = false
    this.#asking = setInterval(() => {
      // Do not send a second query while one is pending.
      if (isAsked) return
      isAsked = true
      void this.#askOrLose(client, 'SELECT 1').then(() => {
        isAsked = false
      })
    }, this.#limits.askEvery)
    this.#asking.unref()
  }

  async #askOrLose(client: pg.Client, text: string): Promise<void> {
    if (this.#client !== client) return
    await ask(client, text, this.#limits).catch((error) => this.#lost(client, error))
  }

  #lost(client: pg.Client, reason: unknown): void {
    if (this.#closed || this.#client !== client) return
    const error = reason instanceof Error ? reason : new Error(String(reason))
    this.#client = null
    this.#isListening = false
    this.#wasLost = true
    this.#onError(error)
    client.end().catch(() => {})
    if (error instanceof SilentServerError) this.#onSilence()
    for (const { onLost } of this.#subscriptions) onLost?.()
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect()
    }, this.#delay)
    this.#delay = Math.min(this.#delay * 2, RETRY_MS.max)
  }
}
