import { getTableName, is, Table } from 'drizzle-orm'
import * as tables from './tables.ts'

/** All table names of this version. */
export const TABLE_NAMES: ReadonlySet<string> = new Set(
  Object.values(tables)
    .filter((value) => is(value, Table))
    .map((table) => getTableName(table)),
)
