import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Database } from '#platform/server/db/client.ts'
import { verifyPassword } from '#platform/server/identity/passwords.ts'
import { users } from '#platform/server/identity/tables.ts'
import { BUNDLED_STREET_MAP } from '#platform/server/paths.ts'
import { readAddressList } from '#platform/server/street-map/address-list.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { DEMO_ACCOUNTS, seedDemo } from './demo.ts'
import { readTerrain } from './terrain.ts'

const opened: TestDatabase[] = []
async function emptyDatabase(): Promise<Database> {
  const test = await createTestDatabase()
  opened.push(test)
  return test.database
}
afterAll(() => Promise.all(opened.map((test) => test.drop())))

const now = new Date('2026-05-20T12:00:00Z')

async function contentHash({ orm }: Database): Promise<string> {
  const tables = [
    await orm.select().from(users).orderBy(users.id),
    await orm.select().from(letterboxes).orderBy(letterboxes.id),
    await orm
      .select()
      .from(letterbox_items)
      .orderBy(letterbox_items.letterbox_id, letterbox_items.item_id),
    await orm.select().from(transactions).orderBy(transactions.id),
    await orm.select().from(messages).orderBy(messages.id),
    await orm.select().from(transaction_events).orderBy(transaction_events.id),
    await orm
      .select()
      .from(transaction_thanks)
      .orderBy(transaction_thanks.transaction_id, transaction_thanks.side),
  ]
  // Only the password's salt differs.
  const text = JSON.stringify(tables, (key, value) => (key === 'password_hash' ? null : value))
  return createHash('sha256').update(text).digest('hex')
}

const count = async ({ orm }: Database, where = sql`true`) => {
  const [row] = await orm
    .select({ n: sql<number>`count(*)::int` })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(where)
  return row?.n ?? 0
}

