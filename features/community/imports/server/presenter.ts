import { countClaimMails } from '#features/lending/upkeep/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import {
  type FarImportRow,
  IMPORT_SHOWN,
  type ImportCounts,
  type ImportEffect,
  type LetterboxImport,
  type LetterboxImportRow,
  type ShownImportRow,
} from '../contract.admin.ts'
import type { RowProblem } from '../import-problems.ts'
import { countOwners } from './brought.queries.ts'
import { findFile, type ImportWithActor } from './files.queries.ts'
import { isOfImport } from './imports.queries.ts'
import { countPublic, type ImportPlan } from './planning.ts'
import type { PlacedRow } from './preparing.ts'
import { countChanged, listKept } from './undoing.ts'

/** Preview of a file that was checked. */
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

const show =
  (effect: ImportEffect) =>
  ({
    line,
    address,
    postcode,
    city,
    items,
    approximate,
    guessed = false,
  }: PlacedRow): ShownImportRow => ({
    line,
    address,
    postcode,
    city,
    items,
    effect,
    approximate: approximate && effect === 'create',
    guessed: guessed && effect === 'create',
  })

const NO_COUNTS = {
  create: 0,
  update: 0,
  unchanged: 0,
  taken_over: 0,
  rejected: 0,
  warnings: 0,
  approximate: 0,
  guessed: 0,
  on_map: 0,
  off_map: 0,
  named: 0,
}

/** Builds the preview from a plan that is made part by part, in the order of the file. */
export class PlanSummary {
  readonly #counts = { ...NO_COUNTS }
  readonly #rows: ShownImportRow[] = []
  readonly #far: FarImportRow[] = []
  readonly #kilometresByLine: ReadonlyMap<number, number>
  readonly rejections: RowProblem[] = []

  constructor(warnings: readonly RowProblem[]) {
    const far = warnings.filter(({ code }) => code === 'far_away')
    this.#kilometresByLine = new Map(far.map(({ line, values }) => [line, Number(values.km)]))
  }

  add(rows: readonly PlacedRow[], plan: ImportPlan): void {
    const counts = this.#counts
    counts.create += plan.create.length
    counts.update += plan.update.length
    counts.unchanged += plan.unchanged.length
    counts.taken_over += plan.taken_over.length
    counts.approximate += plan.create.filter(({ approximate }) => approximate).length
    counts.guessed += plan.create.filter(({ guessed }) => guessed).length
    const shown = countPublic(plan)
    counts.on_map += shown.on_map
    counts.off_map += shown.off_map
    counts.named += shown.named
    this.rejections.push(...plan.rejections)
    for (const { line, address, postcode, city, position } of rows) {
      const kilometres = this.#kilometresByLine.get(line)
      if (kilometres === undefined || !position) continue
      this.#far.push({ line, address, postcode, city, ...position, kilometres })
    }
    if (this.#rows.length < IMPORT_SHOWN) this.#rows.push(...shownRows(plan))
  }

  /** Counts of the plan, together with the problems found before it. */
  counts(rejected: number, warnings: number): ImportCounts {
    return { ...this.#counts, rejected, warnings }
  }

  /** Rows far from all others, farthest first. */
  far(): FarImportRow[] {
    return this.#far.sort((a, b) => b.kilometres - a.kilometres).slice(0, IMPORT_SHOWN)
  }

  /** The first rows of the file. */
  rows(): ShownImportRow[] {
    return this.#rows.slice(0, IMPORT_SHOWN)
  }
}

const shownRows = (plan: ImportPlan): ShownImportRow[] =>
  [
    ...plan.create.map(show('create')),
    ...plan.update.map(({ row }) => show('update')(row)),
    ...plan.unchanged.map(show('unchanged')),
    ...plan.taken_over.map(show('taken_over')),
  ].sort((a, b) => a.line - b.line)

export const presentFile = ({ file, actor_id, name }: ImportWithActor): LetterboxImportRow => ({
  id: file.id,
  file_name: file.file_name,
  status: file.status,
  created_at: file.created_at.toISOString(),
  by: actor_id === null ? null : { id: actor_id, name },
  counts: file.counts,
  version: file.version,
})

/** All that administrators see of an import; null if it does not exist. */
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
    kept:
      status === 'done' || status === 'undone' ? await listKept(db, id, status === 'undone') : [],
    owners:
      status === 'done' || status === 'moved_in'
        ? await countOwners(db, id, file.file.counts)
        : null,
    claim_mails: status === 'done' ? await countClaimMails(db, id, isOfImport(id)) : null,
  }
}
