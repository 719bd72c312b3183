import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { auditApi } from '#features/audit/contract.ts'
import { seedItems } from '#features/items/server/items.seed.ts'
import { letterboxesApi } from '#features/letterboxes/contract.ts'
import { letterbox_items, letterboxes } from '#features/letterboxes/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { letterboxImportsApi } from '../contract.ts'
import { imports } from '../tables.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  await seedItems(test.deps.database.orm)
  await test.deps.jobs.work()
  admin = await createUser(test.deps.database.orm, { role_id: 3, firstname: 'Berta' })
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm

const HEADER = 'address;postcode;city;latitude;longitude;items;firstname;email;messaging'
let streets = 0
/** A row of its own for each test. */
const row = (rest = '47.37;8.54;Leiter, Beamer;Ida;;') => `Testweg ${++streets};8004;Zürich;${rest}`

async function give(lines: string[], content = [HEADER, ...lines].join('\n')) {
  const file = await test.call(letterboxImportsApi.check, {
    as: admin.token,
    body: { file_name: 'list.csv', content: Buffer.from(content).toString('base64'), lang: 'de' },
  })
  expect(file.status).toBe(201)
  return settled(file.body.id)
}
const byId = async (id: string) =>
  (await test.call(letterboxImportsApi.byId, { as: admin.token, query: { id } })).body
const settled = (id: string) =>
  vi.waitFor(
    async () => {
      const now = await byId(id)
      expect(['checking', 'writing']).not.toContain(now.status)
      return now
    },
    { timeout: 20_000 },
  )
type Change = 'run' | 'discard' | 'undo'
const change = (name: Change, { id, version }: { id: string; version: number }) =>
  test.call(letterboxImportsApi[name], { as: admin.token, body: { id, version } })
async function importAll(lines: string[]) {
  const ready = await give(lines)
  expect((await change('run', ready)).status).toBe(200)
  return settled(ready.id)
}
const at = (address: string) =>
  orm().select().from(letterboxes).where(eq(letterboxes.address, address))
const addressOf = (line: string) => line.split(';')[0] ?? ''

describe('a file', () => {
  it('is read in the background, says what would become of each row, and imports nothing', async () => {
    const [good, silent, bad] = [row(), row('47.37;8.54;;Ida;;ja'), row('8.54;47.37;;Ida;;')]
    const ready = await give([good, silent, bad])
    expect(ready).toMatchObject({
      status: 'ready',
      by: { name: 'Berta Muster' },
      counts: { create: 2, update: 0, rejected: 1, warnings: 1 },
      rejections: [{ line: 4, code: 'degrees_swapped' }],
      warnings: [{ line: 3, code: 'messaging_without_email' }],
      rows: [
        { line: 2, address: addressOf(good), effect: 'create' },
        { line: 3, effect: 'create', items: [] },
      ],
    })
    expect(ready.rows[0]?.items).toHaveLength(2)
    expect(await at(addressOf(good))).toEqual([])
  })

  it('that cannot be read says why', async () => {
    const failed = await give([], 'hello world')
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'columns_missing' } })
    expect((await change('run', failed)).error.code).toBe('wrong_status')
    expect((await change('discard', failed)).status).toBe(204)
    expect((await change('discard', failed)).status).toBe(404)
  })

  it('too large for the browser is refused', async () => {
    const content = 'YQ=='.repeat(1_800_000)
    const { status } = await test.call(letterboxImportsApi.check, {
      as: admin.token,
      body: { file_name: 'list.csv', content },
    })
    expect(status).toBe(413)
  })

  it('keeps nothing of persons once it is imported, and is forgotten when it never is', async () => {
    const importFile = await importAll([row('47.37;8.54;;Ida;ida@example.org;ja')])
    const [stored] = await orm().select().from(imports).where(eq(imports.id, importFile.id))
    expect([stored?.content, stored?.prepared]).toEqual([null, null])
    const waiting = await give([row()])
    const feature = test.deps.features.find(({ name }) => name === 'imports')
    await feature?.cleanUp?.(orm(), new Date(Date.now() + 8 * DAY_MS))
    const { query } = { query: { id: waiting.id } }
    const gone = await test.call(letterboxImportsApi.byId, { as: admin.token, query })
    expect([gone.status, (await byId(importFile.id)).status]).toEqual([404, 'done'])
  })
})

