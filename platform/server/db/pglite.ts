import { PGlite, type PGliteOptions, protocol } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { isOutdatedStatement } from './database-errors.ts'
import { RepeatedStatements } from './repeated-statements.ts'

const { serialize } = protocol

type Options = Parameters<PGlite['execProtocolStream']>[1]
type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>

/** The first byte of a message to the database says what is asked. Source: PostgreSQL, "Message Formats". */
const MESSAGES = { parse: 0x50, describe: 0x44, bind: 0x42 }
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

/**
 * PGlite reads and plans each statement anew each time it is asked, which takes ten times as long as to run it, and
 * nothing else can happen meanwhile. This one keeps those that come again, as connections to a server do.
 *
 * PGlite sends what is asked as messages one after the other: read this text (without a name), describe it, bind these
 * values, run it. Here they get a name on their way, and those whose answers are known are not sent.
 */
class KeepingPglite extends PGlite {
  readonly #repeated = new RepeatedStatements(MOST_KEPT)
  readonly #kept = new Map<string, Kept>()
  /** What the messages are about until another text is sent: one statement runs at a time. */
  #current: Kept | undefined

  override async execProtocolStream(message: Uint8Array, options?: Options): Promise<Answer> {
    const send = (bytes: Uint8Array) => super.execProtocolStream(bytes, options)
    const kind = message[0]
    if (kind === MESSAGES.parse) this.#current = this.#keptOf(message)
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
    try {
      return await send(kind === MESSAGES.bind ? named(message, kept.name) : message)
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

/**
 * The embedded database, with the extensions that the migrations ask for.
 * @param options `dataDir` keeps it there; without one it lives in memory
 */
export async function openPglite(options: PGliteOptions = {}): Promise<PGlite> {
  const pglite = new KeepingPglite({ ...options, extensions: { btree_gist, pg_trgm } })
  await pglite.waitReady
  return pglite
}
