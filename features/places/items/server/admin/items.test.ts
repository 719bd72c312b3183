import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { wishes } from '#features/lending/wishes/tables.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { letterboxItemsApi } from '#features/places/letterboxes/contract.items.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { stickerSheetApi } from '#features/places/letterboxes/sticker-sheet/contract.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import { ROOT } from '#platform/server/paths.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type AdminItem, adminItemsApi, type ItemContent } from '../../contract.admin.ts'
import { itemsApi } from '../../contract.ts'
import { item_artworks, items } from '../../tables.ts'
import { deleteForgotten } from '../artwork/artwork.queries.ts'
import { CATEGORY_COLOURS } from '../artwork/sticker-frame.ts'
import { readCatalogue, seedItems } from '../seed.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const api = adminItemsApi
let numbers = 0

function content(fields: Partial<ItemContent> = {}): ItemContent {
  const name = `Thing ${numbers++}`
  const names = { name_de: name, name_en: name, name_fr: name, name_it: name }
  return { ...names, synonyms: ['gadget'], category: 'party', sticker: true, ...fields }
}
const create = async (fields: Parameters<typeof content>[0] = {}) =>
  (await test.call(api.create, { as: admin.token, body: content(fields) })).body
const byId = async (id: number) =>
  (await test.call(api.byId, { as: admin.token, query: { id: `${id}` } })).body
const contentOf = ({
  name_de,
  name_en,
  name_fr,
  name_it,
  synonyms,
  category,
  sticker,
}: AdminItem) => ({
  name_de,
  name_en,
  name_fr,
  name_it,
  synonyms,
  category,
  sticker,
})
const update = (item: AdminItem, fields: Parameters<typeof content>[0]) =>
  test.call(api.update, {
    as: admin.token,
    body: { id: item.id, version: item.version, ...contentOf(item), ...fields },
  })
const deactivate = ({ id, version }: AdminItem) =>
  test.call(api.deactivate, { as: admin.token, body: { id, version } })
const merge = (from: AdminItem, into: AdminItem) =>
  test.call(api.merge, {
    as: admin.token,
    body: { id: from.id, version: from.version, into: into.id },
  })
const upload = async (file: string | Buffer, category: AdminItem['category'] = 'party') =>
  test.call(api.artwork, {
    as: admin.token,
    body: { file: Buffer.from(file).toString('base64'), category },
  })
const offered = async () => (await test.call(itemsApi.list)).body
const lastAct = async (id: number) =>
  (
    await orm()
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject_id, `${id}`))
  ).at(-1)
const stickersOf = async (letterbox: string) =>
  orm()
    .select({
      id: letterbox_items.item_id,
      copies: letterbox_items.copies,
      line: letterbox_items.line,
    })
    .from(letterbox_items)
    .where(eq(letterbox_items.letterbox_id, letterbox))
    .orderBy(letterbox_items.item_id)
const drawing = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${fill}" d="M0 0h9v9z"/></svg>`

