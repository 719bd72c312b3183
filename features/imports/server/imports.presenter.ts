import type { Db } from '#platform/server/db/client.ts'
import {
  IMPORT_SHOWN,
  type ImportCounts,
  type ImportEffect,
  type LetterboxImport,
  type LetterboxImportRow,
  type ShownImportRow,
} from '../contract.ts'
import type { RowProblem } from '../import-problems.ts'
import { findFile, findWholeFile, type ImportWithActor } from './imports.files.queries.ts'
import { byLine, type ImportPlan } from './imports.planning.ts'
import type { PlacedRow, PreparedImport } from './imports.preparing.ts'
import { countChanged } from './imports.undoing.ts'

/** What is kept of a file that was read: all it takes to import it, and what is shown of it. */
export interface KeptImport extends PreparedImport {
  shown: ShownImportRow[]
  /** Found by comparing with what is there. */
  planRejections: RowProblem[]
}

const show =
  (effect: ImportEffect) =>
  ({ line, address, postcode, city, items, approximate }: PlacedRow): ShownImportRow => ({
    line,
    address,
    postcode,
    city,
    items,
    effect,
    approximate: approximate && effect === 'create',
  })

/** The first rows of a plan, in the order of the file. */
export function shownRows(plan: ImportPlan): ShownImportRow[] {
  const shown = [
    ...plan.create.map(show('create')),
    ...plan.update.map(({ row }) => show('update')(row)),
    ...plan.unchanged.map(show('unchanged')),
    ...plan.taken_over.map(show('taken_over')),
  ]
  return shown.sort((a, b) => a.line - b.line).slice(0, IMPORT_SHOWN)
}

export const countsOf = (prepared: PreparedImport, plan: ImportPlan): ImportCounts => ({
  create: plan.create.length,
  update: plan.update.length,
  unchanged: plan.unchanged.length,
  taken_over: plan.taken_over.length,
  rejected: prepared.rejections.length + plan.rejections.length,
  warnings: prepared.warnings.length,
  approximate: plan.create.filter(({ approximate }) => approximate).length,
})

export const presentFile = ({ file, actor_id, name }: ImportWithActor): LetterboxImportRow => ({
  id: file.id,
  file_name: file.file_name,
  status: file.status,
  created_at: file.created_at.toISOString(),
  by: actor_id === null ? null : { id: actor_id, name },
  counts: file.counts,
  version: file.version,
})

/** All that administrators see of an import; null when there is none. */
export async function presentWholeFile(db: Db, id: string): Promise<LetterboxImport | null> {
  const file = await findFile(db, id)
  if (!file) return null
  const whole = await findWholeFile(db, id)
  const kept = whole?.prepared as KeptImport | null | undefined
  const rejections = [...(kept?.rejections ?? []), ...(kept?.planRejections ?? [])].sort(byLine)
  return {
    ...presentFile(file),
    progress: { done: file.file.places_done, total: file.file.places_total },
    failure: file.file.failure,
    notices: kept?.notices ?? [],
    rejections: rejections.slice(0, IMPORT_SHOWN),
    warnings: kept?.warnings.slice(0, IMPORT_SHOWN) ?? [],
    rows: kept?.shown ?? [],
    changed_since: file.file.status === 'done' ? await countChanged(db, id) : 0,
  }
}
