import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { descending, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { IMPORT_STATUSES, type ImportCounts } from './contract.admin.ts'
import type { Column } from './import-columns.ts'
import { type ImportProblem, PROBLEM_KINDS } from './import-problems.ts'

export interface ImportChoices {
  columns?: Record<string, Column | null>
  items?: Record<string, number | null>
  /** Line numbers. */
  left_out?: number[]
  /** Mail the owners as soon as it is imported. */
  mail_owners?: boolean
}

/** Files of letterboxes uploaded in the browser. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    file_name: text().notNull(),
    lang: text({ enum: LANGUAGES }).notNull(),
    status: text({ enum: IMPORT_STATUSES }).notNull().default('checking'),
    version: integer().notNull().default(0),
    created_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: now(),
    /** Base64; null once it was imported. */
    content: text(),
    /** How columns and names were mapped, and which rows were left out by hand. */
    choices: jsonb().$type<ImportChoices>().notNull().default({}),
    /** Earlier versions kept all rows here. Rows are in `import_parts` now, problems in `import_problems`. */
    prepared: jsonb().$type<object>(),
    /** The header, as long as skipped rows are kept. */
    header: jsonb().$type<string[]>(),
    /** What the preview shows. */
    preview: jsonb().$type<object>(),
    /** Which run of the job has the file, and its last heartbeat; another run takes over when it is too old. */
    claim: uuid(),
    claimed_at: instant(),
    places_done: integer().notNull().default(0),
    places_total: integer().notNull().default(0),
    counts: jsonb().$type<ImportCounts>(),
    failure: jsonb().$type<ImportProblem>(),
  },
  (table) => [
    oneOf(table.lang),
    oneOf(table.status),
    index('imports_created_at_idx').on(descending(table.created_at), table.id),
    index('imports_created_by_idx').on(table.created_by),
  ],
)

/** Importable rows in parts of some hundred, until they are imported. */
export const import_parts = pgTable(
  'import_parts',
  {
    import_id: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    rows: jsonb().$type<object[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.part] })],
)

/** Rows that are skipped or imported with a difference from the file; kept for a week. */
export const import_problems = pgTable(
  'import_problems',
  {
    import_id: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: text({ enum: PROBLEM_KINDS }).notNull(),
    /** Position among the problems of its kind, in the order of the file. */
    place: integer().notNull(),
    line: integer().notNull(),
    code: text().notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    /** The raw cells, if the row is skipped. */
    record: jsonb().$type<string[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.kind, table.place] }),
    oneOf(table.kind),
  ],
)

/** What an import did to a letterbox, so that it can be undone. */
export const import_rows = pgTable(
  'import_rows',
  {
    import_id: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    /** Null: the import created it. */
    before: jsonb().$type<object>(),
    after: jsonb().$type<object>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.letterbox_id] }),
    index('import_rows_letterbox_id_idx').on(table.letterbox_id),
  ],
)
