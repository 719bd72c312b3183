import type { Db } from '#platform/server/db/client.ts'
import {
  type FarImportRow,
  IMPORT_SHOWN,
  type ImportCounts,
  type ImportEffect,
  type LetterboxImport,
  type LetterboxImportRow,
  type ShownImportRow,
} from '../contract.ts'
import type { RowProblem } from '../import-problems.ts'
import type { Rejects } from '../rejects.ts'
import { findFile, type ImportWithActor } from './imports.files.queries.ts'
import { byLine, type ImportPlan } from './imports.planning.ts'
import type { PlacedRow, PreparedImport } from './imports.preparing.ts'
import { countChanged } from './imports.undoing.ts'
import { groupProblems } from './problem-groups.rules.ts'

/** What is kept of a file that was read: all it takes to import it. */
export interface KeptImport extends PreparedImport {
  rejects: Rejects
}

/** What is kept of a file that was imported, for a week: the rows that were not. */
export type KeptRejects = Pick<KeptImport, 'rejects'>

/** What is shown of a file that was read. */
export type Preview = Pick<
  LetterboxImport,
  'notices' | 'columns' | 'rejections' | 'warnings' | 'far' | 'rows'
>

export const NO_PREVIEW: Preview = {
  notices: [],
  columns: [],
  rejections: [],
  warnings: [],
  far: [],
  rows: [],
}

/** The rows far from all others, the farthest first. */
function farRowsOf({ rows, warnings }: PreparedImport): FarImportRow[] {
  const rowByLine = new Map(rows.map((row) => [row.line, row]))
  return warnings
    .filter(({ code }) => code === 'far_away')
    .flatMap(({ line, values }): FarImportRow[] => {
      const row = rowByLine.get(line)
      if (!row?.position) return []
      const { address, postcode, city, position } = row
      return [{ line, address, postcode, city, ...position, kilometres: Number(values.km) }]
    })
    .sort((a, b) => b.kilometres - a.kilometres)
    .slice(0, IMPORT_SHOWN)
}

export function previewOf(
  prepared: PreparedImport & { file: { columns: Preview['columns'] } },
  plan: ImportPlan,
  rejections: readonly RowProblem[],
): Preview {
  return {
    notices: prepared.notices,
    columns: prepared.file.columns,
    rejections: groupProblems(rejections),
    warnings: groupProblems([...prepared.warnings].sort(byLine)),
    far: farRowsOf(prepared),
    rows: shownRows(plan),
  }
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
function shownRows(plan: ImportPlan): ShownImportRow[] {
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
  const { status } = file.file
  return {
    ...NO_PREVIEW,
    ...file.file.preview,
    ...presentFile(file),
    progress: { done: file.file.places_done, total: file.file.places_total },
    failure: file.file.failure,
    changed_since: status === 'done' ? await countChanged(db, id) : 0,
  }
}
