import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { AUDIT_FIELDS } from '#features/people/audit/audit-acts.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { adminAnnouncementsApi } from '../../contract.admin.ts'
import { announcement_views, announcements } from '../../tables.ts'

const { list, byId, reach, answers, create, update, publish, retire, remove } =
  adminAnnouncementsApi

let test: TestApp
let moderator: TestUser
let now = new Date('2026-06-10T12:00:00Z')
beforeAll(async () => {
  test = await createTestApp({ deps: { clock: () => now } })
  moderator = await createUser(orm(), { role_id: ROLE_ID.moderator })
})
beforeEach(async () => {
  now = new Date('2026-06-10T12:00:00Z')
  await orm().delete(announcements)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const YES = JSON.stringify([{ name: 'Yes', name_de: 'Ja', name_fr: 'Oui', emit: 'yes' }])
const TEXT = { title: 'Repair café', content: 'Bring what is *broken*.' }
const REGION = { latitude: 46.2, longitude: 6.14, radius: 2000 } as const

const make = (body: Partial<BodyInput<typeof create>> = {}) =>
  test.call(create, { as: moderator.token, body: { ...TEXT, ...body } })
const change = (body: { id: number; version: number } & Partial<BodyInput<typeof update>>) =>
  test.call(update, { as: moderator.token, body: { ...TEXT, ...body } })
const step = (which: 'publish' | 'retire', id: number, version: number) =>
  test.call(adminAnnouncementsApi[which], { as: moderator.token, body: { id, version } })
const forget = (id: number, version: number) =>
  test.call(remove, { as: moderator.token, body: { id, version } })
const rowsOf = async (query: QueryInput<typeof list> = {}) =>
  (await test.call(list, { as: moderator.token, query })).body.rows
const stateNow = async (id: number) =>
  (await test.call(byId, { as: moderator.token, query: { id: `${id}` } })).body.state
const lastAct = async (id: number) => {
  const about = eq(audit_log.subject_id, `${id}`)
  return (await orm().select().from(audit_log).where(about).orderBy(desc(audit_log.at)).limit(1))[0]
}

describe('an announcement', () => {
  it('is created, corrected, published, retired and published again', async () => {
    const made = await make({ title_fr: 'Café de réparation', title_de: ' ', actions: YES })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...TEXT,
      title_de: null,
      title_fr: 'Café de réparation',
      actions: YES,
      state: 'draft',
      version: 0,
      audience: 'all',
      reach: null,
      seen: 0,
    })
    const { id } = made.body
    expect(id).toBeGreaterThan(2)

    now = new Date('2026-06-10T12:01:00Z')
    const changed = await change({ id, version: 0, title: 'Repair café on Friday' })
    expect(changed.body).toMatchObject({
      title: 'Repair café on Friday',
      version: 1,
      actions: '[]',
    })
    expect(await lastAct(id)).toMatchObject({
      subject: 'announcement',
      subject_id: `${id}`,
      verb: 'update',
      label: 'Repair café on Friday',
      before: { title: 'Repair café', title_fr: 'Café de réparation', actions: '…' },
      after: { title: 'Repair café on Friday', title_fr: null, actions: '…' },
    })

    now = new Date('2026-06-10T12:02:00Z')
    const published = (await step('publish', id, 1)).body
    expect(published).toMatchObject({ state: 'running', version: 2 })
    expect(published.reach).toBeGreaterThan(0)
    expect(await lastAct(id)).toMatchObject({ verb: 'publish', after: { active: true } })

    now = new Date('2026-06-10T12:03:00Z')
    expect((await step('retire', id, 2)).body).toMatchObject({ state: 'retired', version: 3 })
    expect(await lastAct(id)).toMatchObject({ verb: 'retire' })
    expect((await step('publish', id, 3)).body).toMatchObject({ state: 'running', version: 4 })
  })

  it('follows its schedule in the time zone of the community', async () => {
    // Summer time: two hours ahead of UTC.
    const times = { visible_from: '2026-06-11T08:00', visible_until: '2026-06-12T08:00' }
    const { id } = (await make(times)).body
    const { body } = await step('publish', id, 0)
    expect(body).toMatchObject({ state: 'scheduled', ...times })
    const [stored] = await orm().select().from(announcements)
    expect(stored?.visible_from?.toISOString()).toBe('2026-06-11T06:00:00.000Z')
    const seen = []
    for (const at of ['11T05:59', '11T06:00', '12T05:59', '12T06:00']) {
      now = new Date(`2026-06-${at}:00Z`)
      const state = await stateNow(id)
      seen.push(state)
      expect((await rowsOf({ state })).map((row) => [row.id, row.state])).toEqual([[id, state]])
    }
    expect(seen).toEqual(['scheduled', 'running', 'running', 'ended'])
    const late = await make({ visible_until: '2026-06-12T07:59' })
    const refused = await step('publish', late.body.id, 0)
    expect([refused.status, Object.keys(refused.error?.errors ?? {})]).toEqual([
      422,
      ['visible_until'],
    ])
  })

  it('can be deleted as a draft, but not once it was published', async () => {
    const { id } = (await make()).body
    now = new Date('2026-06-10T12:01:00Z')
    expect((await forget(id, 0)).status).toBe(204)
    expect(await lastAct(id)).toMatchObject({ verb: 'delete', label: TEXT.title })
    expect((await forget(id, 0)).status).toBe(404)
    const other = (await make()).body.id
    expect((await step('retire', other, 0)).status).toBe(409)
    await step('publish', other, 0)
    expect((await step('publish', other, 1)).status).toBe(409)
    expect((await forget(other, 1)).status).toBe(409)
    await step('retire', other, 1)
    expect((await forget(other, 2)).status).toBe(409)
  })

  it('with an outdated version returns 409 with the current content', async () => {
    const { id } = (await make()).body
    await change({ id, version: 0, title: 'First' })
    const noted = await orm().$count(audit_log)
    for (const answer of [
      await change({ id, version: 0, title: 'Second' }),
      await step('publish', id, 0),
      await forget(id, 0),
    ]) {
      expect([answer.status, answer.error]).toMatchObject([
        409,
        { code: 'changed_meanwhile', current: { title: 'First', version: 1 } },
      ])
    }
    expect(await orm().$count(audit_log)).toBe(noted)
  })

  it('logs each changed field under a name that the audit log can show', async () => {
    const { id } = (await make()).body
    const changed = await change({
      id,
      version: 0,
      ...{ title: 'A', title_de: 'B', title_fr: 'C' },
      ...{ content: 'D', content_de: 'E', content_fr: 'F', actions: YES, closeable: false },
      ...{ audience: 'region', region: { latitude: 47.1, longitude: 9.5, radius: 5000 } },
      ...{ on_page: true, by_mail: true, by_push: true },
      ...{ visible_from: '2026-06-10T14:00', visible_until: '2026-06-20T14:00' },
    })
    expect(changed.status).toBe(200)
    expect((await step('publish', id, 1)).status).toBe(200)
    expect((await step('retire', id, 2)).status).toBe(200)
    const acts = await orm()
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject_id, `${id}`))
    const fields = new Set(acts.flatMap(({ after }) => Object.keys(after ?? {})))
    expect(fields.size).toBe(19)
    expect(AUDIT_FIELDS).toEqual(expect.arrayContaining([...fields]))
  })

  it('can take one of the two ids whose link switches messages on, once', async () => {
    expect((await make({ id: 1 })).body.id).toBe(1)
    expect((await make({ id: 1 })).status).toBe(409)
    expect((await make({ id: 3 as 1 })).status).toBe(422)
  })
})

