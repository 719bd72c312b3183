import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { type Announcement, announcementsApi } from '../contract.ts'
import { announcement_views, announcements } from '../tables.ts'

let test: TestApp
let reader: TestUser
beforeAll(async () => {
  test = await createTestApp()
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
    body: { id, answer },
  })
const answerOf = async (user: TestUser) => {
  const [view] = await orm()
    .select({ answer: announcement_views.answer })
    .from(announcement_views)
    .where(eq(announcement_views.user_id, user.id))
  return view?.answer
}

describe('GET /announcements/getFirstUnseen', () => {
  it('returns unseen announcements, the oldest first, then null', async () => {
    const first = await announce({ title_de: 'Strassenfest', actions: YES, closeable: false })
    await announce({ active: false })
    await announce({ active: false, retired_at: new Date() })
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

  it('returns one in a single language; the database refuses a half-translated one', async () => {
    const french = { title_fr: 'Fête', content_fr: 'Samedi.' }
    const { id } = await announce({ title: null, content: null, ...french })
    expect(await firstUnseen(reader)).toMatchObject({ id, title: null, ...french })
    await expect(
      announce({ title: null, content: 'On Sunday.', title_fr: 'Fête' }),
    ).rejects.toThrow()
  })

  it('returns 401 without a login', async () => {
    expect((await test.call(announcementsApi.getFirstUnseen)).status).toBe(401)
  })
})

describe('GET /announcements/getById', () => {
  it('returns a seen announcement again, and 404 for a retired or unknown one', async () => {
    const { id } = await announce()
    await mark(reader, id)
    const get = (query: { id: number }) =>
      test.call(announcementsApi.getById, { as: reader.token, query })
    expect((await get({ id })).body).toMatchObject({ id, title: 'Street party' })
    expect((await get({ id: id + 1 })).status).toBe(404)
    await orm().update(announcements).set({ active: false })
    expect((await get({ id })).status).toBe(404)
  })

  it('returns 401 without a login and 400 for an invalid id', async () => {
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
  it('stores yes, no or nothing; closing it later keeps an earlier answer', async () => {
    const { id } = await announce()
    expect((await mark(reader, id)).status).toBe(204)
    expect(await answerOf(reader)).toBeNull()
    await mark(reader, id, true)
    await mark(reader, id, null)
    expect(await answerOf(reader)).toBe(true)
    await mark(reader, id, false)
    expect(await answerOf(reader)).toBe(false)
  })

  it('affects the own account only, and its answers are deleted with it', async () => {
    const { id } = await announce()
    await mark(reader, id, true)
    const other = await createUser(orm())
    expect(await answerOf(other)).toBeUndefined()
    expect(await firstUnseen(other)).toMatchObject({ id })
    await orm().delete(users).where(eq(users.id, reader.id))
    expect(await orm().select().from(announcement_views)).toEqual([])
  })

  it('returns 204 for an announcement that was retired meanwhile', async () => {
    const { id } = await announce({ active: false, retired_at: new Date() })
    expect((await mark(reader, id, true)).status).toBe(204)
  })

  it('returns 401 without a login, 404 for an unknown id and 422 for an invalid answer', async () => {
    const { id } = await announce()
    expect((await test.call(announcementsApi.markAsSeen, { body: { id } })).status).toBe(401)
    expect((await mark(reader, id + 1)).status).toBe(404)
    expect((await mark(reader, (await announce({ active: false })).id)).status).toBe(404)
    expect((await mark(reader, id, 'maybe' as unknown as boolean)).status).toBe(422)
    expect((await mark(reader, 0)).status).toBe(422)
  })
})

describe('the first unseen announcement', () => {
  const inHours = (hours: number) => new Date(test.deps.clock().getTime() + hours * HOUR_MS)
  /** Checks both calls. */
  const sees = async (user: TestUser, id: number) => {
    const answer = await test.call(announcementsApi.getById, { as: user.token, query: { id } })
    const first = await firstUnseen(user)
    expect(answer.status).toBe(first?.id === id ? 200 : 404)
    return answer.status === 200
  }

  it('is shown from its start until its end', async () => {
    const { id } = await announce({ visible_from: inHours(1), visible_until: inHours(2) })
    expect(await sees(reader, id)).toBe(false)
    await orm()
      .update(announcements)
      .set({ visible_from: inHours(-1) })
    expect(await sees(reader, id)).toBe(true)
    await orm()
      .update(announcements)
      .set({ visible_until: inHours(0) })
    expect(await sees(reader, id)).toBe(false)
  })

  it('for users without messaging is shown only while messaging is off', async () => {
    const { id } = await announce({ audience: 'no_messaging' })
    expect(await sees(reader, id)).toBe(true)
    await orm().update(users).set({ enable_messaging: true }).where(eq(users.id, reader.id))
    expect(await sees(reader, id)).toBe(false)
    expect(await sees(await createUser(orm()), id)).toBe(true)
  })

  it('for a region is shown to its households, but not to users outside it or without a spot', async () => {
    const region = { region_latitude: 47.37, region_longitude: 8.54, region_radius: 2000 }
    const { id } = await announce({ audience: 'region', ...region })
    const letterbox = await createLetterbox(orm(), {
      owner: reader,
      latitude: 47.38,
      longitude: 8.55,
    })
    const member = await createUser(orm())
    const beyond = await createUser(orm())
    const hidden = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: letterbox.id })
    // As far north as the region reaches, and further east: inside the bounding box, outside the circle.
    await createLetterbox(orm(), { owner: beyond, latitude: 47.385, longitude: 8.565 })
    await createLetterbox(orm(), { owner: hidden, latitude: null, longitude: null })
    const seen = []
    for (const user of [reader, member, beyond, hidden, await createUser(orm())]) {
      seen.push(await sees(user, id))
    }
    expect(seen).toEqual([true, true, false, false, false])
  })
})
