import { join } from 'node:path'
import {
  eachLegacy,
  findLegacy,
  forgetLegacy,
  hashesOf,
  hashOf,
  type LegacyRow,
  storeLegacy,
} from './legacy-ids.queries.ts'
import type { Kind, Move, ReadRow } from './move.ts'
import { openSiteFile } from './site-files.ts'

const pick = (hashes: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (hashes[name] ? [[name, hashes[name]]] : [])))

/** The first of the rows with the same id. */
function distinct<Row extends ReadRow>({ report }: Move, rows: Row[], seen: Set<string>): Row[] {
  return rows.filter(({ old_id, line }) => {
    if (!seen.has(old_id)) return seen.add(old_id)
    report.refuse(line, `id ${old_id} comes twice`)
    return false
  })
}

/**
 * Merges rows of an earlier run: a field that changed there is set here, unless it was changed here as well. Rows that
 * were deleted here stay deleted.
 */
async function updateRows<Row extends ReadRow>(
  move: Move,
  kind: Kind<Row>,
  rows: { row: Row; legacy: LegacyRow }[],
): Promise<void> {
  const { report } = move
  const current = await kind.current(
    move,
    rows.map(({ legacy }) => legacy.new_id),
  )
  const merged: LegacyRow[] = []
  for (const { row, legacy } of rows) {
    const here = current.get(legacy.new_id)
    const there = { ...hashesOf(row.values), ...pick(legacy.imported, kind.leftOut?.(move) ?? []) }
    const changed = Object.keys(there).filter((name) => there[name] !== legacy.imported[name])
    if (changed.length === 0 || !legacy.created) {
      report.unchanged += 1
      continue
    }
    if (!here) {
      report.keep(row.line, `${kind.kind} ${row.old_id} was deleted here and has changed there`)
      continue
    }
    const isKept = (name: string) => hashOf(here[name] ?? null) !== legacy.imported[name]
    const kept = changed.filter(
      (name) => isKept(name) && hashOf(here[name] ?? null) !== there[name],
    )
    const toSet = changed.filter((name) => !isKept(name))
    for (const name of kept) {
      report.keep(row.line, `${name} of ${kind.kind} ${row.old_id} was changed both here and there`)
    }
    if (toSet.length > 0) {
      await kind.change(move, legacy.new_id, row, toSet)
      report.changed += 1
    } else report.unchanged += 1
    merged.push({ ...legacy, imported: there })
  }
  await storeLegacy(move.db, merged)
}

/** Deletes what an earlier run brought and the file no longer has. */
async function removeMissing<Row extends ReadRow>(
  move: Move,
  kind: Kind<Row>,
  seen: ReadonlySet<string>,
): Promise<void> {
  const { db, report } = move
  for await (const rows of eachLegacy(db, kind.kind)) {
    const missing = rows.filter(({ old_id }) => !seen.has(old_id))
    if (missing.length === 0) continue
    const ids = missing.filter(({ created }) => created).map(({ new_id }) => new_id)
    const here = ids.length > 0 ? await kind.current(move, ids) : new Map()
    const removed = new Set(ids.length > 0 ? await kind.remove(move, ids) : [])
    report.deleted += removed.size
    const gone = missing.filter(({ new_id, created }) => {
      if (!created || removed.has(new_id) || !here.has(new_id)) return true
      report.keep(0, `${kind.kind} ${new_id} is gone there and in use here`)
      return false
    })
    if (gone.length > 0) {
      await forgetLegacy(
        db,
        kind.kind,
        gone.map(({ old_id }) => old_id),
      )
    }
  }
}

/** Imports one file in the transaction of `move`. */
export async function moveFile<Row extends ReadRow>(
  move: Move,
  kind: Kind<Row>,
  onRows: (rows: number, share: number) => void,
): Promise<void> {
  const { db, report, folder } = move
  const seen = new Set<string>()
  let isWhole = true
  const file = await openSiteFile(join(folder, kind.file), kind.columns, (line, reason) => {
    isWhole = false
    report.rows += 1
    report.refuse(line, reason)
  })
  report.unknown = file.unknown
  for await (const batch of file.batches) {
    report.rows += batch.length
    const rows = distinct(move, await kind.read(move, batch), seen)
    // A row that is refused now and came in earlier is not gone at the old site.
    for (const { fields } of batch) if (fields.id) seen.add(fields.id)
    const before = await findLegacy(
      db,
      kind.kind,
      rows.map(({ old_id }) => old_id),
    )
    const known = rows.flatMap((row) => {
      const legacy = before.get(row.old_id)
      return legacy ? [{ row, legacy }] : []
    })
    const fresh = rows.filter(({ old_id }) => !before.has(old_id))
    if (known.length > 0) await updateRows(move, kind, known)
    const stored = fresh.length > 0 ? await kind.store(move, fresh) : []
    await storeLegacy(
      db,
      stored.map(({ row, new_id, created }) => ({
        kind: kind.kind,
        old_id: row.old_id,
        new_id,
        created,
        imported: hashesOf(row.values),
      })),
    )
    report.created += stored.filter(({ created }) => created).length
    report.left_alone += stored.filter(({ created }) => !created).length
    onRows(report.rows, file.shareRead())
  }
  // Rows that could not be read may be among those that seem to be gone.
  if (isWhole) await removeMissing(move, kind, seen)
  await kind.finish?.(move)
}
