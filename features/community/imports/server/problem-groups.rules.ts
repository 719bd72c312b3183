import { IMPORT_GROUPS_SHOWN, IMPORT_LINES_SHOWN, type ProblemGroup } from '../contract.admin.ts'
import type { ImportProblemCode, RowProblem } from '../import-problems.ts'
import { nameKey } from './item-names.ts'

/** These problems are also grouped by one of their values; all others by their code alone. */
const TOLD_APART_BY: Partial<Record<ImportProblemCode, string>> = {
  country_unknown: 'text',
  degrees_missing: 'column',
  degrees_unusable: 'column',
  item_unknown: 'text',
  item_unknown_suggested: 'text',
  messaging_unclear: 'text',
  outside_country: 'country',
  place_unknown: 'city',
  too_many_fields: 'fields',
}

/**
 * Groups problems by kind, the most frequent first.
 * @param problems in the order of the file
 */
export function groupProblems(problems: readonly RowProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>()
  for (const problem of problems) {
    const { code, values } = problem
    const name = TOLD_APART_BY[code]
    const key = `${code} ${name ? nameKey(values[name] ?? '') : ''}`
    const group = groups.get(key)
    if (!group) groups.set(key, { code, values, count: 1, rows: [problem] })
    else {
      group.count += 1
      if (group.rows.length < IMPORT_LINES_SHOWN) group.rows.push(problem)
    }
  }
  return [...groups.values()].sort((a, b) => b.count - a.count).slice(0, IMPORT_GROUPS_SHOWN)
}
