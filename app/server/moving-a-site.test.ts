import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, eq, gt, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imports } from '#features/community/imports/tables.ts'
import { cases } from '#features/community/moderation/tables.ts'
import {
  importSite,
  type MoveReport,
  type SiteImport,
  undoSite,
} from '#features/community/moving/server/door.ts'
import { legacy_ids } from '#features/community/moving/tables.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import type { Geocoding } from '#features/places/geocoding/server/geocoder.ts'
import { geocodeOffline } from '#features/places/geocoding/server/offline.ts'
import { searchOffline } from '#features/places/geocoding/server/place-search.ts'
import { seedItems } from '#features/places/items/server/seed.ts'
import { items } from '#features/places/items/tables.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { seedProducts } from '#features/shop/orders/products/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { queued_mails } from '#platform/server/mail/tables.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import {
  emailOf,
  hashOf,
  isHidden,
  LONG_TEXT,
  logsIn,
  SAMPLED_HASHES,
  writeSite,
} from '../../bench/site-export.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

const SIZE = { users: 120, letterboxes: 115, orders: 150, messages: 200 }
const offline: Geocoding = {
  geocode: geocodeOffline,
  search: searchOffline,
  prepare: async () => {},
}

let test: TestApp
let folder: string
/** The reports of a check and of the run after it. */
let checked: MoveReport
let imported: MoveReport
/** What was here after the check. */
let afterCheck: { users: unknown; legacy: unknown }
beforeAll(async () => {
  test = await createTestApp()
  await seedItems(test.deps.database.orm)
  await seedProducts(test.deps.database.orm)
  folder = await mkdtemp(join(tmpdir(), 'letterlend-site-'))
  await writeSite(folder, SIZE)
  checked = await run({ checking: true })
  afterCheck = { users: await all(users), legacy: await all(legacy_ids) }
  imported = await run()
}, 120_000)
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const orm = () => test.deps.database.orm

const site = (choices: Partial<SiteImport> = {}): SiteImport => ({
  database: test.deps.database,
  features: test.deps.features,
  geocoding: offline,
  folder,
  timeZone: test.deps.config.timeZone,
  country: 'CH',
  lang: 'de' as const,
  now: test.deps.clock(),
  givingRoles: false,
  checking: false,
  onProgress: () => {},
  ...choices,
})

const run = (choices?: Partial<SiteImport>) => importSite(site(choices))

async function newId(kind: (typeof legacy_ids.$inferSelect)['kind'], oldId: number) {
  const [row] = await orm()
    .select()
    .from(legacy_ids)
    .where(sql`${legacy_ids.kind} = ${kind} AND ${legacy_ids.old_id} = ${String(oldId)}`)
  return row?.new_id ?? ''
}

