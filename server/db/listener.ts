import pg from 'pg'

export interface Subscription {
  channel: string
  onPayload: (payload: string) => void
  /** The connection was lost and is back: announcements in between never arrived. */
  onReconnect?: () => void
}

const RETRY_MS = { first: 200, max: 5_000 }
const PING_MS = 30_000

/**
 * One connection that LISTENs for all subscriptions of this process and comes back by itself.
 * PostgreSQL keeps no announcements for an absent listener, hence `onReconnect`.
 */
export class Listener {
  #connectionString: string
  #onError: (error: Error) => void
  #subscriptions = new Set<Subscription>()
  #client: pg.Client | null = null
  #connecting: Promise<void> | null = null
  #retry: NodeJS.Timeout | null = null
  #ping: NodeJS.Timeout | null = null
  #delay = RETRY_MS.first
  #wasConnected = false
  #closed = false

  constructor(connectionString: string, onError: (error: Error) => void) {
    this.#connectionString = connectionString
    this.#onError = onError
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
    const client = new pg.Client({
      connectionString: this.#connectionString,
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

  /** A connection can die without a word (a cut cable, a failed-over server). */
  #watch(client: pg.Client, lost: (error: Error) => void): void {
    if (this.#ping) clearInterval(this.#ping)
    this.#ping = setInterval(() => client.query('SELECT 1').catch(lost), PING_MS)
    this.#ping.unref()
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
