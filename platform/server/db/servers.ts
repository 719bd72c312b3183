import { Socket } from 'node:net'
import pg from 'pg'

/** None of the servers takes writes; an SQLSTATE of the class "connection", as for one that is away. */
export class NoWritableServerError extends Error {
  readonly code = '08001'
}

/** What libpq takes for "a server that writes". Here the two mean the same: a server is asked whether it writes. */
const WRITABLE = ['read-write', 'primary']
const ATTRIBUTE = 'target_session_attrs'
/** Shorter than a connection of the pool may take to be there. */
const ANSWER_WITHIN_MS = 3_000
/** Connections that are opened together ask once. */
const KNOWN_FOR_MS = 1_000

interface DatabaseServers {
  /** A URL for each, in the order in which they were named. */
  urls: string[]
  /** Whether a connection is good for nothing that cannot write. */
  writable: boolean
}

/**
 * The servers of a URL as libpq knows it: `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`.
 * Several are always asked which of them writes. Throws an error whose message says what such a URL must be.
 */
export function serversOf(databaseUrl: string): DatabaseServers {
  const [, scheme, login = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  if (!scheme) throw new Error('must be a URL that begins with postgres:// or postgresql://')
  const urls = hosts.split(',').map((host) => {
    const text = `${scheme}${login}${host}${rest}`
    if (!URL.canParse(text) || (host === '' && hosts !== '')) {
      throw new Error('must be a URL such as postgres://user:password@host:5432/name')
    }
    const url = new URL(text)
    if (url.searchParams.has(ATTRIBUTE)) url.searchParams.delete(ATTRIBUTE)
    return url.href
  })
  const attribute = new URL(`${scheme}${rest || '/'}`).searchParams.get(ATTRIBUTE)
  if (attribute !== null && ![...WRITABLE, 'any'].includes(attribute)) {
    throw new Error(`must not ask for ${ATTRIBUTE}=${attribute}: the server writes`)
  }
  return { urls, writable: urls.length > 1 || WRITABLE.includes(attribute ?? '') }
}

/** Where a client connects to. */
interface Place {
  host: string
  port: number
}

/** Whether the server takes writes. Throws when it does not answer in time. */
async function isWritable(client: pg.Client, socket: Socket): Promise<boolean> {
  const late = setTimeout(() => socket.destroy(), ANSWER_WITHIN_MS)
  // A connection that breaks fails the call that waits for it; the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'SHOW transaction_read_only',
    )
    return rows[0]?.transaction_read_only === 'off'
  } finally {
    clearTimeout(late)
    void client.end().catch(() => {})
  }
}

async function placeOf(url: string): Promise<Place> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: url, stream: () => socket })
  const { host, port } = client
  const name = `${host}:${port}`
  const writable = await isWritable(client, socket).catch((error: Error & { code?: string }) => {
    throw new Error(`${name} (${error.code ?? error.message})`)
  })
  if (!writable) throw new Error(`${name} (read-only)`)
  return { host, port }
}

/** Asks all servers at once, so that one that is silent delays nothing; the first that writes. */
async function findPlace(urls: readonly string[]): Promise<Place> {
  try {
    return await Promise.any(urls.map(placeOf))
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error]
    const messages = reasons.map((each) => (each instanceof Error ? each.message : String(each)))
    throw new NoWritableServerError(
      `No server of DATABASE_URL takes writes: ${messages.join(', ')}`,
    )
  }
}

/**
 * A class of clients for the servers of a URL, and the settings by which one is made. Where it has to be one that
 * writes, each of them looks for it when it connects: after a fail-over new connections go to another
 * server.
 */
export function clientsOf(databaseUrl: string): {
  Client: typeof pg.Client
  settings: { connectionString: string | undefined }
} {
  const { urls, writable } = serversOf(databaseUrl)
  const settings = { connectionString: urls[0] }
  if (!writable) return { Client: pg.Client, settings }
  let lastSearch: { place: Promise<Place>; until: number } | null = null
  const find = (): Promise<Place> => {
    if (lastSearch && Date.now() < lastSearch.until) return lastSearch.place
    const search = { place: findPlace(urls), until: Number.POSITIVE_INFINITY }
    lastSearch = search
    search.place.then(
      () => {
        search.until = Date.now() + KNOWN_FOR_MS
      },
      () => {
        search.until = 0
      },
    )
    return search.place
  }
  class WritingClient extends pg.Client {
    async #connect(): Promise<pg.Client> {
      const { host, port } = await find()
      this.host = host
      this.port = port
      return super.connect()
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void
    override connect(
      callback?: (error: Error | null, client?: pg.Client) => void,
    ): Promise<pg.Client> | undefined {
      if (!callback) return this.#connect()
      this.#connect().then(
        () => callback(null, this),
        (error: Error) => callback(error),
      )
      return undefined
    }
  }
  return { Client: WritingClient, settings }
}
