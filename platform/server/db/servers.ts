import { Socket } from 'node:net'
import pg from 'pg'

/** None of the servers accepts writes. The code is in SQLSTATE class 08, as for an unreachable server. */
export class NoWritableServerError extends Error {
  readonly code = '08001'
}

/** libpq's values for a writable server. We treat them alike: each server is queried for whether it accepts writes. */
const WRITABLE = ['read-write', 'primary']
const ATTRIBUTE = 'target_session_attrs'
/** Shorter than the pool's timeout for a new connection. */
const ANSWER_WITHIN_MS = 3_000
/** Connections that are opened together share one check. */
const KNOWN_FOR_MS = 1_000

interface DatabaseServers {
  /** One URL per server, in the configured order. */
  urls: string[]
  /** Whether connections have to be writable. */
  writable: boolean
}

/**
 * Parses a URL as libpq does: `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`. With
 * several servers, each is queried for whether it accepts writes. Throws an error that explains the expected format.
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

/** Whether the server accepts writes. Throws if it does not answer in time. */
async function isWritable(client: pg.Client, socket: Socket): Promise<boolean> {
  const late = setTimeout(() => socket.destroy(), ANSWER_WITHIN_MS)
  // A broken connection fails the pending call; an unhandled event would end the process.
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

/** Queries all servers at once, so that a silent one delays nothing, and returns the first that accepts writes. */
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
 * A client class for the servers of a URL, and the settings for creating one. If connections have to be writable, each
 * looks for a writable server when it connects, so after a fail-over new connections go to another server.
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