async function edit(file: string, change: (text: string) => string) {
  const path = join(folder, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
}

const all = async (table: typeof users | typeof orders | typeof legacy_ids) =>
  (await orm().select({ count: count() }).from(table))[0]?.count

describe('importing a site', () => {
  it('reports everything and changes nothing with --check', () => {
    expect(checked.unexplained).toEqual(new Map())
    expect(afterCheck).toEqual({ users: 0, legacy: 0 })
    const [usersFile] = checked.files.filter(({ file }) => file === 'users.csv')
    expect(usersFile?.created).toBe(SIZE.users)
    expect(usersFile?.unknown).toEqual(['remember_token'])
    const notes = checked.files.flatMap(({ notes }) => notes.map(({ reason }) => reason)).join('\n')
    for (const reason of [
      'is the address of an earlier line',
      'the password hash is of an unknown kind',
      'role_id 9 is not 1, 2 or 3',
      'lastname is longer than 100 characters',
      'is not in users.csv',
      'has another letterbox',
      'address, postcode or city is missing',
      'latitude and longitude are swapped',
      'unknown items 777',
      'pictures/missing.png cannot be read',
      'unknown product',
      'unknown status "lost"',
      'no money came',
      'did not come in: 7.00 CHF is missing',
      'in another currency than its order',
      'both of its users are the same',
      'its text is empty',
      'actions is no list of buttons',
      'it has title and content in no language',
    ])
      expect(notes).toContain(reason)
  })

  it('brings the same as the check said, with the money equal to the cent, and mails nothing', async () => {
    const report = imported
    const shortOf = ({ files, on_map, off_map, booked }: typeof report) => ({
      on_map,
      off_map,
      booked,
      files: files.map(({ file, rows, created, counts }) => ({ file, rows, created, counts })),
    })
    expect(shortOf(report)).toEqual(shortOf(checked))
    expect(report.unexplained).toEqual(new Map())
    expect([...report.booked.values()].some((cents) => cents > 0)).toBe(true)
    const sums = await orm()
      .select({ currency: orders.currency, cents: sql<number>`sum(${orders.paid_cents})::int` })
      .from(orders)
      .groupBy(orders.currency)
    const refunds = await test.deps.database.query<{ cents: number }>(
      'SELECT coalesce(sum(amount_cents), 0)::int AS cents FROM refunds',
    )
    const booked = [...report.booked.values()].reduce((sum, cents) => sum + cents, 0)
    expect(sums.reduce((sum, row) => sum + row.cents, 0) - (refunds[0]?.cents ?? 0)).toBe(booked)
    expect(await test.mails()).toEqual([])
    expect((await orm().select().from(queued_mails)).length).toBe(0)
  })

  it('keeps hidden letterboxes off the map', async () => {
    const hidden: string[] = []
    for (let id = 1; id <= SIZE.letterboxes; id++) {
      const letterbox = isHidden(id) ? await newId('letterbox', id) : ''
      if (letterbox) hidden.push(letterbox)
    }
    expect(hidden.length).toBeGreaterThan(10)
    const shown = await orm()
      .select({ id: letterboxes.id })
      .from(letterboxes)
      .innerJoin(users, eq(users.id, letterboxes.user_id))
      .where(isOnMap)
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.filter(({ id }) => hidden.includes(id))).toEqual([])
  })

  it('takes what is on the map for as old as on the old site, and the rest for new once it is shown', async () => {
    const rows = await orm()
      .select({
        shown: sql<boolean>`(${isOnMap}) IS TRUE`,
        created_at: letterboxes.created_at,
        on_map_at: letterboxes.on_map_at,
        sticker: letterbox_items.item_id,
        sticker_on_map_at: letterbox_items.on_map_at,
      })
      .from(letterboxes)
      .innerJoin(users, eq(users.id, letterboxes.user_id))
      .leftJoin(letterbox_items, eq(letterbox_items.letterbox_id, letterboxes.id))
    expect(new Set(rows.map(({ shown }) => shown)).size).toBe(2)
    for (const { shown, created_at, on_map_at, sticker, sticker_on_map_at } of rows) {
      expect(on_map_at).toEqual(shown ? created_at : null)
      if (sticker !== null) expect(sticker_on_map_at).toEqual(on_map_at)
    }
  })

  it('lets people log in with their passwords, whatever the kind of hash', async () => {
    for (let id = 1; id <= SAMPLED_HASHES.length; id++) {
      const password = hashOf(id)?.[1]
      if (!password || !logsIn(id)) continue
      const login = await test.call(accountsApi.login, { body: { email: emailOf(id), password } })
      expect([id, login.status]).toEqual([id, 200])
      const wrong = { email: emailOf(id), password: `${password}!` }
      if (!password.startsWith('ä'))
        expect((await test.call(accountsApi.login, { body: wrong })).status).toBe(401)
    }
  }, 60_000)

  it('turns line breaks and entities of messages into text once and keeps long ones', async () => {
    const rows = await orm().select({ text: messages.text }).from(messages)
    const texts = new Set(rows.map(({ text }) => text))
    expect(texts).toContain('Hallo\ndarf ich die Leiter haben?\nDanke\nZoë')
    expect(texts).toContain('Klar & gern <3, um 5 "pünktlich" &lt;')
    expect(texts).toContain(LONG_TEXT)
    expect(texts).toContain('Zeile 1\nZeile 2; mit "Anführung", und \\n')
  })

  it('brings reports about letterboxes, closed unless the file says that they are open', async () => {
    const rows = await orm().select().from(cases).orderBy(cases.created_at)
    expect(rows.map(({ type, text, outcome }) => [type, text, outcome])).toEqual([
      ['missing_sticker', 'Er ist\nweg.', 'done'],
      ['other', 'Musik', null],
    ])
    expect(rows[0]).toMatchObject({
      letterbox_id: await newId('letterbox', 1),
      user_id: await newId('user', 2),
    })
  })

  it('joins the conversations of two users about one item', async () => {
    const last = SIZE.messages / 5 + 1
    expect(await newId('transaction', last)).toBe(await newId('transaction', 1))
    expect(await newId('transaction', last)).not.toBe('')
  })

  it('shows members their conversations and orders', async () => {
    const password = hashOf(2)?.[1] ?? ''
    const login = await test.call(accountsApi.login, { body: { email: emailOf(2), password } })
    const as = login.body.api_token ?? ''
    const inbox = await test.call(listsApi.list, { as, query: { state: 'archived' } })
    expect(inbox.status).toBe(200)
    expect(inbox.body.length).toBeGreaterThan(0)
    const own = await test.call(ordersApi.loadAllAsUser, { as })
    expect(own.status).toBe(200)
    expect(await test.call(profileApi.userinfo, { as })).toMatchObject({ status: 200 })
  })

  it('matches items by mapping and name, and draws the others', async () => {
    const names = async (old: number) => {
      const [item] = await orm()
        .select()
        .from(items)
        .where(eq(items.id, Number(await newId('item', old))))
      return [item?.name_de, Number(item?.id) > 10_000]
    }
    expect((await names(1))[1]).toBe(false)
    expect(await names(2)).toEqual(['Bohrmaschine', false])
    expect(await names(3)).toEqual(['Fondue-Caquelon vom Quartier', true])
  })
})

