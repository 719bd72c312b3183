import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { descending, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { IMPORT_STATUSES, type ImportCounts } from './contract.ts'
import type { Column } from './import-columns.ts'
import { type ImportProblem, PROBLEM_KINDS } from './import-problems.ts'

export interface ImportChoices {
  columns?: Record<string, Column | null>
  items?: Record<string, number | null>
  /** Lines. */
  left_out?: number[]
  /** The owners are mailed about it as soon as it is imported. */
  mail_owners?: boolean
}

/** Files of letterboxes given by the browser. */
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
    /** What somebody said of its columns and names, and which rows they do not want. */
    choices: jsonb().$type<ImportChoices>().notNull().default({}),
    /** Earlier versions kept all rows here; they stand in `import_parts` now, and what is wrong in `import_problems`. */
    prepared: jsonb().$type<object>(),
    /** Its first line, as long as rows that were left out are kept. */
    header: jsonb().$type<string[]>(),
    /** What is shown of it at first. */
    preview: jsonb().$type<object>(),
    /** Which run of the job reads or writes it, and when that one was last alive; another takes over after it. */
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

/** The rows of a file that can be imported, some hundred each, until it is. */
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

/** Rows of a file that are left out, or imported differently from what it says; for a week. */
export const import_problems = pgTable(
  'import_problems',
  {
    import_id: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: text({ enum: PROBLEM_KINDS }).notNull(),
    /** Its place among those of its kind, in the order of the file. */
    place: integer().notNull(),
    line: integer().notNull(),
    code: text().notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    /** The row as it stands in the file, where it is left out. */
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
    /** Null: it was not there before. */
    before: jsonb().$type<object>(),
    after: jsonb().$type<object>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.letterbox_id] }),
    index('import_rows_letterbox_id_idx').on(table.letterbox_id),
  ],
)
