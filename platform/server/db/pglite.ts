import {
  PGlite,
  type PGliteOptions,
  protocol,
  type QueryOptions,
  type Transaction,
  types,
} from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { RowAsker } from './asking.ts'
import { isOutdatedStatement } from './database-errors.ts'
import { RepeatedStatements } from './repeated-statements.ts'

const { serialize } = protocol

type Options = Parameters<PGlite['execProtocolStream']>[1]
type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>

/** The first byte of a message to the database says what is asked. Source: PostgreSQL, "Message Formats". */
const MESSAGES = { parse: 0x50, describe: 0x44, bind: 0x42, execute: 0x45, sync: 0x53 }
/** After the kind of a message and its length. */
const BODY = 5
const OF_STATEMENT = 'S'.charCodeAt(0)
const ENDS_TEXT = 0

/** A statement that the database keeps under a name, with what it said of it when it was first asked. */
interface Kept {
  text: string
  name: string
  isParsed: boolean
  /** The types of its values. */
  parameters?: Answer
  /** Of its rows. */
  columns?: Answer
}

const MOST_KEPT = 500
const SYNC = serialize.sync()

/**
 * PGlite reads and plans each statement anew each time it is asked, which takes ten times as long as to run it, and
 * nothing else can happen meanwhile. This one keeps those that come again, as connections to a server do.
 *
 * PGlite sends what is asked as messages one after the other: read this text (without a name), describe it, bind these
 * values, run it, be ready for the next. Here they get a name on their way, those whose answers are known are not sent,
 * and the last three are sent as one.
 */
class KeepingPglite extends PGlite {
  readonly #repeated = new RepeatedStatements(MOST_KEPT)
  readonly #kept = new Map<string, Kept>()
  /** What the messages are about until another text is sent: one statement runs at a time. */
  #current: Kept | undefined
  /** The values of the current one, which wait for being run. */
  #bound: Uint8Array | undefined
  /** The database has been told already to be ready for the next. */
  #isSynced = false

  override async execProtocolStream(message: Uint8Array, options?: Options): Promise<Answer> {
    const send = (bytes: Uint8Array) => super.execProtocolStream(bytes, options)
    const kind = message[0]
    if (kind === MESSAGES.parse) {
      this.#current = this.#keptOf(message)
      this.#bound = undefined
      this.#isSynced = false
    }
    const kept = this.#current
    if (!kept) return send(message)
    if (kind === MESSAGES.parse) {
      if (kept.isParsed) return []
      const answer = await send(serialize.parse({ name: kept.name, text: kept.text }))
      kept.isParsed = true
      return answer
    }
    if (kind === MESSAGES.describe) {
      if (message[BODY] === OF_STATEMENT) {
        kept.parameters ??= await send(serialize.describe({ type: 'S', name: kept.name }))
        return kept.parameters
      }
      kept.columns ??= await send(message)
      return kept.columns
    }
    if (kind === MESSAGES.bind) {
      this.#bound = named(message, kept.name)
      // Its rows are described before they are asked for.
      return kept.columns ? [] : this.#sendBound(kept, send)
    }
    if (kind === MESSAGES.execute) return this.#sendBound(kept, send, message)
    if (kind === MESSAGES.sync && this.#isSynced) {
      this.#isSynced = false
      return []
    }
    return send(message)
  }

  /** @param execute runs it, too */
  async #sendBound(
    kept: Kept,
    send: (bytes: Uint8Array) => Promise<Answer>,
    execute?: Uint8Array,
  ): Promise<Answer> {
    const parts = [this.#bound, execute, execute && SYNC].filter((part) => part !== undefined)
    this.#bound = undefined
    this.#isSynced = execute !== undefined
    try {
      return await send(Buffer.concat(parts))
    } catch (error) {
      if (isOutdatedStatement(error)) this.#forget(kept)
      throw error
    }
  }

  #keptOf(parse: Uint8Array): Kept | undefined {
    const body = Buffer.from(parse.buffer, parse.byteOffset, parse.byteLength).subarray(BODY)
    const isNamed = body[0] !== ENDS_TEXT
    const end = body.indexOf(ENDS_TEXT, 1)
    const hasTypes = body.readUInt16BE(end + 1) > 0
    // PGlite names none and leaves the types to the database.
    if (isNamed || hasTypes) return undefined
    const text = body.toString('utf8', 1, end)
    const name = this.#repeated.nameOf(text)
    if (name === undefined) return undefined
    const kept = this.#kept.get(text) ?? { text, name, isParsed: false }
    this.#kept.set(text, kept)
    return kept
  }

  #forget({ text }: Kept): void {
    this.#kept.delete(text)
    this.#repeated.forget(text)
  }
}

/** Binds the values to the statement of a name in place of the last one that was sent without. */
function named(bind: Uint8Array, name: string): Uint8Array {
  // Both the portal and the statement have an empty name: two zeros.
  const bytes = Buffer.concat([
    bind.subarray(0, BODY + 1),
    Buffer.from(name),
    bind.subarray(BODY + 1),
  ])
  bytes.writeUInt32BE(bytes.length - 1, 1)
  return bytes
}

const asWritten = (text: string) => text
const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types
/** Lists of numeric, timestamp, timestamptz, interval and date. Source: pg_type of PostgreSQL; PGlite has no names. */
const LISTS = [1231, 1115, 1185, 1187, 1182]
/** The types that the ORM reads itself, from what the database writes. */
export const READ_BY_ORM: Readonly<Record<number, typeof asWritten>> = Object.fromEntries(
  [DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL, ...LISTS].map((type) => [type, asWritten]),
)
/** As PGlite reads them unless it is told otherwise. */
const DATES = Object.fromEntries(
  [DATE, TIMESTAMP, TIMESTAMPTZ].map((type) => [
    type,
    (text: string) => types.parseType(text, type),
  ]),
)

/**
 * The embedded database, with the extensions that the migrations ask for. Dates are answered as text, or as a `Date`
 * with {@link readingDates}.
 * @param options `dataDir` keeps it there; without one it lives in memory
 */
export async function openPglite(options: PGliteOptions = {}): Promise<PGlite> {
  const pglite = new KeepingPglite({ ...options, extensions: { btree_gist, pg_trgm } })
  await pglite.waitReady
  // Only now it knows the lists.
  Object.assign(pglite.parsers, READ_BY_ORM)
  return pglite
}

const AS_LISTS: QueryOptions = { rowMode: 'array' }

/** For what is asked without the ORM: a point in time is a `Date`, as on a server. */
export const readingDates: QueryOptions = { parsers: DATES }

function withoutParsers(asked: Pick<PGlite, 'query'>): Pick<PGlite, 'query'> & RowAsker {
  const client: Pick<PGlite, 'query'> & RowAsker = {
    query(text, values, { parsers: _, ...options } = {}) {
      return asked.query(text, values, options)
    },
    // By the client's own `query`: whoever watches that sees all that is asked.
    rows: async ({ text }, values) => (await client.query<unknown[]>(text, values, AS_LISTS)).rows,
  }
  return client
}

/**
 * The client of the ORM for an embedded database. The ORM names the types of {@link READ_BY_ORM} with each query, and
 * PGlite merges them with the hundreds that it knows, which takes as long as many a query. They are left out, since it
 * answers them so anyway.
 */
export function pgliteForOrm(pglite: PGlite): PGlite {
  const transaction: PGlite['transaction'] = (work) =>
    pglite.transaction((inside) => work(withoutParsers(inside) as unknown as Transaction))
  return Object.assign(withoutParsers(pglite), { transaction }) as unknown as PGlite
}