describe('old addresses', () => {
  const location = async (url: string) => {
    const { statusCode, headers } = await test.app.inject({ url })
    return [statusCode, headers.location]
  }

  it('lead to the letterbox or the conversation that they named', async () => {
    const id = await newId('letterbox', 1)
    for (const url of ['/map/letterbox/1', '/?letterbox_id=1', '/map?letterbox_id=1', '/map?id=1'])
      expect(await location(url)).toEqual([301, `/map/letterbox/${id}`])
    const conversation = await newId('transaction', 1)
    expect(await location('/profile/inbox?transaction_id=1')).toEqual([
      301,
      `/profile/inbox?transaction_id=${conversation}`,
    ])
  })

  it('keep the rest of their query', async () => {
    const id = await newId('letterbox', 1)
    for (const url of ['/map/letterbox/1?lang=fr&sticker=5', '/?id=1&lang=fr&sticker=5'])
      expect(await location(url)).toEqual([301, `/map/letterbox/${id}?lang=fr&sticker=5`])
    expect(await location('/auth/resetPassword?token=1f0c2a&lang=fr')).toEqual([
      301,
      '/auth/login?old_link=1&lang=fr',
    ])
  })

  it('of a hidden letterbox are answered like those of none', async () => {
    expect(await location('/map/letterbox/7')).toEqual(await location('/map/letterbox/987654'))
  })

  it('with a token of the old site lead to the login, which says so', async () => {
    for (const url of [
      '/auth/confirmEmail?email_confirmation_token=1f0c2a',
      '/auth/resetPassword?token=$2y$10$abc',
      '/?lt=0123456789abcdef0123456789abcdef',
    ])
      expect(await location(url)).toEqual([301, '/auth/login?old_link=1'])
    const own = `/auth/confirmEmail?email_confirmation_token=${'a'.repeat(43)}`
    expect((await location(own))[1]).toBeUndefined()
  })

  it('API calls understand an old id', async () => {
    const found = await test.call(letterboxesApi.byId, {
      query: { letterbox_id: '1' as never },
    })
    expect([found.status, found.body.id]).toEqual([200, await newId('letterbox', 1)])
    const hidden = await test.call(letterboxesApi.byId, {
      query: { letterbox_id: '7' as never },
    })
    expect(hidden.status).toBe(404)
  })

  it('a field named like a property of every object is no old id', async () => {
    const { statusCode } = await test.app.inject(`${API_BASE}/items?__proto__=1&constructor=1`)
    expect(statusCode).toBe(200)
  })

  it('the old id of an order works for its owner alone', async () => {
    const order = await newId('order', 1)
    const [row] = await orm().select().from(orders).where(eq(orders.id, order))
    expect(row?.user_id).toBe(await newId('user', 2))
    const load = async (as?: string) =>
      (
        await test.call(ordersApi.loadById, {
          ...(as && { as }),
          query: { order_id: '1' as never },
        })
      ).status
    const password = hashOf(2)?.[1] ?? ''
    const login = await test.call(accountsApi.login, { body: { email: emailOf(2), password } })
    expect(await load(login.body.api_token ?? '')).toBe(200)
    expect(await load()).not.toBe(200)
  })
})

