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

/** The table in which jobs wait for the next start, whatever the queue's library keeps them in. */
export const JOBS_TABLE = 'waiting_jobs'
const JOB_COLUMNS = ['id', 'queue', 'data', 'start_after']

/**
 * Jobs that are still to be done; those under way are done again. What was given up is only a trace, and each start makes
 * the turns of recurring jobs due.
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
  // The same id in two queues would be two jobs for two rows with one key: the earlier is the job.
  return `SELECT DISTINCT ON (id) ${JOB_COLUMNS.join(', ')} FROM (${all}) AS jobs ORDER BY id, start_after`
}

/** All tables of the schema but that of the jobs, in the order in which they can be filled. */
export async function dataTables(copying: Copying) {
  return (await listTables(copying)).filter(({ name }) => name !== JOBS_TABLE)
}

/** What a backup says of where it comes from. */
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
 * A whole community as the text of a backup. It is consistent if the transaction has one snapshot, and is
 * made while it is read: never more of it than a block is in memory.
 * @param onTable told of each table that is done
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
      'There is nothing to back up: no Letterlend was started on this database yet.',
    )
  if (isUnreleased(when))
    throw new BackupError(
      'This database was begun with a version before 0.1.0: back it up with that one. Nothing in it was changed.',
    )
  const migration = migrationNamed(when)
  if (migration === undefined)
    throw new BackupError(
      `A newer version than this one (${VERSION}) was started on this database: back it up with that one.`,
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
