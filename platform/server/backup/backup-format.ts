import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { communityIdSchema } from './backed-up-community.ts'
import { BackupError } from './backup-error.ts'

/*
 * A backup is gzipped text. It starts with a line of JSON that describes it. For each table follow a line of JSON, its
 * rows as COPY writes them, `\.`, and a line of JSON with their number and hash. A last line of JSON marks the end;
 * without it the backup is incomplete.
 */

export const FORMAT = 'letterlend-backup'
const FORMAT_VERSION = 1

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  made_at: z.string(),
  letterlend: z.string(),
  database: z.string(),
  /** The community and its address at the time of the backup. Missing if no server had started yet. */
  community: z.object({ id: communityIdSchema, address: z.string() }).optional(),
  /** The last migration applied to the database. */
  schema: z.object({ migration: z.string(), when: z.number() }),
})
export type BackupHeader = z.infer<typeof headerSchema>

export const sectionSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
const sequencesSchema = z.object({
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
})
const countedSchema = z.object({ rows: z.number(), sha256: z.string() })
const endSchema = z.object({ end: z.object({ tables: z.number(), rows: z.number() }) })
const stepSchema = z.union([sectionSchema, sequencesSchema, endSchema])

export type Section = z.infer<typeof sectionSchema>
export type Sequence = z.infer<typeof sequencesSchema>['sequences'][number]
export type Counted = z.infer<typeof countedSchema>
export type End = z.infer<typeof endSchema>['end']

const NEWLINE = 10
const TERMINATOR = '\\.\n'
/** Limit for one line of JSON, in bytes: a file without a line break is not a backup. */
const LONGEST_LINE = 1_000_000

export const jsonLine = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)
export const headerLine = (header: Omit<BackupHeader, 'format' | 'version'>) =>
  jsonLine({ format: FORMAT, version: FORMAT_VERSION, ...header })
export const terminatorLine = () => Buffer.from(TERMINATOR)

/** Counts and hashes the rows of a COPY. */
export class RowCounter {
  readonly #hash = createHash('sha256')
  #rows = 0

  /** @param lines complete lines or parts of them */
  take(lines: Buffer): void {
    this.#hash.update(lines)
    for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) this.#rows++
  }

  counted(): Counted {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

const ZLIB_ERRORS: Record<string, string> = {
  Z_BUF_ERROR: 'The file ends too early: the backup is incomplete. Use another backup.',
  Z_DATA_ERROR: 'The file is not a backup of Letterlend, or it is damaged. Use another file.',
}

/** Decompresses a backup file. Throws {@link BackupError} if it is not one. */
export async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  pipeline(packed, gunzip, () => {})
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw ZLIB_ERRORS[code] ? new BackupError(ZLIB_ERRORS[code], { cause: error }) : error
  }
}

export type Step =
  | { kind: 'section'; section: Section }
  | { kind: 'sequences'; sequences: Sequence[] }
  | { kind: 'end'; end: End }

/** Reads a backup as a stream and keeps no more than one block in memory. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(text: AsyncIterable<Buffer>) {
    this.#chunks = text[Symbol.asyncIterator]()
  }

  async header(): Promise<BackupHeader> {
    const header = headerSchema.safeParse(await this.#json())
    if (!header.success) throw new BackupError(ZLIB_ERRORS.Z_DATA_ERROR)
    if (header.data.version > FORMAT_VERSION) {
      throw new BackupError(
        `Letterlend ${header.data.letterlend} made this backup in a newer format: restore it with that version.`,
      )
    }
    return header.data
  }

  async next(): Promise<Step> {
    const step = stepSchema.safeParse(await this.#json())
    if (!step.success) throw new BackupError(ZLIB_ERRORS.Z_DATA_ERROR)
    if ('end' in step.data) return { kind: 'end', end: step.data.end }
    if ('sequences' in step.data) return { kind: 'sequences', sequences: step.data.sequences }
    return { kind: 'section', section: step.data }
  }

  /** The rows of the section that was read last, in complete lines. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const atOnce = this.#rest.toString('latin1', 0, TERMINATOR.length) === TERMINATOR
      const end = atOnce ? 0 : this.#rest.indexOf(`\n${TERMINATOR}`) + 1
      const isWhole = atOnce || end > 0
      const until = isWhole ? end : this.#rest.lastIndexOf(NEWLINE) + 1
      const lines = this.#rest.subarray(0, until)
      this.#rest = this.#rest.subarray(isWhole ? until + TERMINATOR.length : until)
      if (lines.length > 0) yield lines
      if (isWhole) return
      await this.#more()
    }
  }

  /** The number and hash that the backup states for the rows that were just read. */
  async counted(): Promise<Counted> {
    const counted = countedSchema.safeParse(await this.#json())
    if (!counted.success) throw new BackupError(ZLIB_ERRORS.Z_DATA_ERROR)
    return counted.data
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done) throw new BackupError(ZLIB_ERRORS.Z_BUF_ERROR)
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value
  }

  async #json(): Promise<unknown> {
    let end = this.#rest.indexOf(NEWLINE)
    while (end < 0 && this.#rest.length < LONGEST_LINE) {
      await this.#more()
      end = this.#rest.indexOf(NEWLINE)
    }
    const line = this.#rest.toString('utf8', 0, Math.max(end, 0))
    this.#rest = this.#rest.subarray(end + 1)
    try {
      return JSON.parse(line)
    } catch {
      return null
    }
  }
}