describe('roles', () => {
  it('are listed by name, and given only if the run says so', async () => {
    const [file] = checked.files.filter(({ file }) => file === 'users.csv')
    expect(file?.roles).toEqual([
      { line: 6, name: expect.stringContaining(emailOf(5)), role: 'administrator' },
    ])
    const id = await newId('user', 5)
    const role = async () => (await orm().select().from(users).where(eq(users.id, id)))[0]?.role_id
    expect(await role()).toBe(1)
    await run({ givingRoles: true })
    expect(await role()).toBe(3)
    // A later run that gives no roles takes none away.
    await run()
    expect(await role()).toBe(3)
  }, 60_000)
})

describe('a second run', () => {
  const keptIn = ({ files }: MoveReport, name: string) =>
    files
      .filter(({ file }) => file === name)
      .flatMap(({ notes }) => notes.filter(({ kind }) => kind === 'kept'))
      .map(({ reason }) => reason)
  const fileOf = ({ files }: MoveReport, name: string) => files.find(({ file }) => file === name)

  it('changes accounts that changed there, deletes those gone there and keeps what changed here', async () => {
    const kept = await newId('user', 21)
    const gone = await newId('user', 119)
    await orm().update(users).set({ firstname: 'Hier geändert' }).where(eq(users.id, kept))
    await edit('users.csv', (text) =>
      text
        .replace('Vorname 21,', 'Dort geändert,')
        .replace('Vorname 22,', 'Neu 22,')
        .replace(/^119,.*\n(?:(?!120,).*\n)*/m, ''),
    )
    const report = await run()
    expect(fileOf(report, 'users.csv')).toMatchObject({ created: 0, changed: 1, deleted: 1 })
    expect(keptIn(report, 'users.csv')).toEqual([
      'firstname of user 21 was changed both here and there',
    ])
    const nameOf = async (id: string) =>
      (await orm().select().from(users).where(eq(users.id, id)))[0]?.firstname
    expect(await nameOf(kept)).toBe('Hier geändert')
    expect(await nameOf(await newId('user', 22))).toBe('Neu 22')
    expect(await nameOf(gone)).toBeUndefined()
    expect(report.unexplained).toEqual(new Map())
    for (const { created, changed, file } of report.files)
      if (file !== 'users.csv') expect([file, created, changed]).toEqual([file, 0, 0])
  }, 60_000)

  it('does the same for letterboxes', async () => {
    const ids = await Promise.all([31, 32, 34].map((id) => newId('letterbox', id)))
    const [changed = '', kept = '', gone = ''] = ids
    await orm().update(letterboxes).set({ address: 'Hier 1' }).where(eq(letterboxes.id, kept))
    await edit('letterboxes.csv', (text) =>
      text
        .replace(/^31,31,Seestrasse 32/m, '31,31,Neue Gasse 1')
        .replace(/^32,32,Seestrasse 33/m, '32,32,Dort 1')
        .replace(/^34,.*\n/m, ''),
    )
    const report = await run()
    expect(fileOf(report, 'letterboxes.csv')).toMatchObject({ created: 0, changed: 1, deleted: 1 })
    expect(keptIn(report, 'letterboxes.csv')).toEqual([
      'address of letterbox 32 was changed both here and there',
    ])
    const rows = await orm().select().from(letterboxes).where(inArray(letterboxes.id, ids))
    const addressOf = (id: string) => rows.find((row) => row.id === id)?.address
    expect([addressOf(changed), addressOf(kept), addressOf(gone)]).toEqual([
      'Neue Gasse 1',
      'Hier 1',
      undefined,
    ])
  }, 60_000)

  it('does the same for orders', async () => {
    const ids = await Promise.all([2, 7, 13].map((id) => newId('order', id)))
    const [changed = '', kept = '', gone = ''] = ids
    await orm().update(orders).set({ city: 'Hier' }).where(eq(orders.id, kept))
    await edit('orders.csv', (text) =>
      text
        .replace(/^(2,.*),Zürich,/m, '$1,Winterthur,')
        .replace(/^(7,.*),Zürich,/m, '$1,Dort,')
        .replace(/^13,.*\n/m, ''),
    )
    const report = await run()
    expect(fileOf(report, 'orders.csv')).toMatchObject({ created: 0, changed: 1, deleted: 1 })
    expect(keptIn(report, 'orders.csv')).toEqual([
      'city of order 7 was changed both here and there',
    ])
    const rows = await orm().select().from(orders).where(inArray(orders.id, ids))
    const cityOf = (id: string) => rows.find((row) => row.id === id)?.city
    expect([cityOf(changed), cityOf(kept), cityOf(gone)]).toEqual(['Winterthur', 'Hier', undefined])
    expect(report.unexplained).toEqual(new Map())
  }, 60_000)

  it('takes over another amount of a payment, with the cash book', async () => {
    const amountOf = async () => {
      const rows = await test.deps.database.query<{ cents: number }>(
        'SELECT amount_cents AS cents FROM payments WHERE id = $1 UNION ALL SELECT amount_cents FROM bank_payments WHERE id = $1',
        [await newId('payment', 1)],
      )
      return rows[0]?.cents
    }
    const before = (await amountOf()) ?? 0
    const [, order = ''] =
      /^1,(\d+),/m.exec(await readFile(join(folder, 'payments.csv'), 'utf8')) ?? []
    const paidOf = async () =>
      (
        await orm()
          .select()
          .from(orders)
          .where(eq(orders.id, await newId('order', Number(order))))
      )[0]?.paid_cents
    const paid = (await paidOf()) ?? 0
    await edit('payments.csv', (text) =>
      text.replace(/^(1,\d+,\w+,[^,]*),[\d.]+,/m, `$1,${(before + 250) / 100},`),
    )
    const report = await run()
    expect(fileOf(report, 'payments.csv')).toMatchObject({ changed: 1 })
    expect(await amountOf()).toBe(before + 250)
    expect(await paidOf()).toBe(paid + 250)
    expect(report.unexplained).toEqual(new Map())
  }, 60_000)

  it('keeps what was written here in conversations, and deletes what is gone there', async () => {
    const seen = await newId('message', 25)
    const gone = await newId('transaction', 12)
    await edit('messages.csv', (text) =>
      text
        .replace(/^(25,.*),0,/m, '$1,1,')
        .replace(/^5[6-9],.*\n(?:(?!\d+,\d+,).*\n)*/gm, '')
        .replace(/^60,.*\n(?:(?!\d+,\d+,).*\n)*/m, ''),
    )
    await edit('transactions.csv', (text) => text.replace(/^12,.*\n/m, ''))
    const report = await run()
    expect(fileOf(report, 'messages.csv')).toMatchObject({ changed: 1 })
    expect(fileOf(report, 'transactions.csv')).toMatchObject({ deleted: 1 })
    const [row] = await orm().select().from(messages).where(eq(messages.id, seen))
    expect(row?.seen_at).not.toBeNull()
    expect((await orm().select().from(transactions).where(eq(transactions.id, gone))).length).toBe(
      0,
    )
  }, 60_000)
})

describe('undoing', () => {
  it('is refused once somebody has logged in', async () => {
    const password = hashOf(2)?.[1] ?? ''
    await test.call(accountsApi.login, { body: { email: emailOf(2), password } })
    const before = await all(users)
    const { logged_in } = await orm().transaction((tx) => undoSite(tx, site()))
    expect(logged_in).toBeGreaterThan(0)
    expect(await all(users)).toBe(before)
  })

  it('deletes all that came in', async () => {
    const own = await createTestApp()
    const db = own.deps.database
    await seedItems(db.orm)
    await seedProducts(db.orm)
    await writeSite(join(folder, 'small'), { users: 20, letterboxes: 18, orders: 20, messages: 20 })
    const small = site({ database: db, folder: join(folder, 'small') })
    await importSite(small)
    const { logged_in, removed } = await db.orm.transaction((tx) => undoSite(tx, small))
    expect([logged_in, removed.get('user')]).toEqual([0, 20])
    for (const table of [users, orders, legacy_ids, transactions, letterboxes, imports, cases])
      expect(await db.orm.select().from(table)).toEqual([])
    const drawn = await db.orm.select().from(items).where(gt(items.id, 10_000))
    expect(drawn).toEqual([])
    await own.close()
  }, 60_000)
})
