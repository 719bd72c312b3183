import type { Copying } from '../db/copying.ts'

export interface CatalogTable {
  name: string
  /** Stored columns only: generated ones are computed on insert. */
  columns: string[]
  /** ORDER BY expressions that give the same order in every database. */
  order: string[]
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Other settings would format the same rows differently. */
export const SAME_EVERYWHERE = `
  SET LOCAL datestyle = 'ISO, YMD';
  SET LOCAL intervalstyle = 'postgres';
  SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1;
  SET LOCAL bytea_output = 'hex';
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;`

/** Sorts parents before children, so that every reference finds its row. */
export function inOrder(names: string[], references: { child: string; parent: string }[]) {
  const ordered = new Set<string>()
  const visit = (name: string, path: string[]) => {
    if (ordered.has(name)) return
    if (path.includes(name))
      throw new Error(`Tables refer to each other in a circle: ${[...path, name].join(' -> ')}`)
    for (const { child, parent } of references) {
      if (child === name && parent !== name) visit(parent, [...path, name])
    }
    ordered.add(name)
  }
  for (const name of names) visit(name, [])
  return [...ordered]
}

interface ColumnRow extends Record<string, unknown> {
  table: string
  column: string
  generated: boolean
  /** A text column, whose order would depend on the database's collation. */
  collated: boolean
  /** Position in the primary key. */
  key: number | null
}

function tableOf(name: string, columns: ColumnRow[]): CatalogTable {
  const keys = columns
    .filter(({ key }) => key !== null)
    .sort((a, b) => Number(a.key) - Number(b.key))
  const ordering = keys.length > 0 ? keys : columns.map((each) => ({ ...each, collated: true }))
  return {
    name,
    columns: columns.filter(({ generated }) => !generated).map(({ column }) => column),
    order: ordering.map(({ column, collated }) =>
      collated ? `${quoted(column)}${keys.length > 0 ? '' : '::text'} COLLATE "C"` : quoted(column),
    ),
  }
}

/** All tables of the schema from the database catalog, so that no table is forgotten. */
export async function listTables({ query }: Copying): Promise<CatalogTable[]> {
  const columns = await query<ColumnRow>(
    `SELECT c.relname AS table, a.attname AS column, a.attgenerated <> '' AS generated,
       a.attcollation <> 0 AS collated, array_position(k.conkey, a.attnum) AS key
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
     ORDER BY c.relname COLLATE "C", a.attnum`,
  )
  const references = await query<{ child: string; parent: string }>(
    `SELECT child.relname AS child, parent.relname AS parent
     FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid
     JOIN pg_class parent ON parent.oid = k.confrelid
     WHERE k.contype = 'f' AND child.relnamespace = current_schema()::regnamespace
     ORDER BY 2, 1`,
  )
  const names = [...new Set(columns.map(({ table }) => table))]
  return inOrder(names, references).map((name) =>
    tableOf(
      name,
      columns.filter(({ table }) => table === name),
    ),
  )
}

/** Selects the rows of a table in the order in which they are hashed. */
export function selectAll({ name, columns, order }: CatalogTable): string {
  return `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} ORDER BY ${order.join(', ')}`
}

/** A table with its columns, as the target of a COPY. */
export const intoTable = ({ name, columns }: Pick<CatalogTable, 'name' | 'columns'>) =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** The last migration of a database; undefined if there is none. */
export async function lastMigration({ query }: Copying): Promise<number | undefined> {
  const [journal] = await query<{ name: string | null }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations')::text AS name`,
  )
  if (!journal?.name) return undefined
  const [row] = await query<{ when: string | null }>(
    'SELECT max(created_at)::text AS when FROM drizzle.__drizzle_migrations',
  )
  return row?.when ? Number(row.when) : undefined
}

/** Sequences advance outside of transactions: read them after the rows, so that they are never behind. */
export function listSequences({ query }: Copying) {
  return query<{ name: string; value: string; called: boolean }>(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS value,
       last_value IS NOT NULL AS called
     FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`,
  )
}

/** Drops the tables and functions of the schema that do not belong to an extension. */
export async function dropAll({ query, script }: Copying): Promise<void> {
  const own = (catalog: string, oid: string) =>
    `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`
  const tables = await query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND ${own('pg_class', 'c.oid')}`,
  )
  const functions = await query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
     WHERE p.pronamespace = current_schema()::regnamespace AND ${own('pg_proc', 'p.oid')}`,
  )
  if (tables.length > 0)
    await script(`DROP TABLE ${tables.map(({ name }) => name).join(', ')} CASCADE`)
  if (functions.length > 0)
    await script(`DROP FUNCTION ${functions.map(({ name }) => name).join(', ')} CASCADE`)
  await script('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA IF EXISTS drizzle CASCADE')
}
