import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import journal from '#platform/server/db/migrations/meta/_journal.json' with { type: 'json' }
import { MIGRATIONS_FOLDER, ROOT } from '#platform/server/paths.ts'
import * as schema from './tables.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** The statements for all `tables.ts` and the SQL files beside them. */
async function declaredStatements(): Promise<string> {
  const tables = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema))
  const beside = await Promise.all(
    (await besideTables()).map((file) => readFile(join(ROOT, file), 'utf8')),
  )
  return [...tables, ...beside]
    .join('\n')
    .replaceAll('--> statement-breakpoint', '')
    .replaceAll('"public".', '')
}

/** Files with what a table declaration cannot express: functions, triggers, exclusions, covering indexes. */
async function besideTables(): Promise<string[]> {
  const files = (
    await Promise.all(
      // Triggers of features call functions of the platform.
      ['platform', 'features'].map(async (folder) =>
        (
          await readdir(join(ROOT, folder), { recursive: true })
        )
          .map((file) => join(folder, file))
          .sort(),
      ),
    )
  ).flat()
  return files
    .filter((file) => basename(file) === 'database.sql')
    .map((file) => file.replaceAll('\\', '/'))
}

/** Tables, columns, constraints, indexes, triggers and functions of a schema, one per line. */
async function catalogue(name: string): Promise<string[]> {
  const rows = await test.database.script<{ line: string }>(
    `SELECT set_config('search_path', '${name === 'public' ? 'public' : `${name}, public`}', true);
     SELECT 'column ' || concat_ws(' ', table_name, column_name, udt_name, collation_name, is_nullable, column_default, identity_start) AS line
       FROM information_schema.columns WHERE table_schema = '${name}'
     UNION ALL SELECT 'constraint ' || concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
       FROM pg_constraint WHERE connamespace = '${name}'::regnamespace
     UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = '${name}'
     UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t
       JOIN pg_class c ON c.oid = t.tgrelid AND c.relnamespace = '${name}'::regnamespace WHERE NOT t.tgisinternal
     UNION ALL SELECT 'function ' || pg_get_functiondef(p.oid) FROM pg_proc p
       WHERE p.pronamespace = '${name}'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  )
  return rows.map(({ line }) => line.replaceAll(`${name}.`, '')).sort()
}

it('the declared tables equal the result of the migrations', async () => {
  await test.database.script(
    `CREATE SCHEMA declared; SELECT set_config('search_path', 'declared, public', true); ${await declaredStatements()}`,
  )
  const made = await catalogue('public')
  expect(made.length).toBeGreaterThan(900)
  expect(await catalogue('declared')).toEqual(made)
})

it('the declared tables need no further migration', async () => {
  const file = journal.entries.at(-1)?.tag.slice(0, 4)
  const newest = JSON.parse(
    await readFile(join(MIGRATIONS_FOLDER, 'meta', `${file}_snapshot.json`), 'utf8'),
  )
  expect(await generateMigration(newest, generateDrizzleJson(schema, newest.id))).toEqual([])
})

// The migrator silently skips migrations that are not newer than the last one applied.
it('the migrations run in the order of their files', async () => {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files)
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

/** The rows they refer to are rarely deleted: a sandbox payment, and an item. */
const FOUND_WITHOUT_INDEX = ['sandbox_refunds.ref', 'wishes.item_id']

// Deleting a row makes the database search for references to it: without an index in the whole table, while it holds
// locks.
it('foreign keys that are followed by deletions have an index', async () => {
  const rows = await test.database.query<{ column: string }>(
    `SELECT child.relname || '.' || a.attname AS column
     FROM pg_constraint k
     JOIN pg_class child ON child.oid = k.conrelid
     JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.confdeltype IN ('c', 'n')
     AND NOT EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = a.attnum
       AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
     ORDER BY 1`,
  )
  expect(rows.map(({ column }) => column)).toEqual(FOUND_WITHOUT_INDEX)
})

it('the constraints reject invalid rows', async () => {
  const { query } = test.database
  const [user] = await query<{ id: string }>(
    `INSERT INTO users (email) VALUES ('a@example.org') RETURNING id`,
  )
  const letterbox = (columns: string, values: string) =>
    query(
      `INSERT INTO letterboxes (user_id, address, postcode, city, country${columns})
       VALUES ($1, 'Weg 1', '1', 'Ort', 'CH'${values})`,
      [user?.id],
    )
  await expect(query(`INSERT INTO users (email) VALUES ('A@example.org')`)).rejects.toThrow(
    /users_email_key/,
  )
  await expect(letterbox(', latitude, longitude', ', 91, 0')).rejects.toThrow(/check/)
  await expect(letterbox(', latitude, longitude', ", 'NaN', 0")).rejects.toThrow(/check/)
  await expect(letterbox(', latitude', ', 47')).rejects.toThrow(/check/)
  await letterbox('', '')
  await expect(letterbox('', '')).rejects.toThrow(/letterboxes_user_id_unique/)
})
