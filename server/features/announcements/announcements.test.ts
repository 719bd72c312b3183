import { ROLE_ID } from '@letterlend/contract/accounts.ts'
import { type Announcement, announcementsApi } from '@letterlend/contract/announcements.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { announcement_views, announcements, users } from '../../db/schema.ts'
import { createUser, type TestUser } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let admin: TestUser
let reader: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: ROLE_ID.admin })
})
beforeEach(async () => {
  await orm().delete(announcements)
  reader = await createUser(orm())
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const YES = JSON.stringify([{ name: 'Yes', name_de: 'Ja', name_fr: 'Oui', emit: 'yes' }])

async function announce(
  fields: Partial<typeof announcements.$inferInsert> = {},
): Promise<Announcement> {
  const [row] = await orm()
    .insert(announcements)
    .values({ title: 'Street party', content: 'On **Sunday**.', ...fields })
    .returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row
}

const firstUnseen = async (user: TestUser) =>
  (await test.call(announcementsApi.getFirstUnseen, { as: user.token })).body
const mark = (user: TestUser, id: number, answer?: boolean | null) =>
  test.call(announcementsApi.markAsSeen, {
    as: user.token,
    body: { id, ...(answer !== undefined && { answer }) },
  })
const answerOf = async (user: TestUser) => {
  const [view] = await orm()
    .select({ answer: announcement_views.answer })
    .from(announcement_views)
    .where(eq(announcement_views.user_id, user.id))
  return view?.answer
}

describe('GET /announcements/getFirstUnseen', () => {
  it('goes through what the user has not seen, the oldest first, then answers null', async () => {
    const first = await announce({ title_de: 'Strassenfest', actions: YES, closeable: false })
    await announce({ active: false })
    const last = await announce()
    expect(await firstUnseen(reader)).toEqual({
      id: first.id,
      title: 'Street party',
      title_de: 'Strassenfest',
      title_fr: null,
      content: 'On **Sunday**.',
      content_de: null,
      content_fr: null,
      closeable: false,
      actions: YES,
    })
    await mark(reader, first.id, true)
    expect(await firstUnseen(reader)).toMatchObject({ id: last.id })
    await mark(reader, last.id)
    expect(await firstUnseen(reader)).toBeNull()
    expect(await firstUnseen(await createUser(orm()))).toMatchObject({ id: first.id })
  })

  it('needs a login', async () => {
    expect((await test.call(announcementsApi.getFirstUnseen)).status).toBe(401)
  })
})

describe('GET /announcements/getById', () => {
  it('answers a seen one again, and 404 for a retired or unknown one', async () => {
    const { id } = await announce()
    await mark(reader, id)
    const get = (query: { id: number }) =>
      test.call(announcementsApi.getById, { as: reader.token, query })
    expect((await get({ id })).body).toMatchObject({ id, title: 'Street party' })
    expect((await get({ id: id + 1 })).status).toBe(404)
    await orm().update(announcements).set({ active: false })
    expect((await get({ id })).status).toBe(404)
  })

  it('needs a login and a number', async () => {
    expect((await test.call(announcementsApi.getById, { query: { id: 1 } })).status).toBe(401)
    for (const id of ['one', '1.5', '0', '99999999999']) {
      const answer = await test.call(announcementsApi.getById, {
        as: reader.token,
        query: { id },
      })
      expect(answer.status, id).toBe(400)
    }
  })
})

describe('POST /announcements/markAsSeen', () => {
  it('keeps yes, no or nothing; closing it later does not take an answer back', async () => {
    const { id } = await announce()
    expect((await mark(reader, id)).status).toBe(204)
    expect(await answerOf(reader)).toBeNull()
    await mark(reader, id, true)
    await mark(reader, id, null)
    expect(await answerOf(reader)).toBe(true)
    await mark(reader, id, false)
    expect(await answerOf(reader)).toBe(false)
  })

  it('is about the own account only and goes with it', async () => {
    const { id } = await announce()
    await mark(reader, id, true)
    const other = await createUser(orm())
    expect(await answerOf(other)).toBeUndefined()
    expect(await firstUnseen(other)).toMatchObject({ id })
    await orm().delete(users).where(eq(users.id, reader.id))
    expect(await orm().select().from(announcement_views)).toEqual([])
  })

  it('can still be done for one that was retired meanwhile', async () => {
    const { id } = await announce({ active: false })
    expect((await mark(reader, id, true)).status).toBe(204)
  })

  it('needs a login, a known number and a clear answer', async () => {
    const { id } = await announce()
    expect((await test.call(announcementsApi.markAsSeen, { body: { id } })).status).toBe(401)
    expect((await mark(reader, id + 1)).status).toBe(404)
    expect((await mark(reader, id, 'maybe' as unknown as boolean)).status).toBe(422)
    expect((await mark(reader, 0)).status).toBe(422)
  })
})

describe('what admins do', () => {
  const text = { title: 'Repair café', content: 'Bring what is *broken*.' }
  const create = (body: Record<string, unknown> = {}) =>
    test.call(announcementsApi.create, { as: admin.token, body: { ...text, ...body } })

  it('write, change and retire an announcement, and see its answers', async () => {
    const { status, body } = await create({ title_fr: 'Café de réparation', actions: YES })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...text, title_de: null, active: true, closeable: true, seen: 0 })
    expect(body.id).toBeGreaterThan(2)
    const { id } = body
    expect(await firstUnseen(reader)).toMatchObject({ id, title_fr: 'Café de réparation' })

    await mark(reader, id, true)
    await mark(await createUser(orm()), id, false)
    await mark(await createUser(orm()), id)
    const changed = await test.call(announcementsApi.update, {
      as: admin.token,
      body: { id, title: 'Repair café on Friday' },
    })
    expect(changed.body).toMatchObject({
      title: 'Repair café on Friday',
      content: text.content,
      actions: YES,
      seen: 3,
      answered_yes: 1,
      answered_no: 1,
    })

    await test.call(announcementsApi.retire, { as: admin.token, body: { id } })
    expect(await firstUnseen(await createUser(orm()))).toBeNull()
    const list = await test.call(announcementsApi.list, { as: admin.token })
    expect(list.body).toMatchObject([{ id, active: false, seen: 3 }])
  })

  it('ask for 1 or 2, whose link switches messages on, once', async () => {
    expect((await create({ id: 1 })).body.id).toBe(1)
    expect((await create({ id: 1 })).status).toBe(409)
    expect((await create({ id: 3 })).status).toBe(422)
  })

  it.each([
    ['no title', { title: ' ' }],
    ['no content', { content: '' }],
    ['text that is too long', { content_de: 'x'.repeat(10_001) }],
    ['buttons that are no JSON', { actions: '[{' }],
    ['buttons that are no list', { actions: '{}' }],
    ['a button without a name', { actions: '[{"emit":"yes"}]' }],
    ['a colour with more than a colour', { actions: '[{"name":"A","color":"red;x:y"}]' }],
    ['too many buttons', { actions: JSON.stringify(Array(5).fill({ name: 'A' })) }],
  ])('are refused %s', async (_what, wrong) => {
    expect((await create(wrong)).status).toBe(422)
    const { id } = await announce()
    const update = await test.call(announcementsApi.update, {
      as: admin.token,
      body: { id, ...wrong },
    })
    expect(update.status).toBe(422)
  })

  it('are told when there is no such announcement', async () => {
    for (const endpoint of [announcementsApi.update, announcementsApi.retire]) {
      expect((await test.call(endpoint, { as: admin.token, body: { id: 999 } })).status).toBe(404)
    }
  })

  it('are theirs alone', async () => {
    const { list, create: make, update, retire } = announcementsApi
    for (const as of [undefined, reader.token]) {
      const caller = as ? { as } : {}
      const answers = [
        await test.call(list, caller),
        await test.call(make, { ...caller, body: text }),
        await test.call(update, { ...caller, body: { id: 1 } }),
        await test.call(retire, { ...caller, body: { id: 1 } }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(as ? 403 : 401))
    }
  })
})
