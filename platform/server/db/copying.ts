import { pipeline } from 'node:stream/promises'
import type { Transaction } from '@electric-sql/pglite'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Row } from './client.ts'

/** The lines of a COPY as a stream, with their number once all have been read. */
export interface CopiedRows extends AsyncIterable<Buffer> {
  count: number
}

/**
 * A transaction with COPY in text format, which writes every type exactly and which both databases read and write in
 * the same way.
 */
export interface Copying {
  query<T extends Row>(text: string, values?: unknown[]): Promise<T[]>
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>
  copyOut(select: string): CopiedRows
  /** @param table with its columns, in COPY syntax */
  copyIn(table: string, lines: AsyncIterable<Buffer>): Promise<void>
}

/** The embedded database copies via memory, so it reads this many rows at a time. */
const ROWS_AT_A_TIME = 20_000

async function* slicesOf(transaction: Transaction, select: string, copied: { count: number }) {
  for (let more = true; more; ) {
    const { blob, affectedRows = 0 } = await transaction.query(
      `COPY (${select} LIMIT ${ROWS_AT_A_TIME} OFFSET ${copied.count}) TO '/dev/blob'`,
    )
    if (blob && blob.size > 0) yield Buffer.from(await blob.arrayBuffer())
    copied.count += affectedRows
    more = affectedRows === ROWS_AT_A_TIME
  }
}

export function copyingOfPglite(transaction: Transaction): Copying {
  return {
    async query<T extends Row>(text: string, values: unknown[] = []) {
      return (await transaction.query<T>(text, values)).rows
    },
    async script(text) {
      await transaction.exec(text)
    },
    copyOut(select) {
      const copied = {
        count: 0,
        [Symbol.asyncIterator]: () => slicesOf(transaction, select, copied),
      }
      return copied
    },
    async copyIn(table, lines) {
      // In one statement, since rows may refer to later ones.
      const parts: Uint8Array<ArrayBuffer>[] = []
      for await (const part of lines) parts.push(new Uint8Array(part))
      if (parts.length > 0)
        await transaction.query(`COPY ${table} FROM '/dev/blob'`, [], { blob: new Blob(parts) })
    },
  }
}

export function copyingOfPostgres(client: pg.ClientBase): Copying {
  return {
    async query<T extends Row>(text: string, values: unknown[] = []) {
      return (await client.query<T>(text, values)).rows
    },
    async script(text) {
      await client.query(text)
    },
    copyOut(select) {
      const copied = {
        count: 0,
        async *[Symbol.asyncIterator]() {
          const stream = client.query(copyTo(`COPY (${select}) TO STDOUT`))
          yield* stream as AsyncIterable<Buffer>
          copied.count = stream.rowCount
        },
      }
      return copied
    },
    async copyIn(table, lines) {
      await pipeline(lines, client.query(copyFrom(`COPY ${table} FROM STDIN`)))
    },
  }
}

/** The rows of a SELECT in the binary format of COPY. A consumer that stops reading early has to end the connection. */
export function binaryCopy(client: pg.ClientBase, select: string): AsyncIterable<Buffer> {
  const stream = client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`))
  // The consumer sees a broken connection. After it has stopped reading, the end of the connection is not an error.
  stream.on('error', () => {})
  return stream as AsyncIterable<Buffer>
}
