import type { Database } from '#platform/server/db/client.ts'
import { createLetterbox, createOrder, createUser } from './factories.ts'

interface Column extends Record<string, unknown> {
  table: string
  column: string
  type: string
  required: boolean
  parent: string | null
  parentColumn: string | null
  /** The table's check constraints. */
  checks: string
}

/** Everything that COPY's text format has to escape. */
const ODD_TEXT = 'tab\there, line\nthere, back\\slash, \\N, \\., "quoted", ümlaut, 👋'

const VALUES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `$text$${ODD_TEXT}$text$ || gen_random_uuid()`,
  smallint: '7',
  integer: '7',
  bigint: '4294967295',
  boolean: 'true',
  'double precision': '47.123456789012345',
  'timestamp with time zone': `'2026-03-29 00:59:59.123456+00'::timestamptz`,
  date: `'2026-02-28'`,
  jsonb: `jsonb_build_object('n', 1.50, 'text', $text$${ODD_TEXT}$text$, 'list', '[1, null]'::jsonb)`,
  bytea: `'\\x00ff5c2e0a'::bytea`,
  daterange: `'[2026-03-01,2026-03-05)'`,
}

/** Values that satisfy the tables' checks. */
const FITTING: Record<string, string> = {
  'access_tokens.name': `'Script'`,
  'access_tokens.user_id': '(SELECT id FROM users ORDER BY 1 LIMIT 1)',
  'announcements.title': `$text$${ODD_TEXT}$text$`,
  'announcements.content': `$text$${ODD_TEXT}$text$`,
  'blocks.blocked_id': '(SELECT id FROM users ORDER BY 1 OFFSET 1 LIMIT 1)',
  'brand_logos.hash': `md5('logo')`,
  'cases.email': `'visitor@lend.example'`,
  'cases.lang': `'de'`,
  'cases.letterbox_id': '(SELECT id FROM letterboxes LIMIT 1)',
  'cases.title': `'Gone'`,
  'item_artworks.path': `md5('artwork') || '.svg'`,
  'letterbox_codes.code': `'7K3Q9AB'`,
  'linked_accounts.issuer': `'https://login.verein.example'`,
  'linked_accounts.provider': `'verein'`,
  'linked_accounts.subject': `'42'`,
  'parcel_codes.code': `'ABCD2345'`,
  'parcel_codes.order_id': '(SELECT id FROM orders ORDER BY 1 LIMIT 1)',
  'passkeys.name': `'Phone'`,
  'webhooks.events': `ARRAY['order.paid']`,
  'webhooks.url': `'https://hooks.example.org/'`,
  'wishes.user_id': '(SELECT id FROM users ORDER BY 1 LIMIT 1)',
  'wishes.confirmed_at': 'now()',
}

/** The first value in a check's list, if it has one. */
function firstAllowed({ column, checks }: Column): string | undefined {
  return new RegExp(`\\("?${column}"? = ANY \\(ARRAY\\[('[^']+')`).exec(checks)?.[1]
}

const sqlFor = (each: Column): string =>
  FITTING[`${each.table}.${each.column}`] ??
  firstAllowed(each) ??
  (each.parent
    ? `(SELECT ${each.parentColumn} FROM ${each.parent} ORDER BY 1 LIMIT 1)`
    : (VALUES[each.type] ?? 'NULL'))

/**
 * Inserts a row into each empty table, whatever tables exist. If the checks of a new table reject the generated values,
 * this fails with their name: add a valid value above.
 */
export async function fillEveryTable({ query, orm }: Database): Promise<string[]> {
  const { owner } = await createLetterbox(orm, { items: [1] })
  await createUser(orm)
  await createOrder(orm, { user_id: owner.id })
  const columns = await query<Column>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
       a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS required,
       (SELECT coalesce(string_agg(pg_get_constraintdef(checked.oid), E'\\n'), '') FROM pg_constraint checked
        WHERE checked.conrelid = c.oid AND checked.contype = 'c') AS checks,
       p.relname AS parent, pa.attname AS "parentColumn"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]
     LEFT JOIN pg_class p ON p.oid = k.confrelid
     LEFT JOIN pg_attribute pa ON pa.attrelid = p.oid AND pa.attnum = k.confkey[1]
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname, a.attnum`,
  )
  const tables = [...new Set(columns.map(({ table }) => table))]
  const filled = new Set<string>()
  const fill = async (table: string) => {
    if (filled.has(table)) return
    filled.add(table)
    const own = columns.filter((column) => column.table === table)
    for (const { parent, required, column } of own)
      if (parent && (required || FITTING[`${table}.${column}`])) await fill(parent)
    const [first] = await query(`SELECT FROM ${table} LIMIT 1`)
    if (first) return
    const filledColumns = own.filter(
      ({ column, required }) => required || FITTING[`${table}.${column}`],
    )
    const values = filledColumns.map(sqlFor)
    const names = filledColumns.map(({ column }) => `"${column}"`).join(', ')
    await query(
      filledColumns.length > 0
        ? `INSERT INTO ${table} (${names}) VALUES (${values.join(', ')})`
        : `INSERT INTO ${table} DEFAULT VALUES`,
    )
  }
  for (const table of tables) await fill(table)
  return tables
}
