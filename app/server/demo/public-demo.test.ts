import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminAnnouncementsApi } from '#features/community/announcements/contract.admin.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { DEMO_PASSWORD } from '#features/people/accounts/demo-accounts.ts'
import { itemsApi } from '#features/places/items/contract.ts'
import { items } from '#features/places/items/tables.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { ConfigError, readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { queued_mails } from '#platform/server/mail/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { startServer } from '../start.ts'
import { TABLE_NAMES } from '../table-names.ts'
import { openEventStream } from '../testing/event-stream.ts'
import { createLetterbox, createUser } from '../testing/factories.ts'
import { type MailSink, startMailSink } from '../testing/mail-sink.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createTestDatabase, startedBefore } from '../testing/test-database.ts'
import { beginPublicDemo, isDue, lastTime, leavePublicDemo, resetIfDue } from './public-demo.ts'

const settings = {
  NODE_ENV: 'test',
  DEMO: 'public',
  DEMO_RESET: '04:00',
  TIME_ZONE: 'Europe/Zurich',
  CAPTCHA: 'off',
  LOG_LEVEL: 'silent',
}
const SMALL = { count: 30 }
const NOT_A_DEMO = /holds a community that DEMO=public has not made/

let sink: MailSink
beforeAll(async () => {
  sink = await startMailSink()
})
afterAll(() => sink.close())

/** A public demo of thirty letterboxes, for which a mail server is set. */
async function startDemo(): Promise<TestApp> {
  const test = await createTestApp({ config: readConfig({ ...settings, SMTP_URL: sink.url }) })
  await beginPublicDemo(test.deps.database, { ...SMALL, now: test.deps.clock() })
  await test.deps.letterboxFeed.refresh([])
  return test
}

const logIn = async (test: TestApp, name: string): Promise<string> => {
  const body = { email: `${name}@letterlend.example`, password: DEMO_PASSWORD }
  const answer = await test.call(accountsApi.login, { body })
  expect(answer.status).toBe(200)
  return answer.body.api_token
}

