import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { transaction_views } from '#features/lending/conversations/views/tables.ts'
import { DEMO_PASSWORD } from '#features/people/accounts/demo-accounts.ts'
import { tours_seen } from '#features/people/accounts/user-settings/tables.ts'
import { type CatalogueItem, readCatalogue, seedItems } from '#features/places/items/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import { seedProducts } from '#features/shop/orders/products/server/door.ts'
import type { Database, Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createAccounts } from './accounts.ts'
import { createHomes, type Home } from './addresses.ts'
import { createItems } from './households.ts'
import { createAccountConversations, createConversations } from './inboxes.ts'
import { createLines } from './item-lines.ts'
import { createHistory } from './lending-history.ts'
import { LentThings } from './lent-things.ts'
import { readTowns, type TownOfHouses } from './liechtenstein.ts'
import { createMonth } from './month/month.ts'
import { createNeighbour, type Neighbour } from './neighbours.ts'
import { Random } from './random.ts'
import { readTerrain, type Terrain } from './terrain.ts'

export { DEMO_ACCOUNTS } from './accounts.ts'

export interface DemoOptions {
  seed?: number
  /** Total number of letterboxes, including those of the demo accounts. */
  count?: number
  /** Ages and last visits are relative to this. */
  now?: Date
  /** Whether the demo's admin has administration, with the public password; not in production. */
  withAdmin?: boolean
  /** Called with the number of rows inserted so far, and the total. */
  onProgress?: (done: number, total: number) => void
}

const CONVERSATIONS_PER_LETTERBOX = 60 / 2000
/** Share of letterboxes in a house with several flats. */
const SHARED_HOUSE = 0.07
const ROWS_PER_INSERT = 500
/** Visitors of a demo look around by themselves. */
const BOTH_TOURS = { tour_map_seen: true, tour_letterbox_seen: true }

/** Some households live in the same house as the previous one. */
function shareHouses(random: Random, homes: Home[]): { home: Home; shared: boolean }[] {
  let house: Home | undefined
  return homes.map((home) => {
    const shared = house !== undefined && random.chance(SHARED_HOUSE)
    house = shared && house ? house : home
    return { home: house, shared }
  })
}

interface CommunityOptions {
  seed: number
  count: number
  now: Date
  passwordHash: string
  withAdmin: boolean
}

/** Creates the whole community, determined by the seed alone. */
function createCommunity(
  catalogue: CatalogueItem[],
  places: { terrain: Terrain; towns: TownOfHouses[] },
  { seed, count, now, passwordHash, withAdmin }: CommunityOptions,
) {
  const random = new Random(seed)
  // A separate generator for lines, so that everything else is the same with and without them.
  const randomOfLines = new Random(seed + 1)
  const itemIds = new Map(catalogue.map(({ slug, id }) => [slug, id]))
  const slugs = new Map(catalogue.map(({ slug, id }) => [id, slug]))
  const accounts = createAccounts(random, { itemIds, now, passwordHash, withAdmin })
  const homes = shareHouses(random, createHomes(random, places, Math.max(0, count - 3)))
  const neighbours = homes.map(({ home, shared }, index): Neighbour => {
    const neighbour = createNeighbour(random, home, { index: index + 1, shared, now })
    const atMost = neighbour.user.reseller ? 3 : undefined
    const items = createItems(random, catalogue, { urban: home.urban, atMost })
    return { ...neighbour, items, lines: createLines(randomOfLines, items, slugs, home.language) }
  })
  const community = { neighbours, itemIds, lent: new LentThings(), now }
  const all = [...Object.values(accounts), ...neighbours]
  const { demo, borrower } = accounts
  const conversations = [
    ...createAccountConversations(random, accounts, community),
    ...createConversations(random, community, Math.round(count * CONVERSATIONS_PER_LETTERBOX)),
    ...createHistory(random, {
      ...community,
      neighbours: all,
      catalogue,
      known: new Map([
        [demo, 'prompt'],
        [borrower, 'slow'],
      ]),
    }),
  ]
  return { accounts, neighbours: all, conversations }
}

const columnsOf = (row: object) => Object.keys(row)

/** Groups rows by their columns, so that the database fills in the missing ones. */
function* chunks(rows: object[]): Generator<object[]> {
  const alike = new Map<string, object[]>()
  for (const row of rows) {
    const columns = columnsOf(row).join()
    const part = alike.get(columns) ?? []
    part.push(row)
    alike.set(columns, part)
  }
  for (const part of alike.values()) {
    for (let i = 0; i < part.length; i += ROWS_PER_INSERT) yield part.slice(i, i + ROWS_PER_INSERT)
  }
}

