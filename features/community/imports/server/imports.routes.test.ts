import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { seedItems } from '#features/places/items/server/seed.ts'
import { adminLetterboxesApi } from '#features/places/letterboxes/contract.admin.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { csvLine } from '#platform/shared/input/csv.ts'
import { letterboxImportsApi } from '../contract.admin.ts'
import type { Column } from '../import-columns.ts'
import { rejectsLines } from '../rejects.ts'
import { imports } from '../tables.ts'
import { sentenceOf } from './import-words.ts'

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
/** A unique row for each test. */
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
    // Below the rate limit of a visitor.
    { timeout: 20_000, interval: 200 },
  )
type Change = 'run' | 'discard' | 'undo'
const change = (name: Change, { id, version }: { id: string; version: number }) =>
  test.call(letterboxImportsApi[name], { as: admin.token, body: { id, version } })
async function choose(
  { id, version }: { id: string; version: number },
  choices: { columns?: Record<string, Column | null>; items?: Record<string, number | null> },
) {
  const body = { id, version, ...choices }
  const { status } = await test.call(letterboxImportsApi.choose, { as: admin.token, body })
  expect(status).toBe(200)
  return settled(id)
}
async function importAll(lines: string[]) {
  const ready = await give(lines)
  expect((await change('run', ready)).status).toBe(200)
  return settled(ready.id)
}
const at = (address: string) =>
  orm().select().from(letterboxes).where(eq(letterboxes.address, address))
const addressOf = (line: string) => line.split(';')[0] ?? ''

it('an imported letterbox has neither a confirmation date nor a last visit of its owner', async () => {
  const line = row()
  expect((await importAll([line])).status).toBe('done')
  const [letterbox] = await at(addressOf(line))
  const id = letterbox?.id ?? ''
  const shown = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
  expect(shown.body.items.length).toBeGreaterThan(0)
  expect(shown.body).toMatchObject({ items_confirmed_at: null, active: false })
  const ofStaff = await test.call(adminLetterboxesApi.byId, { as: admin.token, query: { id } })
  expect(ofStaff.body).toMatchObject({ items_confirmed_at: null, owner: { last_seen_at: null } })
  const owner = await test.call(adminUsersApi.byId, {
    as: admin.token,
    query: { id: letterbox?.user_id ?? '' },
  })
  expect(owner.body.last_seen).toBeNull()
})