describe('a refused announcement', () => {
  it.each<[string, object]>([
    ['no title', { title: ' ' }],
    ['no content', { content: '' }],
    ['text that is too long', { content_de: 'x'.repeat(10_001) }],
    ['buttons that are no JSON', { actions: '[{' }],
    ['buttons that are no list', { actions: '{}' }],
    ['a button without a name', { actions: '[{"emit":"yes"}]' }],
    ['a colour with more than a colour', { actions: '[{"name":"A","color":"red;x:y"}]' }],
    ['too many buttons', { actions: JSON.stringify(Array(5).fill({ name: 'A' })) }],
    ['a region without a place', { audience: 'region' }],
    ['a place without a region', { region: REGION }],
    ['any radius', { audience: 'region', region: { ...REGION, radius: 1500 } }],
    ['a day that does not exist', { visible_from: '2026-02-30T10:00' }],
    [
      'an end before the start',
      { visible_from: '2026-07-02T10:00', visible_until: '2026-07-01T10:00' },
    ],
  ])('has %s', async (_what, wrong) => {
    expect((await make(wrong)).status).toBe(422)
    const { id } = (await make()).body
    expect((await change({ id, version: 0, ...wrong })).status).toBe(422)
  })

  it('is returned as 404 to callers who are not moderators', async () => {
    const member = await createUser(orm())
    const { id } = (await make()).body
    const query = { id: `${id}` }
    for (const caller of [{}, { as: member.token }]) {
      const statuses = [
        await test.call(list, caller),
        await test.call(byId, { ...caller, query }),
        await test.call(reach, { ...caller, query: { audience: 'all' } }),
        await test.call(answers, { ...caller, query }),
        await test.call(create, { ...caller, body: TEXT }),
        await test.call(update, { ...caller, body: { ...TEXT, id, version: 0 } }),
        await test.call(publish, { ...caller, body: { id, version: 0 } }),
        await test.call(retire, { ...caller, body: { id, version: 0 } }),
        await test.call(remove, { ...caller, body: { id, version: 0 } }),
      ].map(({ status }) => status)
      expect(statuses).toEqual(Array(9).fill(404))
    }
  })
})

