import type { Copying } from '../db/copying.ts'
import { isUnreleased } from '../db/newer-schema.ts'
import { VERSION } from '../version.ts'
import { SELECT_COMMUNITY_ID } from './backed-up-community.ts'
import { BackupError } from './backup-error.ts'
import { headerLine, jsonLine, RowCounter, terminatorLine } from './backup-format.ts'
import {
  lastMigration,
  listSequences,
  listTables,
  SAME_EVERYWHERE,
  selectAll,
} from './catalog.queries.ts'
import { migrationNamed } from './migrations.ts'

/** The table of waiting jobs in a backup, independent of how the queue's library stores them. */
export const JOBS_TABLE = 'waiting_jobs'
const JOB_COLUMNS = ['id', 'queue', 'data', 'start_after']

/**
 * Pending jobs; jobs in progress run again. Jobs that were given up are only history, and every start schedules the
 * recurring ones.
 */
async function selectJobs({ query }: Copying, tables: string[]): Promise<string> {
  const [queue] = await query<{ name: string | null }>(`SELECT to_regclass('pgboss.job') AS name`)
  const sources = [
    ...(tables.includes(JOBS_TABLE) ? [`SELECT ${JOB_COLUMNS.join(', ')} FROM ${JOBS_TABLE}`] : []),
    ...(queue?.name
      ? [
          `SELECT id, name AS queue, coalesce(data, '{}') AS data, start_after FROM pgboss.job
           WHERE state IN ('created', 'retry', 'active') AND singleton_key IS NULL`,
        ]
      : []),
  ]
  const none = `SELECT NULL::uuid AS id, NULL AS queue, NULL::jsonb AS data, now() AS start_after WHERE false`
  const all = sources.length > 0 ? sources.join(' UNION ALL ') : none
  // The same id in two queues would violate the primary key; keep the earlier job.
  return `SELECT DISTINCT ON (id) ${JOB_COLUMNS.join(', ')} FROM (${all}) AS jobs ORDER BY id, start_after`
}

/** All tables of the schema except the one for jobs, in an order in which they can be filled. */
export async function dataTables(copying: Copying) {
  return (await listTables(copying)).filter(({ name }) => name !== JOBS_TABLE)
}

/** What a backup records about its origin. */
export interface BackedUp {
  /** `postgres` or `embedded`. */
  database: string
  /** `PUBLIC_URL`; undefined: the backup names no community. */
  address: string | undefined
}

async function communityOf({ query }: Copying, address: string | undefined) {
  const [row] = address ? await query<{ id: string }>(SELECT_COMMUNITY_ID) : []
  return row && address ? { id: row.id, address } : undefined
}

/**
 * Streams a whole community as the text of a backup, with at most one block in memory. It is consistent if the
 * transaction reads from one snapshot.
 * @param onTable called after each table
 */
export async function* backupOf(
  copying: Copying,
  { database, address }: BackedUp,
  onTable: (name: string, rows: number) => void = () => {},
): AsyncGenerator<Buffer> {
  await copying.script(SAME_EVERYWHERE)
  const when = await lastMigration(copying)
  if (when === undefined)
    throw new BackupError(
      'There is nothing to back up: Letterlend has never been started on this database.',
    )
  if (isUnreleased(when))
    throw new BackupError(
      'This database was created by a checkout before 1.0.0: back it up with that checkout. Nothing in it was changed.',
    )
  const migration = migrationNamed(when)
  if (migration === undefined)
    throw new BackupError(
      `A newer version than this one (${VERSION}) was started on this database: back it up with that version.`,
    )
  yield headerLine({
    made_at: new Date().toISOString(),
    letterlend: VERSION,
    database,
    community: await communityOf(copying, address),
    schema: { migration, when },
  })
  const tables = await dataTables(copying)
  const total = { tables: 0, rows: 0 }
  async function* section(name: string, columns: string[], select: string) {
    yield jsonLine({ table: name, columns })
    const counter = new RowCounter()
    for await (const lines of copying.copyOut(select)) {
      counter.take(lines)
      yield lines
    }
    const counted = counter.counted()
    yield terminatorLine()
    yield jsonLine(counted)
    total.tables++
    total.rows += counted.rows
    onTable(name, counted.rows)
  }
  for (const table of tables) yield* section(table.name, table.columns, selectAll(table))
  yield jsonLine({ sequences: await listSequences(copying) })
  const all = (await listTables(copying)).map(({ name }) => name)
  yield* section(JOBS_TABLE, JOB_COLUMNS, await selectJobs(copying, all))
  yield jsonLine({ end: total })
}