describe('importing', () => {
  it('writes what was read, shows it on the map, and is noted', async () => {
    const line = row()
    const importFile = await importAll([line, row('47.37;8.54;Hexenbesen;Ida;;')])
    expect(importFile).toMatchObject({ status: 'done', counts: { create: 1, rejected: 1 } })
    const [letterbox] = await at(addressOf(line))
    const { body } = await test.call(letterboxesApi.byId, {
      query: { letterbox_id: letterbox?.id ?? '' },
    })
    expect(body.items).toHaveLength(2)
    const audit = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject_id: importFile.id },
    })
    expect(audit.body.rows.map(({ verb }) => verb).sort()).toEqual(['create', 'run'])
  })

  it('is done once, whoever presses twice, and the second one sees what it is by now', async () => {
    const ready = await give([row()])
    const [one, two] = await Promise.all([change('run', ready), change('run', ready)])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const refused = one.status === 409 ? one : two
    expect(refused.error).toMatchObject({ code: 'changed_meanwhile' })
    expect((await settled(ready.id)).counts?.create).toBe(1)
  })

  it('compares anew with what has come meanwhile', async () => {
    const line = row()
    const [first, second] = [await give([line]), await give([line])]
    await change('run', first)
    await settled(first.id)
    await change('run', second)
    expect((await settled(second.id)).counts).toMatchObject({ create: 0, unchanged: 1 })
  })
})

describe('undoing', () => {
  it('takes away what was new and gives back what was changed', async () => {
    const line = row('47.37;8.54;Leiter;Ida;;')
    const first = await importAll([line])
    const moved = line.replace('47.37', '47.38').replace('Leiter', 'Beamer')
    const other = row()
    const second = await importAll([moved, other])
    expect(second.counts).toMatchObject({ create: 1, update: 1 })
    // The later one changed it.
    expect((await byId(first.id)).changed_since).toBe(1)
    const { status, body } = await test.call(letterboxImportsApi.undo, {
      as: admin.token,
      body: { id: second.id, version: second.version },
    })
    expect([status, body.status]).toEqual([200, 'undone'])
    const [letterbox] = await at(addressOf(line))
    expect([letterbox?.latitude, await at(addressOf(other))]).toEqual([47.37, []])
    const undone = await change('undo', await byId(first.id))
    expect([undone.status, await at(addressOf(line))]).toEqual([200, []])
    const undoneTwice = await change('undo', await byId(second.id))
    expect(undoneTwice.error.code).toBe('wrong_status')
  })

  it.each([
    ['took the account over', (id: string) => touchUser(id, { email_confirmed_at: new Date() })],
    ['moved it', (id: string) => touch(id, { latitude: 47.5 })],
    ['confirmed its spot', (id: string) => touch(id, { location_verified: true })],
    [
      'took a sticker off',
      (id: string) => orm().delete(letterbox_items).where(eq(letterbox_items.letterbox_id, id)),
    ],
    ['asked for something', (id: string) => ask(id)],
  ])('does nothing when somebody %s', async (_what, meddle) => {
    const [line, other] = [row(), row()]
    const importFile = await importAll([line, other])
    const [letterbox] = await at(addressOf(line))
    await meddle(letterbox?.id ?? '')
    expect((await byId(importFile.id)).changed_since).toBe(1)
    expect((await change('undo', importFile)).error.code).toBe('conflict')
    expect(await at(addressOf(other))).toHaveLength(1)
  })

  it('does not mind what has gone since', async () => {
    const [line, other] = [row(), row()]
    const importFile = await importAll([line, other])
    const [letterbox] = await at(addressOf(line))
    await orm()
      .delete(users)
      .where(eq(users.id, letterbox?.user_id ?? ''))
    expect((await change('undo', importFile)).status).toBe(200)
    expect(await at(addressOf(other))).toEqual([])
  })
})

const touch = (id: string, fields: Partial<typeof letterboxes.$inferInsert>) =>
  orm().update(letterboxes).set(fields).where(eq(letterboxes.id, id))

async function ownerOf(id: string): Promise<string> {
  const [letterbox] = await orm().select().from(letterboxes).where(eq(letterboxes.id, id))
  return letterbox?.user_id ?? ''
}

const touchUser = async (id: string, fields: Partial<typeof users.$inferInsert>) =>
  orm()
    .update(users)
    .set(fields)
    .where(eq(users.id, await ownerOf(id)))

async function ask(id: string) {
  const borrower = await createUser(orm())
  const sides = { borrower_id: borrower.id, renter_id: await ownerOf(id) }
  await orm()
    .insert(transactions)
    .values({ ...sides, item_id: 1 })
}
