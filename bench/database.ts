import pg from 'pg'
import { community } from '#features/places/letterboxes/map-index/server/letterbox-index.fixtures.ts'
import { readAllRows } from '#features/places/letterboxes/map-index/server/letterbox-index.queries.ts'
import { LetterboxIndex } from '#features/places/letterboxes/map-index/server/letterbox-index.ts'
import {
  latitudeOfRow,
  longitudeOfColumn,
  SIDE,
} from '#features/places/letterboxes/map-index/server/morton.ts'
import { type Database, postgresDatabase } from '#platform/server/db/client.ts'
import { type AskedTile, SEED } from './tiles.ts'

const CHUNK = 5000

export interface DatabaseFigures {
  /** Median milliseconds per tile. */
  tileMs: number
  /** Milliseconds from an empty index to a loaded one. */
  loadMs: number
}

/** Creates a database on a server, passes its address to `use`, and drops it afterwards. */
export async function withDatabase<T>(
  server: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const name = `letterlend_bench_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    return await use(url.href)
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
}

/** Creates a database with `size` letterboxes, measures it, and drops it. */
export function measureDatabase(
  server: string,
  size: number,
  tiles: readonly AskedTile[],
): Promise<DatabaseFigures> {
  return withDatabase(server, async (url) => {
    const database = await postgresDatabase(url)
    try {
      await fill(url, size)
      const times: number[] = []
      for (const tile of tiles) {
        const from = performance.now()
        await askTile(database, tile)
        times.push(performance.now() - from)
      }
      times.sort((a, b) => a - b)
      const from = performance.now()
      await new LetterboxIndex().load((builder) => readAllRows(database, new Date(), builder))
      return { tileMs: times[times.length >> 1] ?? 0, loadMs: performance.now() - from }
    } finally {
      await database.close()
    }
  })
}

export async function fill(url: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fillBy((text, values) => client.query(text, values), size)
  await client.end()
}

/** Runs one statement, always on the same connection. */
type Run = (text: string, values?: unknown[]) => Promise<unknown>

export async function fillBy(run: Run, size: number): Promise<void> {
  // Skips triggers and foreign keys: a notification per row and a look-up per reference would take
  // most of the time.
  await run('SET session_replication_role = replica')
  await run('SET synchronous_commit = off')
  let rows = []
  for (const row of community(size, SEED)) {
    rows.push(row)
    if (rows.length === CHUNK) {
      await insert(run, rows)
      rows = []
    }
  }
  await insert(run, rows)
  await run('CREATE INDEX ON letterboxes (latitude, longitude)')
  await run('RESET session_replication_role')
  await run('VACUUM ANALYZE')
}

async function insert(
  run: Run,
  rows: ReturnType<typeof community> extends Generator<infer R> ? R[] : never,
) {
  const ids = rows.map(({ id }) => id)
  await run(
    `INSERT INTO users (id, enable_messaging, reseller, email, email_confirmed_at)
     SELECT *, id || '@example.org', now() FROM unnest($1::uuid[], $2::boolean[], $3::boolean[]) AS row (id, enable_messaging, reseller)`,
    [ids, rows.map((row) => row.messaging), rows.map((row) => row.kind === 'reseller')],
  )
  await run(
    `INSERT INTO letterboxes (id, user_id, latitude, longitude, address, postcode, city, country)
     SELECT id, id, latitude, longitude, 'Langstrasse 12', '8004', 'Zürich', 'CH'
     FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS row (id, latitude, longitude)`,
    [ids, rows.map((row) => row.latitude), rows.map((row) => row.longitude)],
  )
  const pairs = rows.flatMap(({ id, stickers }) => [...new Set(stickers)].map((s) => ({ id, s })))
  await run(
    'INSERT INTO letterbox_items (letterbox_id, item_id) SELECT * FROM unnest($1::uuid[], $2::smallint[])',
    [pairs.map(({ id }) => id), pairs.map(({ s }) => s)],
  )
}

/** Counts and centres of the cells of a tile, as the index returns them. */
async function askTile(database: Database, { z, x, y, filter }: AskedTile): Promise<void> {
  const size = SIDE / 2 ** z
  await database.query(
    `SELECT width_bucket(l.longitude, $3, $4, 16) AS cell_x,
       floor((0.5 - ln((1 + sin(radians(l.latitude))) / (1 - sin(radians(l.latitude)))) / (4 * pi())) * $5) AS cell_y,
       count(*)::int, avg(l.latitude) AS latitude, avg(l.longitude) AS longitude, min(l.id::text) AS id
     FROM letterboxes l JOIN users u ON u.id = l.user_id
     WHERE l.latitude BETWEEN $1 AND $2 AND l.longitude >= $3 AND l.longitude < $4 AND u.show_on_map
       AND ($6 = 0 OR EXISTS (SELECT FROM letterbox_items i WHERE i.letterbox_id = l.id AND i.item_id = $6))
       AND (NOT $7 OR u.enable_messaging)
     GROUP BY 1, 2`,
    [
      latitudeOfRow((y + 1) * size),
      latitudeOfRow(y * size),
      longitudeOfColumn(x * size),
      longitudeOfColumn((x + 1) * size),
      2 ** (z + 4),
      filter.stickerId ?? 0,
      filter.messagingOnly ?? false,
    ],
  )
}
