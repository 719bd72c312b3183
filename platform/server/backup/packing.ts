import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../db/client.ts'
import { backupOf } from './backup.writing.ts'

/**
 * A backup of a database that is open, packed. The transaction ends with the last of it that was packed, so that whoever
 * reads it does best to read fast: in the embedded database everything else waits meanwhile.
 * @param address `PUBLIC_URL`
 * @param signal ends it, with an error
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