describe('a demo community of 2,000 letterboxes', async () => {
  const database = await emptyDatabase()
  const steps: [number, number][] = []
  const filled = await seedDemo(database, {
    seed: 7,
    now,
    onProgress: (done, total) => steps.push([done, total]),
  })

  it('fills an empty database and reports its progress', async () => {
    expect(filled).toBe(true)
    expect(await count(database)).toBe(2000)
    const [done, total] = steps.at(-1) ?? []
    expect(done).toBe(total)
    expect(steps.length).toBeGreaterThan(10)
  })

  it('is not added to a database with users', async () => {
    expect(await seedDemo(database, { seed: 8 })).toBe(false)
    expect(await count(database)).toBe(2000)
  })

  it('is dense in Liechtenstein, Zurich and Bern and present in six countries', async () => {
    const cities = await database.query<{ country: string; city: string; n: number }>(
      'SELECT country, city, count(*)::int AS n FROM letterboxes GROUP BY 1, 2',
    )
    const inCity = (name: string) => cities.find(({ city }) => city === name)?.n ?? 0
    const inCountry = (code: string) =>
      cities.filter(({ country }) => country === code).reduce((sum, { n }) => sum + n, 0)
    expect(inCity('Zürich')).toBeGreaterThan(300)
    expect(inCity('Bern')).toBeGreaterThan(160)
    expect(inCity('Vaduz')).toBeGreaterThan(100)
    expect(inCity('Schaan')).toBeGreaterThan(90)
    for (const city of ['Triesen', 'Balzers', 'Eschen']) expect(inCity(city)).toBeGreaterThan(30)
    expect(Math.abs(inCountry('LI') - 400)).toBeLessThan(40)
    expect(inCountry('CH')).toBeGreaterThan(1170)
    for (const code of ['DE', 'AT', 'FR', 'IT']) expect(inCountry(code)).toBeGreaterThan(50)
  })

  it('has members of every kind in realistic proportions', async () => {
    const part = async (where: ReturnType<typeof sql>) => (await count(database, where)) / 2000
    const near = async (where: ReturnType<typeof sql>, expected: number) =>
      expect(Math.abs((await part(where)) - expected)).toBeLessThan(0.035)
    await near(sql`${users.enable_messaging}`, 0.55)
    await near(
      sql`${users.last_seen_at} > ${now.toISOString()}::timestamptz - interval '90 days'`,
      0.6,
    )
    await near(sql`${users.membership_until} > ${now.toISOString()}::timestamptz`, 0.06)
    await near(sql`${users.show_name}`, 0.25)
    expect(await count(database, sql`${users.reseller}`)).toBeGreaterThan(10)
    expect(await count(database, sql`NOT ${users.show_on_map}`)).toBeGreaterThan(5)
    const [shared] = await database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM letterboxes a JOIN letterboxes b
       ON a.latitude = b.latitude AND a.longitude = b.longitude AND a.id < b.id`,
    )
    expect(shared?.n).toBeGreaterThan(50)
  })

  it('is on dry land', async () => {
    const terrain = await readTerrain()
    const spots = await database.orm.select().from(letterboxes)
    const wet = spots.filter(({ latitude, longitude }) =>
      terrain.isWater({ latitude: Number(latitude), longitude: Number(longitude) }),
    )
    expect(wet.map(({ city }) => city)).toEqual([])
    expect(terrain.isWater({ latitude: 47.34, longitude: 8.55 })).toBe(true)
  })

  it('is at real houses in Liechtenstein', async () => {
    const streets = await readAddressList(BUNDLED_STREET_MAP)
    const houses = new Map(
      streets.flatMap((street) =>
        street.numbers.map((number, index) => {
          const { postcode, city } = street.place
          return [`${street.name} ${number}, ${postcode} ${city}`, street.positionOf(index)]
        }),
      ),
    )
    const terrain = await readTerrain()
    const spots = await database.orm.select().from(letterboxes).where(eq(letterboxes.country, 'LI'))
    const astray = spots.filter(({ address, postcode, city, latitude, longitude }) => {
      const house = houses.get(`${address}, ${postcode} ${city}`)
      const spot = { latitude: Number(latitude), longitude: Number(longitude) }
      return !house || distanceInMetres(house, spot) > 2 || terrain.belongsTo(spot, 'AT', undefined)
    })
    expect(astray.map(({ address, city }) => `${address}, ${city}`)).toEqual([])
    expect(new Set(spots.map(({ address, city }) => `${address}, ${city}`)).size).toBeGreaterThan(
      300,
    )
  })

  it('lends 1 to 14 items each, the popular ones more often', async () => {
    const perLetterbox = await database.query<{ n: number }>(
      `SELECT count(i.item_id)::int AS n FROM letterboxes l
       LEFT JOIN letterbox_items i ON i.letterbox_id = l.id GROUP BY l.id`,
    )
    expect(Math.min(...perLetterbox.map(({ n }) => n))).toBe(1)
    expect(Math.max(...perLetterbox.map(({ n }) => n))).toBe(14)
    const owners = async (slug: string) => {
      const [row] = await database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM letterbox_items JOIN items ON id = item_id WHERE slug = '${slug}'`,
      )
      return row?.n ?? 0
    }
    expect(await owners('drill')).toBeGreaterThan(3 * (await owners('trampoline')))
    const [both] = await database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM letterbox_items a
       JOIN letterbox_items b ON a.letterbox_id = b.letterbox_id
       WHERE a.item_id = 1 AND b.item_id = 2`,
    )
    const drillsOfAll = (await owners('drill')) / 2000
    expect((both?.n ?? 0) / (await owners('ladder'))).toBeGreaterThan(1.5 * drillsOfAll)
  })

  it('has accounts with their passwords, and unseen messages for the first one', async () => {
    for (const { email, password } of DEMO_ACCOUNTS) {
      const [user] = await database.orm.select().from(users).where(eq(users.email, email))
      expect(await verifyPassword(user?.password_hash ?? null, password)).toBe(true)
      expect(user?.enable_messaging).toBe(true)
    }
    expect(await count(database, sql`${users.password_hash} IS NOT NULL`)).toBe(
      DEMO_ACCOUNTS.length,
    )
    const unseen = await database.orm
      .select({ text: messages.text })
      .from(messages)
      .innerJoin(users, eq(users.id, messages.to_id))
      .where(and(eq(users.email, 'demo@letterlend.example'), sql`${messages.seen_at} IS NULL`))
    expect(unseen.length).toBe(3)
  })

  it('has past conversations about items that the lender lends', async () => {
    const all = await database.query<{ lends: boolean; early: boolean; both: boolean }>(
      `SELECT EXISTS (SELECT FROM letterbox_items i JOIN letterboxes l ON l.id = i.letterbox_id
                WHERE l.user_id = t.renter_id AND i.item_id = t.item_id) AS lends,
              t.updated_at < '${now.toISOString()}' AS early,
              (SELECT bool_and(enable_messaging) FROM users WHERE id IN (t.renter_id, t.borrower_id)) AS both
       FROM transactions t`,
    )
    expect(all.length).toBeGreaterThan(55)
    expect(all.every(({ lends, early, both }) => lends && early && both)).toBe(true)
  })

  it('has a history of events in an order that the loan steps allow', async () => {
    const rows = await database.query<{ status: string; path: string; late: boolean }>(
      `SELECT t.status, string_agg(e.status, ' ' ORDER BY e.at, e.id) AS path,
              max(e.at) > t.updated_at AS late
       FROM transactions t JOIN transaction_events e ON e.transaction_id = t.id
       GROUP BY t.id`,
    )
    const way =
      /^requested( requested)?( accepted( handed_over( returned)?)?| declined| withdrawn| expired)?$/
    expect(rows.filter(({ path }) => !way.test(path))).toEqual([])
    expect(rows.filter(({ path, status, late }) => late || !path.endsWith(status))).toEqual([])
    const [all] = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM transactions')
    expect(rows).toHaveLength(all?.n ?? 0)
  })

  it('has conversations between neighbours', async () => {
    const pairs = await database.query<Record<'a' | 'b' | 'c' | 'd', number>>(
      `SELECT l.latitude AS a, l.longitude AS b, o.latitude AS c, o.longitude AS d
       FROM transactions t JOIN letterboxes l ON l.user_id = t.renter_id
       JOIN letterboxes o ON o.user_id = t.borrower_id`,
    )
    const metres = pairs.map(({ a, b, c, d }) =>
      distanceInMetres(
        { latitude: Number(a), longitude: Number(b) },
        { latitude: Number(c), longitude: Number(d) },
      ),
    )
    expect(metres.length).toBeGreaterThan(500)
    expect(Math.max(...metres)).toBeLessThan(15_000)
    const [accounts] = await database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM letterboxes l JOIN users u ON u.id = l.user_id
       WHERE u.email IN ('demo@letterlend.example', 'borrower@letterlend.example')
         AND l.country = 'LI' AND l.city IN ('Vaduz', 'Schaan')`,
    )
    expect(accounts?.n).toBe(2)
  })

  it.each(['demo', 'borrower'])(
    'shows the account %s a conversation of every kind',
    async (name) => {
      const own = await database.query<{ kind: string }>(
        `SELECT t.status || CASE
         WHEN t.dates_by = 'lender' THEN ' on other days'
         WHEN t.ask_id IS NOT NULL THEN ' of several'
         WHEN t.status = 'handed_over' AND t.return_by < '2026-05-20' THEN ' overdue'
         WHEN EXISTS (SELECT FROM transaction_thanks x WHERE x.transaction_id = t.id AND x.shown)
         THEN ' with thanks' ELSE '' END AS kind
       FROM transactions t JOIN users u ON u.id IN (t.borrower_id, t.renter_id)
       WHERE u.email = '${name}@letterlend.example'`,
      )
      expect(own.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining([
          'requested',
          'requested on other days',
          'requested of several',
          'accepted',
          'handed_over',
          'handed_over overdue',
          'returned with thanks',
          'declined',
          'withdrawn',
          'expired',
        ]),
      )
    },
  )

  it('has lenders who answer fast, late and rarely', async () => {
    const [asked] = await database.query<{ often: number; day: number; ever: number }>(
      `SELECT count(*)::int AS often,
              count(*) FILTER (WHERE hours <= 24 AND part > 0.7)::int AS day,
              count(*) FILTER (WHERE part < 0.5)::int AS ever
       FROM (SELECT percentile_cont(0.5) WITHIN GROUP
                    (ORDER BY extract(epoch FROM answered_at - created_at) / 3600) AS hours,
                    count(answered_at)::float / count(*) AS part
             FROM transactions WHERE created_at > '2025-05-20'
             GROUP BY renter_id HAVING count(*) >= 3) lenders`,
    )
    expect(asked?.often).toBeGreaterThan(150)
    expect(asked?.day).toBeGreaterThan(60)
    expect(asked?.ever).toBeGreaterThan(15)
  })
})

it('a demo community is the same for the same seed and differs for another', async () => {
  const hashes: string[] = []
  for (const seed of [1, 1, 2]) {
    const database = await emptyDatabase()
    await seedDemo(database, { seed, count: 300, now })
    hashes.push(await contentHash(database))
  }
  expect(hashes[0]).toBe(hashes[1])
  expect(hashes[0]).not.toBe(hashes[2])
})

it('a demo community is announced once, and an interrupted one leaves nothing behind', async () => {
  const database = await emptyDatabase()
  const interrupted = seedDemo(database, {
    count: 60,
    now,
    onProgress(done, total) {
      if (done > total / 2) throw new Error('killed')
    },
  })
  await expect(interrupted).rejects.toThrow('killed')
  expect(await count(database)).toBe(0)

  const payloads: string[] = []
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await database.listen({
    channel: 'letterbox_changed',
    onPayload(payload) {
      payloads.push(payload)
      arrive()
    },
  })
  expect(await seedDemo(database, { count: 60, now })).toBe(true)
  await arrived
  expect(payloads).toEqual(['all'])
})
