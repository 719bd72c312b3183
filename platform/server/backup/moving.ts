import type { Database } from '../db/client.ts'
import { BackupReader } from './backup-format.ts'
import { fillPostgres } from './databases.ts'
import { readHeader, restoreInto } from './restoring.ts'
import { backupOf } from './writing.ts'

/**
 * Moves a whole community into an empty PostgreSQL in one transaction, as a backup that is restored while it is being
 * made. Pending jobs move too and keep their due dates.
 */
export async function moveData(
  source: Database,
  target: string,
  known: ReadonlySet<string>,
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  await source.snapshot((copying) => {
    const reader = new BackupReader(
      backupOf(copying, { database: source.kind, address: undefined }),
    )
    return fillPostgres(
      target,
      async (into) => restoreInto(into, reader, await readHeader(reader), onTable),
      { force: false, known },
    )
  })
}