describe('a file', () => {
  it('is checked in the background with an effect for each row, and nothing is imported', async () => {
    const [good, silent, bad] = [row(), row('47.37;8.54;;Ida;;ja'), row('8.54;47.37;;Ida;;')]
    const ready = await give([good, silent, bad])
    expect(ready).toMatchObject({
      status: 'ready',
      by: { name: 'Berta Muster' },
      counts: { create: 2, update: 0, rejected: 1, warnings: 1 },
      rejections: [{ code: 'degrees_swapped', count: 1, rows: [{ line: 4 }] }],
      warnings: [{ code: 'messaging_without_email', count: 1, rows: [{ line: 3 }] }],
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

  it('above the size limit of one call is refused', async () => {
    const content = 'YQ=='.repeat(3_600_000)
    const { status } = await test.call(letterboxImportsApi.check, {
      as: admin.token,
      body: { file_name: 'list.csv', content },
    })
    expect(status).toBe(413)
  })

  it('loses its personal data once it is imported, and is deleted if it never is', async () => {
    const importFile = await importAll([row('47.37;8.54;;Ida;ida@example.org;ja')])
    const [stored] = await orm().select().from(imports).where(eq(imports.id, importFile.id))
    expect([stored?.content, stored?.prepared]).toEqual([null, null])
    const waiting = await give([row()])
    await cleanUp(test.deps, new Date(Date.now() + 8 * DAY_MS))
    const { query } = { query: { id: waiting.id } }
    const gone = await test.call(letterboxImportsApi.byId, { as: admin.token, query })
    expect([gone.status, (await byId(importFile.id)).status]).toEqual([404, 'done'])
  })
})

describe('a problem of a file', () => {
  const odd = () => [
    row('47.37;8.54;Leitr;Ida;;'),
    row('47.37;8.54;leitr, Beamer;Ida;;'),
    row('47.37;8.54;Leitr;Ida;;vielleicht'),
    row('8.54;47.37;;Ida;;'),
  ]

  it('is listed once for all rows, the most frequent first', async () => {
    const ready = await give(odd())
    expect(ready.counts).toMatchObject({ create: 3, rejected: 1, warnings: 4 })
    expect(ready.warnings).toMatchObject([
      { code: 'item_unknown_suggested', count: 3, values: { suggestion: 'Leiter', item_id: '1' } },
      { code: 'messaging_unclear', count: 1 },
    ])
    expect(ready.warnings[0]?.rows.map(({ line }) => line)).toEqual([2, 3, 4])
  })

  it('is settled for all rows by one choice, which persists', async () => {
    const ready = await give(odd())
    const chosen = await choose(ready, { items: { LEITR: 1 } })
    expect(chosen.warnings).toMatchObject([{ code: 'messaging_unclear' }])
    expect(chosen.rows.map(({ items }) => items.length)).toEqual([1, 2, 1])
    const again = await choose(chosen, { columns: { 8: null } })
    expect(again.counts).toMatchObject({ warnings: 0 })
    expect(again.columns[8]).toEqual({
      index: 8,
      name: 'messaging',
      sample: 'vielleicht',
      column: null,
    })
    const leftAway = await choose(again, { items: { Leitr: null } })
    expect(leftAway.rows.map(({ items }) => items.length)).toEqual([0, 1, 0])
    expect(leftAway.counts).toMatchObject({ warnings: 0 })
  })

  it('may be unknown column names, which are mapped by hand', async () => {
    const failed = await give([], 'Wohnhaft;PLZ;Wo\nTestweg 900;8004;Zürich')
    expect(failed).toMatchObject({
      status: 'failed',
      failure: { code: 'columns_missing', values: { columns: 'address, city' } },
      columns: [
        { index: 0, name: 'Wohnhaft', sample: 'Testweg 900', column: null },
        { index: 1, name: 'PLZ', column: 'postcode' },
        { index: 2, name: 'Wo', column: null },
      ],
    })
    const ready = await choose(failed, { columns: { 0: 'address', 2: 'city' } })
    expect(ready).toMatchObject({
      status: 'ready',
      failure: null,
      notices: [],
      counts: { create: 1 },
    })
    const twice = await choose(ready, { columns: { 2: 'address' } })
    expect(twice).toMatchObject({ status: 'failed', failure: { code: 'columns_missing' } })
  })

  it('is settled once when two callers choose at the same time', async () => {
    const ready = await give(odd())
    const body = { id: ready.id, version: ready.version, items: { Leitr: 1 } }
    const one = () => test.call(letterboxImportsApi.choose, { as: admin.token, body })
    const answers = await Promise.all([one(), one()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await settled(ready.id)
  })
})

describe('rejected rows', () => {
  const rejectsOf = async (id: string) =>
    (await test.call(letterboxImportsApi.rejects, { as: admin.token, query: { id } })).body

  it('are returned as they stand in the file, before and after the import, and can be corrected', async () => {
    const [good, bad] = [row(), row('=8.54;47.37;;Ida;;')]
    const ready = await give([good, bad])
    const rejects = await rejectsOf(ready.id)
    expect(rejects).toMatchObject({
      header: HEADER.split(';'),
      rows: [{ line: 3, code: 'degrees_unusable', record: bad.split(';') }],
    })
    await change('run', ready)
    const done = await settled(ready.id)
    expect(done.rejections).toMatchObject([{ code: 'degrees_unusable', count: 1 }])
    expect(await rejectsOf(ready.id)).toEqual(rejects)

    // Saved, corrected and imported again: the extra columns are ignored.
    const lines = rejectsLines(rejects, sentenceOf).map(csvLine)
    expect(lines[1]).toContain(";'=8.54;47.37;")
    const corrected = lines.join('').replace("'=8.54;47.37", '47.37;8.54')
    expect(await give([], corrected)).toMatchObject({
      counts: { create: 1, rejected: 0, warnings: 0 },
      notices: [],
    })
    await cleanUp(test.deps, new Date(Date.now() + 8 * DAY_MS))
    expect((await rejectsOf(ready.id)).rows).toEqual([])
    expect((await byId(ready.id)).rejections).toEqual([])
  })

  it('are listed page by page, and filtered by problem, line or text', async () => {
    const lines = Array.from({ length: 25 }, () => row('8.54;47.37;;Ida;;'))
    const other = row('47.37;;;Zoe;;')
    const ready = await give([...lines, other, row('47.37;8.54;Leitr;Ida;;')])
    const ask = async (query: object) => {
      const asked = { id: ready.id, kind: 'rejections', ...query } as const
      return (await test.call(letterboxImportsApi.problems, { as: admin.token, query: asked })).body
    }
    const first = await ask({ size: '20' })
    expect([first.rows.length, first.total]).toEqual([20, 26])
    expect(first.rows[0]).toMatchObject({ line: 2, record: lines[0]?.split(';') })
    const second = await ask({ size: '20', page: '2' })
    expect(second.rows.map(({ line }) => line)).toEqual([22, 23, 24, 25, 26, 27])
    expect(await ask({ code: 'degrees_missing' })).toMatchObject({ total: 1, rows: [{ line: 27 }] })
    const byLine = await ask({ search: '27' })
    expect(byLine.rows.map(({ line }) => line)).toContain(27)
    expect(byLine.total).toBeLessThan(26)
    expect(await ask({ search: 'zoe' })).toMatchObject({ total: 1 })
    expect(await ask({ search: '%' })).toMatchObject({ total: 0 })
    const remarks = await ask({ kind: 'warnings', search: 'leitr' })
    expect(remarks).toMatchObject({
      total: 1,
      rows: [{ code: 'item_unknown_suggested', record: null }],
    })
  })

  it('include distant ones that the caller leaves out', async () => {
    const near = Array.from({ length: 9 }, () => row('47.37;8.54;;;;'))
    const far = row('46.2;6.14;;;;')
    const ready = await give([...near, far])
    expect(ready.far).toMatchObject([
      { line: 11, address: addressOf(far), latitude: 46.2, longitude: 6.14, kilometres: 224 },
    ])
    const body = { id: ready.id, version: ready.version, left_out: [11] }
    await test.call(letterboxImportsApi.run, { as: admin.token, body })
    const done = await settled(ready.id)
    expect(done.counts).toMatchObject({ create: 9, rejected: 1, warnings: 0 })
    expect(await at(addressOf(far))).toEqual([])
    expect((await rejectsOf(ready.id)).rows).toMatchObject([{ line: 11, code: 'left_out' }])
  })
})

describe('a file in parts', () => {
  const text = [HEADER, row(), row()].join('\n').padEnd(240, '\n')
  const part = (from: number, to?: number) =>
    Buffer.from(text).subarray(from, to).toString('base64')
  const begin = async () =>
    (
      await test.call(letterboxImportsApi.check, {
        as: admin.token,
        body: { file_name: 'list.csv', content: part(0, 90), is_part: true },
      })
    ).body
  const append = (id: string, offset: number, content: string, is_last = false, as = admin.token) =>
    test.call(letterboxImportsApi.append, { as, body: { id, offset, content, is_last } })

  it('is checked after its last part, even if a part is sent twice', async () => {
    const { id, status } = await begin()
    expect(status).toBe('receiving')
    expect((await append(id, 90, part(90, 150))).body.status).toBe('receiving')
    expect((await append(id, 90, part(90, 150))).body.status).toBe('receiving')
    expect((await append(id, 150, part(150), true)).status).toBe(200)
    expect((await append(id, 150, part(150), true)).status).toBe(200)
    expect(await settled(id)).toMatchObject({ status: 'ready', counts: { create: 2 } })
    expect((await append(id, 240, part(0, 3))).error.code).toBe('wrong_status')
  })

  it('refuses a part that does not follow, and parts of another account', async () => {
    const current = await begin()
    expect((await append(current.id, 150, part(150))).error.code).toBe('conflict')
    const other = await createUser(orm(), { role_id: 3 })
    expect((await append(current.id, 90, part(90), true, other.token)).status).toBe(404)
    expect((await change('discard', current)).status).toBe(204)
  })
})

describe('importing', () => {
  it('writes the rows, shows the letterboxes on the map, and is logged', async () => {
    const line = row()
    const importFile = await importAll([line, row('8.54;47.37;;Ida;;')])
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

  it('runs once when two callers start it, and the second one gets a 409', async () => {
    const ready = await give([row()])
    const [one, two] = await Promise.all([change('run', ready), change('run', ready)])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const refused = one.status === 409 ? one : two
    expect(refused.error).toMatchObject({ code: 'changed_meanwhile' })
    expect((await settled(ready.id)).counts?.create).toBe(1)
  })

  it('compares its rows again with what was imported meanwhile', async () => {
    const line = row()
    const [first, second] = [await give([line]), await give([line])]
    await change('run', first)
    await settled(first.id)
    await change('run', second)
    expect((await settled(second.id)).counts).toMatchObject({ create: 0, unchanged: 1 })
  })
})

describe('undoing', () => {
  it('deletes new letterboxes and restores changed ones', async () => {
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

  it('removes the e-mail address that a corrected file brought', async () => {
    const line = row('47.37;8.54;;Ida;ida.neu@example.org;ja')
    await importAll([line.replace('@', ' at ')])
    const second = await importAll([line])
    expect(second.counts).toMatchObject({ update: 1 })
    const emailOf = async () => {
      const [letterbox] = await at(addressOf(line))
      const rows = await orm()
        .select()
        .from(users)
        .where(eq(users.id, letterbox?.user_id ?? ''))
      return rows.map(({ email, enable_messaging }) => [email, enable_messaging])
    }
    expect(await emailOf()).toEqual([['ida.neu@example.org', true]])
    expect((await change('undo', second)).status).toBe(200)
    expect(await emailOf()).toEqual([[null, false]])
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
  ])('keeps a letterbox and reverts the rest after a person %s', async (_what, meddle) => {
    const [line, other] = [row(), row()]
    const importFile = await importAll([line, other])
    const [letterbox] = await at(addressOf(line))
    await meddle(letterbox?.id ?? '')
    const kept = [{ id: letterbox?.id, address: addressOf(line) }]
    expect(await byId(importFile.id)).toMatchObject({ changed_since: 1, kept })
    expect((await change('undo', importFile)).status).toBe(200)
    expect(await byId(importFile.id)).toMatchObject({ status: 'undone', kept })
    expect([await at(addressOf(line)), await at(addressOf(other))]).toMatchObject([[{}], []])
  })

  it('is refused if every letterbox has changed since', async () => {
    const line = row()
    const importFile = await importAll([line])
    const [letterbox] = await at(addressOf(line))
    await touch(letterbox?.id ?? '', { latitude: 47.5 })
    expect((await change('undo', importFile)).error.code).toBe('conflict')
    expect((await byId(importFile.id)).status).toBe('done')
  })

  it('skips letterboxes that are gone since', async () => {
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
  const sides = { borrower_id: borrower.id, lender_id: await ownerOf(id) }
  await orm()
    .insert(transactions)
    .values({ ...sides, item_id: 1 })
}