/** Number of rows of each table, except of the table that a reset keeps. */
async function countRows({ deps }: Pick<TestApp, 'deps'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of TABLE_NAMES) {
    if (name === 'community_settings') continue
    const [row] = await deps.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM "${name}"`,
    )
    counts[name] = row?.n ?? -1
  }
  return counts
}

const countJobs = async ({ deps }: TestApp) =>
  (
    await deps.database.query<{ name: string }>(
      `SELECT name FROM pgboss.job WHERE state <> 'active' AND singleton_key IS NULL
       AND name IN ('mails', 'mails-of-mailings')`,
    )
  ).length

/** What visitors do as the three demo accounts. */
async function visit(test: TestApp) {
  const { orm } = test.deps.database
  const [owner, borrower, admin] = await Promise.all(
    ['demo', 'borrower', 'admin'].map((name) => logIn(test, name)),
  )
  const [selma] = await orm.select().from(users).where(eq(users.email, 'demo@letterlend.example'))
  const [sled] = await orm.select().from(items).where(eq(items.slug, 'sled'))
  const asked = await test.call(requestsApi.create, {
    as: borrower ?? '',
    body: { renter_id: selma?.id ?? '', item_id: sled?.id ?? 0, text: 'May I?' },
  })
  const lent = await test.call(letterboxesApi.updateItems, {
    as: owner ?? '',
    body: { selected_items_id: [2] },
  })
  const ordered = await test.call(ordersApi.store, {
    as: borrower ?? '',
    body: {
      firstname: 'Eve',
      lastname: 'Muster',
      address: 'Weg 1',
      postcode: '8004',
      city: 'Zürich',
      country: 'CH',
      email: 'eve@example.org',
      amount: 1,
    },
  })
  const drafted = await test.call(adminAnnouncementsApi.create, {
    as: admin ?? '',
    body: { title: 'Party', content: 'On Saturday' },
  })
  return {
    owner: owner ?? '',
    statuses: [asked, lent, ordered, drafted].map(({ status }) => status),
  }
}

describe('the reset of a public demo', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startDemo()
  })
  afterAll(() => test.close())
  const reset = () => resetIfDue(test.deps, SMALL)

  it('leaves nothing of what visitors did, on two days in a row, and no mail leaves', async () => {
    const fresh = await createTestDatabase()
    for (const _day of ['first', 'second']) {
      const before = await countRows(test)
      const { owner, statuses } = await visit(test)
      expect(statuses).toEqual([201, 200, 201, 201])
      await test.deps.mails.drain()
      expect(await countRows(test)).not.toEqual(before)
      expect(await reset()).toBe(false)
      expect((await test.call(profileApi.userinfo, { as: owner })).status).toBe(200)
      test.advance(DAY_MS)
      expect(await reset()).toBe(true)
      expect(await reset()).toBe(false)
      expect((await test.call(profileApi.userinfo, { as: owner })).status).toBe(401)
    }
    // As if it had been filled for the first time on this day.
    await beginPublicDemo(fresh.database, { ...SMALL, now: test.deps.clock() })
    const counted = await countRows(test)
    expect(counted).toEqual(await countRows({ deps: { database: fresh.database } as never }))
    expect([counted.users, counted.tokens, counted.queued_mails]).toEqual([
      expect.any(Number),
      0,
      0,
    ])
    expect(sink.received).toEqual([])
    await fresh.drop()
  })

  it('deletes the jobs that visitors have caused, and keeps the schedule of recurring ones', async () => {
    const { deps } = test
    await deps.jobs.drain('cleaning')
    const scheduled = () =>
      deps.database.query(`SELECT name FROM pgboss.job WHERE singleton_key IS NOT NULL ORDER BY 1`)
    const before = await scheduled()
    expect(before.length).toBeGreaterThan(0)
    await visit(test)
    expect([
      (await countJobs(test)) > 0,
      (await deps.database.orm.select().from(queued_mails)).length > 0,
    ]).toEqual([true, true])
    test.advance(DAY_MS)
    expect(await reset()).toBe(true)
    expect([await countJobs(test), await deps.database.orm.select().from(queued_mails)]).toEqual([
      0,
      [],
    ])
    expect(await scheduled()).toEqual(before)
  })

  it('ends the live streams of all visitors, whose next call is answered 401', async () => {
    const stream = await openEventStream(test, await logIn(test, 'demo'))
    expect(stream.status).toBe(200)
    test.advance(DAY_MS)
    expect(await reset()).toBe(true)
    await stream.ended
  })

  it('reloads the map, the items and the settings of every process', async () => {
    const other = await createTestApp({ sharing: test, config: test.deps.config })
    const { orm } = test.deps.database
    const box = await createLetterbox(orm, { latitude: 47.2, longitude: 9.6 })
    await orm.update(items).set({ name_en: 'Changed by a visitor' }).where(eq(items.id, 1))
    await Promise.all([test, other].map(({ deps }) => deps.letterboxFeed.refresh([box.id])))
    const see = async (app: TestApp) => {
      const { body } = await app.call(itemsApi.list)
      const { status } = await app.call(letterboxesApi.byId, { query: { letterbox_id: box.id } })
      return [JSON.stringify(body).includes('Changed by a visitor'), status]
    }
    expect([await see(test), await see(other)]).toEqual([
      [true, 200],
      [true, 200],
    ])
    const loads = [test, other].map(({ deps }) => deps.letterboxFeed.loads)
    test.advance(DAY_MS)
    expect(await reset()).toBe(true)
    await vi.waitFor(async () => {
      expect(
        [test, other].map(({ deps }, at) => deps.letterboxFeed.loads > (loads[at] ?? 0)),
      ).toEqual([true, true])
      expect([await see(test), await see(other)]).toEqual([
        [false, 404],
        [false, 404],
      ])
    })
    await other.close()
  })

  it('changes nothing if it is interrupted, and is repeated', async () => {
    const { owner } = await visit(test)
    const before = await countRows(test)
    test.advance(DAY_MS)
    const settings = {
      announce: async () => {
        throw new Error('killed')
      },
    } as never
    await expect(resetIfDue({ ...test.deps, settings }, SMALL)).rejects.toThrow('killed')
    expect(await countRows(test)).toEqual(before)
    expect((await test.call(profileApi.userinfo, { as: owner })).status).toBe(200)
    expect(await reset()).toBe(true)
  })

  it('is done once if two processes begin it together', async () => {
    test.advance(DAY_MS)
    expect((await Promise.all([reset(), reset()])).sort()).toEqual([false, true])
  })

  it('is a recurring job, which a process without DEMO=public does not have', async () => {
    test.advance(DAY_MS)
    await test.deps.jobs.drain('public-demo-reset')
    expect(await reset()).toBe(false)
    const other = await createTestApp({ sharing: test })
    await expect(other.deps.jobs.drain('public-demo-reset')).rejects.toThrow('There is no queue')
    expect(await resetIfDue(other.deps, SMALL)).toBe(false)
    await other.close()
  })

  it('refuses once a server without DEMO=public has used the database', async () => {
    await leavePublicDemo(test.deps.database)
    const before = await countRows(test)
    test.advance(DAY_MS)
    await expect(reset()).rejects.toThrow(NOT_A_DEMO)
    expect(await countRows(test)).toEqual(before)
  })
})

describe('the time of the reset', () => {
  const four = { hour: 4, minute: 0 }
  it.each([
    ['today, in the zone of the community', '2026-07-01T02:00:00Z', '2026-07-01T02:00:00.000Z'],
    ['yesterday, a second before it', '2026-07-01T01:59:59Z', '2026-06-30T02:00:00.000Z'],
    ['an hour later by UTC in winter', '2026-12-01T12:00:00Z', '2026-12-01T03:00:00.000Z'],
  ])('is %s', (_, now, expected) => {
    expect(lastTime(four, 'Europe/Zurich', new Date(now)).toISOString()).toBe(expected)
  })

  it('exists on the days on which the clocks change', () => {
    const half = { hour: 2, minute: 30 }
    for (const day of ['2026-03-29', '2026-10-25']) {
      const last = lastTime(half, 'Europe/Zurich', new Date(`${day}T12:00:00Z`))
      expect(last.toISOString().slice(0, 10)).toBe(day)
    }
  })

  it('has come if the last reset was before it, or in a future that a wrong clock showed', () => {
    const due = new Date('2026-07-01T02:00:00Z')
    const now = new Date('2026-07-01T02:00:30Z')
    expect(isDue(new Date(due.getTime() - 1), due, now)).toBe(true)
    expect(isDue(due, due, now)).toBe(false)
    expect(isDue(new Date(now.getTime() + 5_000), due, now)).toBe(false)
    expect(isDue(new Date(now.getTime() + 2 * HOUR_MS), due, now)).toBe(true)
  })
})

describe('a start with DEMO=public', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'letterlend-public-demo-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['an account', (test: TestApp) => createUser(test.deps.database.orm)],
    ['letterboxes without accounts', (test: TestApp) => createLetterbox(test.deps.database.orm)],
  ])('is refused on a database with %s, and deletes nothing', async (_, write) => {
    const test = await createTestApp()
    await write(test)
    const before = await countRows(test)
    const begun = beginPublicDemo(test.deps.database, { ...SMALL, now: new Date() })
    await expect(begun).rejects.toThrow(ConfigError)
    await expect(begun).rejects.toThrow(NOT_A_DEMO)
    expect(await countRows(test)).toEqual(before)
    await test.close()
  })

  it('keeps the administrator usable in production, and is refused after a start without it', async () => {
    const config = (DEMO: string) =>
      readConfig({
        ...settings,
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://demo.example',
        DATA_DIR: folder,
        PORT: '0',
        STREET_MAP: 'off',
        DEMO,
      })
    await startedBefore(folder)
    const database = await openDatabase(config('public'))
    await beginPublicDemo(database, { ...SMALL, now: new Date() })
    await database.close()
    const demo = await startServer(config('public'))
    expect(demo.demoAccounts.map(({ role }) => role)).toEqual(['demo', 'borrower', 'admin'])
    expect(demo.setUp).toBeNull()
    await demo.stop()
    const own = await startServer(config('off'))
    expect(own.demoAccounts).toEqual([])
    await own.stop()
    await expect(startServer(config('public'))).rejects.toThrow(NOT_A_DEMO)
  }, 120_000)
})