describe('the admin API of announcements', () => {
  it('counts the people that an audience reaches, households included', async () => {
    const count = async (query: QueryInput<typeof reach>) =>
      (await test.call(reach, { as: moderator.token, query })).body.people
    const region = {
      audience: 'region',
      latitude: '46.2',
      longitude: '6.14',
      radius: '2000',
    } as const
    const before = [await count({ audience: 'all' }), await count({ audience: 'no_messaging' })]
    expect(await count(region)).toBe(0)
    const owner = await createUser(orm(), { enable_messaging: true })
    const member = await createUser(orm())
    const letterbox = await createLetterbox(orm(), {
      owner: owner,
      latitude: 46.21,
      longitude: 6.15,
    })
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: letterbox.id })
    expect(await count(region)).toBe(2)
    expect([await count({ audience: 'all' }), await count({ audience: 'no_messaging' })]).toEqual([
      (before[0] ?? 0) + 2,
      (before[1] ?? 0) + 1,
    ])
    const { id } = (await make({ audience: 'region', region: REGION })).body
    expect((await step('publish', id, 0)).body).toMatchObject({ reach: 2, region: REGION })
    const nowhere = await test.call(reach, { as: moderator.token, query: { audience: 'region' } })
    expect(nowhere.status).toBe(400)
  })

  it('counts answers by the day in the time zone of the community', async () => {
    const { id } = (await make()).body
    await step('publish', id, 0)
    const seen = async (seen_at: string, answer: boolean | null) => {
      const { id: user_id } = await createUser(orm())
      const view = { announcement_id: id, user_id, answer, seen_at: new Date(seen_at) }
      await orm().insert(announcement_views).values(view)
    }
    // Half past midnight in Zürich.
    await seen('2026-06-09T22:30:00Z', true)
    await seen('2026-06-10T10:00:00Z', false)
    await seen('2026-06-10T10:00:00Z', null)
    await seen('2026-06-11T10:00:00Z', null)
    const { body } = await test.call(answers, { as: moderator.token, query: { id: `${id}` } })
    expect(body.days).toEqual([
      { day: '2026-06-10', yes: 1, no: 1, closed: 1 },
      { day: '2026-06-11', yes: 0, no: 0, closed: 1 },
    ])
    expect(await rowsOf()).toMatchObject([{ id, seen: 4, answered_yes: 1, answered_no: 1 }])
  })

  it('lists announcements page by page, the newest first, and finds titles in every language', async () => {
    const made = []
    for (const title_de of ['Fest', 'Markt', 'Festwoche'])
      made.push((await make({ title_de })).body.id)
    const page = async (query: QueryInput<typeof list>) => (await rowsOf(query)).map(({ id }) => id)
    expect(await page({ size: '2' })).toEqual([made[2], made[1]])
    expect(await page({ size: '2', page: '2' })).toEqual([made[0]])
    expect(await page({ search: 'FEST' })).toEqual([made[2], made[0]])
  })
})
