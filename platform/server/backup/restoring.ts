import type { Copying } from '../db/copying.ts'
import { isUnreleased } from '../db/newer-schema.ts'
import { VERSION } from '../version.ts'
import { BackupError } from './backup-error.ts'
import {
  type BackupHeader,
  type BackupReader,
  type Counted,
  type End,
  RowCounter,
  type Section,
  type Sequence,
} from './backup-format.ts'
import {
  type CatalogTable,
  dropAll,
  intoTable,
  listTables,
  quoted,
  SAME_EVERYWHERE,
  selectAll,
} from './catalog.queries.ts'
import { migrateWithin, migrationNamed, newestMigration } from './migrations.ts'
import { dataTables, JOBS_TABLE } from './writing.ts'

const NOTHING_CHANGED = 'Nothing was changed.'

/** Reads the header and rejects backups that this version cannot restore. Throws {@link BackupError}. */
export async function readHeader(reader: BackupReader): Promise<BackupHeader> {
  const header = await reader.header()
  if (isUnreleased(header.schema.when)) {
    throw new BackupError(
      `This backup was made by a checkout before 1.0.0 and cannot be restored here: restore it with the last checkout before 1.0.0, and start this version on its database. ${NOTHING_CHANGED}`,
    )
  }
  if (migrationNamed(header.schema.when) === undefined) {
    throw new BackupError(
      `This backup is of a newer version (Letterlend ${header.letterlend}, ${header.schema.migration}) than this one (${VERSION}): restore it with that one. ${NOTHING_CHANGED}`,
    )
  }
  return header
}

const isSame = (one: Counted, other: Counted) =>
  one.rows === other.rows && one.sha256 === other.sha256

/** Throws unless the rows in the file are those that were written to it. */
function refuseDamaged(name: string, counted: Counted, written: Counted): void {
  if (isSame(counted, written)) return
  throw new BackupError(
    `The backup is damaged: its table ${name} has changed since it was written. Use another backup. ${NOTHING_CHANGED}`,
  )
}

/** Throws unless the rows in the database are those of the file. */
function refuseDifferent(name: string, restored: Counted, written: Counted): void {
  if (isSame(restored, written)) return
  throw new BackupError(
    `The database holds other rows of ${name} than the backup: is something else writing to it? Stop that and restore again. ${NOTHING_CHANGED}`,
  )
}

async function countRows(lines: AsyncIterable<Buffer>): Promise<Counted> {
  const counter = new RowCounter()
  for await (const part of lines) counter.take(part)
  return counter.counted()
}

/** Reads a backup like a restore, but without a database. Throws {@link BackupError} if it is incomplete or damaged. */
export async function checkBackup(
  reader: BackupReader,
): Promise<{ header: BackupHeader; end: End }> {
  const header = await readHeader(reader)
  const total: End = { tables: 0, rows: 0 }
  for (;;) {
    const step = await reader.next()
    if (step.kind === 'section') {
      const counted = await countRows(reader.rows())
      refuseDamaged(step.section.table, counted, await reader.counted())
      total.tables++
      total.rows += counted.rows
    }
    if (step.kind !== 'end') continue
    if (step.end.tables !== total.tables || step.end.rows !== total.rows)
      throw new BackupError(
        `The backup is damaged: a part of it is missing. Use another backup. ${NOTHING_CHANGED}`,
      )
    return { header, end: step.end }
  }
}

async function fill(copying: Copying, section: Section, reader: BackupReader): Promise<Counted> {
  const counter = new RowCounter()
  async function* counting() {
    for await (const lines of reader.rows()) {
      counter.take(lines)
      yield lines
    }
  }
  await copying.copyIn(intoTable({ name: section.table, columns: section.columns }), counting())
  const expected = await reader.counted()
  refuseDamaged(section.table, counter.counted(), expected)
  return expected
}

/** Disables triggers, whose effects the rows already contain, and removes rows that migrations inserted. */
async function prepareTables({ script }: Copying, tables: CatalogTable[]): Promise<void> {
  const names = tables.map(({ name }) => quoted(name))
  await script(names.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER`).join(';'))
  await script(`TRUNCATE ${names.join(', ')}`)
}

async function finishTables(
  copying: Copying,
  tables: CatalogTable[],
  filled: Map<string, Counted>,
): Promise<void> {
  for (const table of tables) {
    const expected = filled.get(table.name)
    if (!expected)
      throw new BackupError(`The backup has no table ${table.name}. ${NOTHING_CHANGED}`)
    refuseDifferent(table.name, await countRows(copying.copyOut(selectAll(table))), expected)
  }
  // Deferred constraints that are still pending would block ALTER TABLE.
  await copying.script('SET CONSTRAINTS ALL IMMEDIATE')
  const enable = tables.map(({ name }) => `ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
  await copying.script(enable.join(';'))
}

async function setSequences({ query }: Copying, sequences: Sequence[]): Promise<void> {
  for (const { name, value, called } of sequences) {
    await query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called])
  }
}

/**
 * Restores a community within the open transaction: at the schema it had, compared row by row with the backup, then
 * migrated to the schema of this version. All existing data is deleted.
 */
export async function restoreInto(
  copying: Copying,
  reader: BackupReader,
  { schema: { when } }: BackupHeader,
  onTable: (name: string, rows: number) => void,
): Promise<End> {
  await copying.script(SAME_EVERYWHERE)
  await dropAll(copying)
  await migrateWithin(copying, { after: 0, until: when })
  const tables = await dataTables(copying)
  await prepareTables(copying, tables)
  const filled = new Map<string, Counted>()
  for (;;) {
    const step = await reader.next()
    if (step.kind === 'sequences') {
      await finishTables(copying, tables, filled)
      await setSequences(copying, step.sequences)
      await migrateWithin(copying, { after: when, until: newestMigration() })
    } else if (step.kind === 'section') {
      const counted = await fill(copying, step.section, reader)
      filled.set(step.section.table, counted)
      onTable(step.section.table, counted.rows)
    } else {
      await compareJobs(copying, filled)
      return step.end
    }
  }
}

async function compareJobs(copying: Copying, filled: Map<string, Counted>): Promise<void> {
  const table = (await listTables(copying)).find(({ name }) => name === JOBS_TABLE)
  const expected = filled.get(JOBS_TABLE)
  if (!table || !expected) throw new BackupError(`The backup lacks its jobs. ${NOTHING_CHANGED}`)
  refuseDifferent(JOBS_TABLE, await countRows(copying.copyOut(selectAll(table))), expected)
}