describe('an item', () => {
  it('is added with a picture of its initial and can be chosen at once', async () => {
    const item = await create({ name_de: 'Überzelt', category: 'travel' })
    expect(item).toMatchObject({
      name_de: 'Überzelt',
      image_path: 'letter-travel-u.svg',
      active: true,
      version: 0,
      letterboxes: 0,
      requests: 0,
      uploaded: false,
      merged_into: null,
    })
    expect(item.id).toBeGreaterThan(10_000)
    const picture = await test.app.inject({ url: `/img/stickers/${item.image_path}` })
    expect([picture.statusCode, picture.body.includes(CATEGORY_COLOURS.travel)]).toEqual([
      200,
      true,
    ])
    expect((await offered()).map(({ id }) => id)).toContain(item.id)
    expect(await lastAct(item.id)).toMatchObject({
      verb: 'create',
      label: 'Überzelt',
      actor_id: admin.id,
      before: null,
      after: { name_de: 'Überzelt', category: 'travel' },
    })
  })

  it('is renamed in all languages, with its synonyms, and the audit log has the change', async () => {
    const item = await create()
    const { status, body } = await update(item, {
      name_de: 'Fackel',
      name_fr: 'Flambeau',
      synonyms: ['Kerze', 'Kerze', 'torch'],
    })
    expect([status, body.version, body.image_path]).toEqual([200, 1, 'letter-party-f.svg'])
    expect(body.synonyms).toEqual(['Kerze', 'torch'])
    const act = await lastAct(item.id)
    expect([act?.verb, act?.label]).toEqual(['update', 'Fackel'])
    expect(act?.before).toMatchObject({ name_de: item.name_de, synonyms: ['gadget'] })
    expect(act?.after).not.toHaveProperty('name_en')
  })

  it('has a unique name in every language', async () => {
    const item = await create()
    const contentWithTakenName = { ...content(), name_en: item.name_en.toUpperCase() }
    const first = await test.call(api.create, { as: admin.token, body: contentWithTakenName })
    expect([first.status, first.error.errors]).toEqual([422, { name_en: ['nameTaken'] }])
    const missing = { ...content(), name_it: ' ' }
    const second = await test.call(api.create, { as: admin.token, body: missing })
    expect(second.error.errors).toEqual({ name_it: ['errors.validation.name'] })
    expect((await update(item, {})).status).toBe(200)
  })

  it('is changed by one of two administrators at a time, and the other one gets the current item', async () => {
    const item = await create()
    const answers = [
      await update(item, { name_de: 'First' }),
      await update(item, { name_de: 'Late' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(answers[1]?.error.code).toBe('changed_meanwhile')
    expect(answers[1]?.error.current).toEqual(answers[0]?.body)
    expect((await byId(item.id)).name_de).toBe('First')
  })

  it('of the product keeps changes and additions when the server starts again', async () => {
    await seedItems(orm())
    const catalogueSize = (await readCatalogue()).length
    const added = await create()
    const [row] = await orm().select().from(items).where(eq(items.slug, 'drill'))
    const drill = await byId(row?.id ?? 0)
    const { body: renamed } = await update(drill, { name_de: 'Bohrer', category: 'garden' })
    await deactivate(renamed)
    const other = await byId(
      (await orm().select().from(items).where(eq(items.slug, 'tent')))[0]?.id ?? 0,
    )
    await merge(other, added)
    await seedItems(orm())
    expect(await byId(drill.id)).toMatchObject({
      name_de: 'Bohrer',
      category: 'garden',
      active: false,
    })
    expect(await byId(other.id)).toMatchObject({ active: false, merged_into: added.id })
    expect((await byId(added.id)).name_de).toBe(added.name_de)
    expect((await readCatalogue()).every(({ id }) => id <= 10_000)).toBe(true)
    expect(catalogueSize).toBeLessThan(10_000)
  })
})

describe('an item that is no longer offered', () => {
  it('stays with its owners, who can save their stickers and get requests for it', async () => {
    const [item, other] = [await create(), await create()]
    const ownerFields = { enable_messaging: true }
    const letterbox = await createLetterbox(orm(), { items: [item.id], ownerFields })
    const borrower = await createLetterbox(orm(), { ownerFields })
    const { body } = await deactivate(item)
    expect([body.active, body.letterboxes, (await lastAct(item.id))?.verb]).toEqual([
      ...[false, 1, 'deactivate'],
    ])
    const listed = (await offered()).find(({ id }) => id === item.id)
    expect(listed?.active).toBe(false)
    const query = { letterboxId: letterbox.id }
    expect(
      (await test.call(letterboxItemsApi.byLetterbox, { query })).body.map(({ id }) => id),
    ).toEqual([item.id])
    const save = (as: string, ids: number[]) =>
      test.call(letterboxesApi.updateItems, { as, body: { selected_items_id: ids } })
    expect((await save(letterbox.owner.token, [item.id, other.id])).status).toBe(200)
    expect((await save(borrower.owner.token, [item.id])).status).toBe(422)
    const requestBody = { renter_id: letterbox.owner.id, item_id: item.id, text: 'May I?' }
    const request = await test.call(requestsApi.create, {
      as: borrower.owner.token,
      body: requestBody,
    })
    expect(request.status).toBe(201)
  })

  it('leaves the list once no letterbox has it, and can come back', async () => {
    const { body } = await deactivate(await create())
    expect((await offered()).map(({ id }) => id)).not.toContain(body.id)
    const again = await deactivate(body)
    expect([again.status, again.error.code]).toEqual([409, 'conflict'])
    const back = { id: body.id, version: body.version }
    await test.call(api.activate, { as: admin.token, body: back })
    expect((await offered()).map(({ id }) => id)).toContain(body.id)
  })
})

describe('the order of items', () => {
  it('changes by one place within the category for everyone', async () => {
    const made = [await create({ category: 'kids' }), await create({ category: 'kids' })]
    const last = await create({ category: 'kids' })
    const kids = async () =>
      (await offered())
        .filter(({ id }) => [...made, last].some((item) => item.id === id))
        .map(({ id }) => id)
    const move = async (to: 'up' | 'down') => {
      const { id, version } = await byId(last.id)
      return test.call(api.move, { as: admin.token, body: { id, version, to } })
    }
    const [a = 0, b = 0] = made.map(({ id }) => id)
    expect(await kids()).toEqual([a, b, last.id])
    expect((await move('down')).status).toBe(409)
    await move('up')
    expect(await kids()).toEqual([a, last.id, b])
    await move('up')
    expect(await kids()).toEqual([last.id, a, b])
    await move('down')
    expect(await kids()).toEqual([a, last.id, b])
    expect((await lastAct(last.id))?.verb).toBe('sort')
    const newest = await create({ category: 'kids' })
    const listed = await test.call(api.list, { as: admin.token, query: { category: 'kids' } })
    expect(listed.body.rows.at(-1)?.id).toBe(newest.id)
  })
})

describe('the list of items', () => {
  it('is searched by name and synonym, filtered by category and state, and counts each use', async () => {
    const item = await create({
      name_fr: 'Écumoire',
      synonyms: ['Schaumlöffel'],
      category: 'kitchen',
    })
    await createLetterbox(orm(), { items: [item.id] })
    const find = async (
      query: NonNullable<Parameters<typeof test.call<typeof api.list>>[1]>['query'],
    ) => (await test.call(api.list, { as: admin.token, query })).body.rows.map(({ id }) => id)
    for (const search of ['ÉCUMOIRE', 'schauml']) expect(await find({ search })).toEqual([item.id])
    expect(await find({ search: 'Écumoire', category: 'tools' })).toEqual([])
    expect(await find({ search: 'Écumoire', status: 'inactive' })).toEqual([])
    const sorted = async (sort: 'letterboxes' | '-letterboxes') =>
      (await test.call(api.list, { as: admin.token, query: { sort, size: '200' } })).body.rows.map(
        ({ letterboxes }) => letterboxes,
      )
    const counts = await sorted('letterboxes')
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(await sorted('-letterboxes')).toEqual(counts.reverse())
    expect((await byId(item.id)).letterboxes).toBe(1)
  })
})

describe('merging two items', () => {
  const status = 'handed_over' as const
  const loan = { status, lent: '[2026-01-01,)', copy: 0 }

  it('moves letterboxes, requests, loans and wishes, each once, and loses nothing', async () => {
    const [from, into] = [await create({ synonyms: ['alt'] }), await create({ synonyms: [] })]
    const one = await createLetterbox(orm(), { items: [from.id] })
    const both = await createLetterbox(orm(), { items: [from.id, into.id] })
    const say = (item_id: number, line: string) =>
      orm().update(letterbox_items).set({ line }).where(eq(letterbox_items.item_id, item_id))
    await say(from.id, '3 m')
    await say(into.id, 'Of the one that stays')
    const borrower = await createUser(orm())
    const sides = { borrower_id: borrower.id, lender_id: both.owner.id }
    const insert = async (item_id: number) =>
      (
        await orm()
          .insert(transactions)
          .values({ ...sides, ...loan, item_id })
          .returning()
      )[0]?.id
    const loans = [await insert(from.id), await insert(into.id)]
    await orm()
      .insert(transactions)
      .values({ ...sides, item_id: from.id })
    const place = {
      latitude: 1,
      longitude: 1,
      radius: 500,
      expires_at: new Date(Date.now() + DAY_MS),
    }
    const wish = { ...place, lang: 'de', confirmed_at: new Date() } as const
    await orm()
      .insert(wishes)
      .values([
        { ...wish, user_id: borrower.id, item_id: from.id },
        { ...wish, user_id: borrower.id, item_id: into.id },
        { ...wish, user_id: one.owner.id, item_id: from.id },
        { ...wish, email: 'A@example.org', item_id: from.id },
        { ...wish, email: 'a@example.org', item_id: into.id },
      ])
    const numbers = { letterboxes: 2, both: 1, requests: 2, running: 1, wishes: 3 }
    const preview = { id: `${from.id}`, into: `${into.id}` }
    const answer = await test.call(api.mergePreview, { as: admin.token, query: preview })
    expect(answer.body).toEqual(numbers)

    const { status: code, body } = await merge(from, into)
    expect([code, body.id, body.letterboxes, body.requests]).toEqual([200, into.id, 2, 3])
    expect(body.synonyms).toEqual([from.name_de, 'alt'])
    expect(await stickersOf(one.id)).toEqual([{ id: into.id, copies: 1, line: '3 m' }])
    // Both are lent out at once, so there are two.
    expect(await stickersOf(both.id)).toEqual([
      { id: into.id, copies: 2, line: 'Of the one that stays' },
    ])
    const running = await orm()
      .select()
      .from(transactions)
      .where(and(eq(transactions.item_id, into.id), eq(transactions.status, status)))
    expect(running.map(({ id, copy }) => [id, copy]).sort()).toEqual(
      [
        [loans[0], 1],
        [loans[1], 0],
      ].sort(),
    )
    const wished = await orm().select().from(wishes).where(eq(wishes.item_id, into.id))
    expect(wished).toHaveLength(3)
    for (const table of [letterbox_items, transactions, wishes])
      expect(await orm().select().from(table).where(eq(table.item_id, from.id))).toEqual([])
    expect(await byId(from.id)).toMatchObject({ active: false, merged_into: into.id })
    expect(await lastAct(from.id)).toMatchObject({
      verb: 'merge',
      label: from.name_de,
      after: { into: into.name_de, ...numbers },
    })
  })

  it('redirects links that filter by the old item, past several merges, and keeps other parameters', async () => {
    const [first, second, other] = [await create(), await create(), await create()]
    await merge(first, second)
    const last = await create()
    await merge(await byId(second.id), last)
    const link = (stickers: unknown[]) => `/?lat=47.1&sticker=${stickers.join(',')}`
    const old = await test.app.inject(link([first.id, other.id, second.id]))
    expect(old.statusCode).toBe(302)
    expect(old.headers.location).toBe(`/?lat=47.1&sticker=${last.id}%2C${other.id}`)
    for (const asItIs of [link([last.id, other.id]), link(['99999']), link(['1 or 1'])]) {
      expect((await test.app.inject(asItIs)).statusCode).toBe(200)
    }
  })

  it('updates the map of every process', async () => {
    const [from, into] = [await create(), await create()]
    const letterbox = await createLetterbox(orm(), { items: [from.id] })
    const second = await createTestApp({ sharing: test })
    try {
      await merge(from, into)
      for (const { deps } of [test, second]) {
        await expect
          .poll(() => {
            const nearest = deps.letterboxFeed.index.nearest({
              stickerId: into.id,
              limit: 5,
              from: { latitude: 47.37, longitude: 8.54 },
              box: {
                southWest: { latitude: 47, longitude: 8 },
                northEast: { latitude: 48, longitude: 9 },
              },
            })
            return nearest.letterboxes.map(({ id }) => id)
          })
          .toEqual([letterbox.id])
      }
    } finally {
      await second.close()
    }
  })

  it('redirects stickers saved with the old id and earlier merges', async () => {
    const [a, b, c] = [await create(), await create(), await create()]
    await merge(a, b)
    await merge(await byId(b.id), c)
    expect((await byId(a.id)).merged_into).toBe(c.id)
    const letterbox = await createLetterbox(orm())
    const body = { selected_items_id: [a.id, c.id] }
    await test.call(letterboxesApi.updateItems, { as: letterbox.owner.token, body })
    expect(await stickersOf(letterbox.id)).toEqual([{ id: c.id, copies: 1, line: null }])
  })

  it('is refused with itself, with a merged item and with an outdated version', async () => {
    const [a, b, c] = [await create(), await create(), await create()]
    expect((await merge(a, a)).error.code).toBe('conflict')
    expect((await merge({ ...a, version: 7 }, b)).error.code).toBe('changed_meanwhile')
    await merge(a, b)
    expect((await merge(c, a)).error.code).toBe('conflict')
    expect((await merge(await byId(a.id), c)).error.code).toBe('conflict')
    expect((await update(await byId(a.id), {})).error.code).toBe('conflict')
    expect((await merge(c, { ...c, id: 31_000 })).status).toBe(404)
  })
})

describe('a picture of an item', () => {
  it('is stored with its item, cached forever and cannot run code', async () => {
    const { body, status } = await upload(drawing('red'))
    expect([status, body.image_path]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}\.svg$/)])
    const item = await create({ artwork: body.image_path })
    expect([item.image_path, item.uploaded]).toEqual([body.image_path, true])
    const { headers, body: file } = await test.app.inject({
      url: `/img/stickers/${body.image_path}`,
    })
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy':
        "default-src 'none';base-uri 'none';frame-ancestors 'none';object-src 'none';sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(file).toContain('fill="red"')
    // The old URL still works after the picture was replaced.
    const next = (await upload(drawing('blue'))).body.image_path
    const { body: changed } = await update(item, { artwork: next })
    expect(changed.image_path).toBe(next)
    await deleteForgotten(orm(), new Date(Date.now() + 2 * DAY_MS))
    expect((await test.app.inject({ url: `/img/stickers/${body.image_path}` })).statusCode).toBe(
      200,
    )
    const { body: plain } = await update(changed, { artwork: null })
    expect(plain.image_path).toMatch(/^letter-party-t\.svg$/)
  })

  it('gets the colour of the new category', async () => {
    const item = await create({ artwork: (await upload(drawing('red'))).body.image_path })
    const { body } = await update(item, { category: 'garden' })
    expect(body.image_path).not.toBe(item.image_path)
    const file = await test.app.inject({ url: `/img/stickers/${body.image_path}` })
    expect(file.body).toContain(CATEGORY_COLOURS.garden)
  })

  it('is deleted after a day if no item has it', async () => {
    const path = (await upload(drawing('green'))).body.image_path
    const there = () => orm().select().from(item_artworks).where(eq(item_artworks.path, path))
    await deleteForgotten(orm(), new Date())
    expect(await there()).toHaveLength(1)
    await deleteForgotten(orm(), new Date(Date.now() + 2 * DAY_MS))
    expect(await there()).toHaveLength(0)
    const body = content({ artwork: path })
    const { status, error } = await test.call(api.create, { as: admin.token, body })
    expect([status, error.errors]).toEqual([422, { artwork: ['errors.validation.invalid'] }])
  })

  it('is refused with the reason', async () => {
    const { status, error } = await upload('GIF89a')
    expect([status, error.errors]).toEqual([422, { file: ['unreadable'] }])
    expect((await upload(Buffer.alloc(1_600_000))).status).toBe(413)
  })

  it('is printed on the sheet, and so is an initial', async () => {
    const drawn = await create({ artwork: (await upload(drawing('red'))).body.image_path })
    const initial = await create()
    const sheet = async (ids: number[]) => {
      const { owner } = await createLetterbox(orm(), { items: ids })
      const headers = { authorization: `Bearer ${owner.token}` }
      const url = `/api/v1${stickerSheetApi.stickerSheet.path}`
      return (await test.app.inject({ url, headers })).rawPayload
    }
    expect((await sheet([drawn.id])).includes('/Subtype /Image')).toBe(true)
    const withInitial = (await sheet([initial.id])).length
    await orm().update(items).set({ image_path: 'none.svg' }).where(eq(items.id, initial.id))
    expect(withInitial).toBeGreaterThan((await sheet([initial.id])).length)
  })

  it('has the colours of the catalogue', () => {
    const file = join(ROOT, 'scripts', 'stickers', 'categories.json')
    expect(CATEGORY_COLOURS).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })
})

it('the administration of items is hidden from members and refused to moderators', async () => {
  const item = await create()
  const moderator = await createUser(orm(), { role_id: 2 })
  for (const as of [undefined, (await createUser(orm())).token, moderator.token]) {
    const caller = as ? { as } : {}
    const body = { id: item.id, version: item.version }
    const answers = [
      await test.call(api.list, caller),
      await test.call(api.byId, { query: { id: `${item.id}` }, ...caller }),
      await test.call(api.create, { body: content(), ...caller }),
      await test.call(api.update, { body: { ...body, ...content() }, ...caller }),
      await test.call(api.deactivate, { body, ...caller }),
      await test.call(api.move, { body: { ...body, to: 'up' }, ...caller }),
      await test.call(api.merge, { body: { ...body, into: 1 }, ...caller }),
      await test.call(api.artwork, { body: { file: 'AAAA', category: 'kids' }, ...caller }),
    ]
    const code = as === moderator.token ? 'task_missing' : 'not_found'
    expect(answers.map(({ error }) => error.code)).toEqual(Array(8).fill(code))
  }
  expect(await byId(item.id)).toEqual(item)
})
