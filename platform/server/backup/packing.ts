import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../db/client.ts'
import { backupOf } from './writing.ts'

/**
 * Streams a packed backup of an open database. The transaction stays open until the last chunk has been read, so read
 * it fast: an embedded database blocks all other queries meanwhile.
 * @param address `PUBLIC_URL`
 * @param signal aborts it with an error
 */
export async function* packBackup(
  database: Database,
  address: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const gzip = createGzip()
  const packing = database.snapshot((copying) =>
    pipeline(backupOf(copying, { database: database.kind, address }), gzip, { signal }),
  )
  packing.catch((error: Error) => gzip.destroy(error))
  yield* gzip as AsyncIterable<Buffer>
  await packing
}