/** Inserts rows with the same columns as a single JSON parameter: value lists take several times as long to parse. */
async function insertRows(db: Db, table: PgTable, rows: object[]): Promise<void> {
  const declared = getTableColumns(table)
  const nameOf = (property: string) => declared[property]?.name ?? property
  const byColumn = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([property, value]) => [nameOf(property), value])),
  )
  const columns = sql.join(
    columnsOf(byColumn[0] ?? {}).map((column) => sql.identifier(column)),
    sql`, `,
  )
  await db.execute(sql`INSERT INTO ${table} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(byColumn)}::json)`)
}

async function writeCommunity(
  db: Db,
  {
    neighbours,
    conversations,
    month,
  }: Omit<ReturnType<typeof createCommunity>, 'accounts'> & {
    month: Awaited<ReturnType<typeof createMonth>>
  },
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const lent = neighbours.flatMap(({ letterbox, items, copies, lines }) =>
    items.map((item_id) => ({
      letterbox_id: letterbox.id,
      item_id,
      copies: copies?.get(item_id) ?? 1,
      line: lines?.get(item_id) ?? null,
      on_map_at: letterbox.created_at,
    })),
  )
  const rows: [PgTable, object[]][] = [
    [users, neighbours.map(({ user }) => user)],
    [tours_seen, neighbours.map(({ user }) => ({ user_id: user.id, ...BOTH_TOURS }))],
    [
      letterboxes,
      neighbours.map(({ letterbox }) => ({ ...letterbox, on_map_at: letterbox.created_at })),
    ],
    [letterbox_items, lent],
    [transactions, conversations.map(({ transaction }) => transaction)],
    [transaction_events, conversations.flatMap(({ events }) => events)],
    [messages, conversations.flatMap((conversation) => conversation.messages)],
    [transaction_thanks, conversations.flatMap(({ thanks }) => thanks)],
    [transaction_views, conversations.flatMap(({ views }) => views)],
    ...month,
  ]
  const total = rows.reduce((sum, [, { length }]) => sum + length, 0)
  let done = 0
  for (const [table, all] of rows) {
    for (const part of chunks(all)) {
      await insertRows(db, table, part)
      done += part.length
      onProgress(done, total)
    }
  }
}

type PreparedDemo = ReturnType<typeof createCommunity> & { seed: number; now: Date }

/** Creates the community in memory, before a transaction begins. */
export async function prepareDemo(options: DemoOptions = {}): Promise<PreparedDemo> {
  const { seed = 1, count = 2000, now = new Date(), withAdmin = true } = options
  const [catalogue, terrain, towns, passwordHash] = await Promise.all([
    readCatalogue(),
    readTerrain(),
    readTowns(),
    hashPassword(DEMO_PASSWORD),
  ])
  const places = { terrain, towns }
  const community = { seed, count, now, passwordHash, withAdmin }
  return { ...createCommunity(catalogue, places, community), seed, now }
}

/** Writes the community into empty tables. Every process then loads its map again. */
export async function writeDemo(
  tx: Db,
  { accounts, neighbours, conversations, seed, now }: PreparedDemo,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  await tx.execute(sql`SELECT set_config('letterlend.quiet', 'on', true)`)
  await seedItems(tx)
  await seedProducts(tx)
  const talking = conversations.flatMap(({ transaction }) => [
    transaction.borrower_id ?? '',
    transaction.lender_id ?? '',
  ])
  const month = await createMonth(tx, {
    seed,
    now,
    admin: accounts.admin,
    neighbours,
    talking: new Set(talking),
  })
  await writeCommunity(tx, { neighbours, conversations, month }, onProgress)
  await tx.execute(sql`SELECT pg_notify('letterbox_changed', 'all')`)
}

/**
 * Fills an empty database with a demo community and returns whether it did; a database with users is left alone. One
 * transaction: a start that is killed leaves it empty. The same `seed`, `count` and `now` give the same rows, including
 * ids, on every machine.
 */
export async function seedDemo(database: Database, options: DemoOptions = {}): Promise<boolean> {
  const occupied = await database.query('SELECT 1 FROM users LIMIT 1')
  if (occupied.length > 0) return false
  const prepared = await prepareDemo(options)
  return database.orm.transaction(async (tx) => {
    // If several processes start together, only one fills the database.
    await takeLock(tx, 'demo')
    const [first] = await tx.select({ id: users.id }).from(users).limit(1)
    if (first) return false
    await writeDemo(tx, prepared, options.onProgress)
    return true
  })
}
