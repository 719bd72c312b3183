import pg from 'pg'
import type { clientsOf } from './servers.ts'

export interface Subscription {
  channel: string
  onPayload: (payload: string) => void
  /** The connection was lost and is back: announcements in between never arrived. */
  onReconnect?: () => void
}

const RETRY_MS = { first: 200, max: 5_000 }
/** What takes longer than the limit has lost its server; what has arrived by then is read before that is said. */
const PING_MS = { every: 10_000, limit: 5_000, grace: 1_000 }

/**
 * One connection that LISTENs for all subscriptions of this process and comes back by itself.
 * PostgreSQL keeps no announcements for an absent listener, hence `onReconnect`.
 */
export class Listener {
  #servers: ReturnType<typeof clientsOf>
  #pingMs: typeof PING_MS
  #onSilence: () => void
  #onError: (error: Error) => void
  #subscriptions = new Set<Subscription>()
  #client: pg.Client | null = null
  #connecting: Promise<void> | null = null
  #retry: NodeJS.Timeout | null = null
  #ping: NodeJS.Timeout | null = null
  #delay = RETRY_MS.first
  #wasConnected = false
  #closed = false

  /** @param onSilence the server accepts what is sent and answers nothing: no connection to it is good any more */
  constructor(
    servers: ReturnType<typeof clientsOf>,
    on: { error: (error: Error) => void; silence: () => void },
    pingMs = PING_MS,
  ) {
    this.#pingMs = pingMs
    this.#servers = servers
    this.#onError = on.error
    this.#onSilence = on.silence
  }

  async listen(subscription: Subscription): Promise<() => Promise<void>> {
    this.#subscriptions.add(subscription)
    this.#connecting ??= this.#connect()
    await this.#connecting
    await this.#client?.query(`LISTEN ${pg.escapeIdentifier(subscription.channel)}`)
    return async () => {
      this.#subscriptions.delete(subscription)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#retry) clearTimeout(this.#retry)
    if (this.#ping) clearInterval(this.#ping)
    await this.#connecting?.catch(() => {})
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new this.#servers.Client({
      ...this.#servers.settings,
      keepAlive: true,
      connectionTimeoutMillis: 4_000,
    })
    const lost = (error: Error) => this.#lost(client, error)
    client.on('error', lost)
    client.on('end', () => lost(new Error('The listening connection ended')))
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of this.#subscriptions) {
        if (subscription.channel === channel) subscription.onPayload(payload ?? '')
      }
    })
    try {
      await client.connect()
      const channels = new Set([...this.#subscriptions].map(({ channel }) => channel))
      for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      this.#client = client
      lost(error instanceof Error ? error : new Error(String(error)))
      return
    }
    this.#client = client
    this.#delay = RETRY_MS.first
    this.#watch(client, lost)
    if (this.#wasConnected) for (const { onReconnect } of this.#subscriptions) onReconnect?.()
    this.#wasConnected = true
  }

  /** A connection can die without a word: a cut cable, a machine that hangs. */
  #watch(client: pg.Client, lost: (error: Error) => void): void {
    if (this.#ping) clearInterval(this.#ping)
    let isAsked = false
    this.#ping = setInterval(() => {
      // One that was not answered is as good as two.
      if (isAsked) return
      isAsked = true
      void this.#askForLife(client, lost).then(() => {
        isAsked = false
      })
    }, this.#pingMs.every)
    this.#ping.unref()
  }

  #askForLife(client: pg.Client, lost: (error: Error) => void): Promise<void> {
    const silent = () => {
      if (this.#client !== client) return
      lost(new Error('The database does not answer'))
      this.#onSilence()
    }
    // This process may have been busy for all of that time, with the answer waiting to be read.
    let late = setTimeout(() => {
      late = setTimeout(silent, this.#pingMs.grace).unref()
    }, this.#pingMs.limit).unref()
    return client
      .query('SELECT 1')
      .then(() => {}, lost)
      .finally(() => clearTimeout(late))
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#closed || this.#client !== client) return
    this.#client = null
    // Only the first attempt may fail before any connection was there; later ones follow a loss.
    this.#wasConnected = true
    this.#onError(error)
    client.end().catch(() => {})
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect()
    }, this.#delay)
    this.#delay = Math.min(this.#delay * 2, RETRY_MS.max)
  }
}
