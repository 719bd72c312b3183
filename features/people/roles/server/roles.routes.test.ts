import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Area } from '#platform/shared/areas.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import type { Task } from '#platform/shared/tasks.ts'
import { rolesApi as api } from '../contract.admin.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm
beforeEach(async () => {
  await orm().delete(users)
  admin = await createUser(orm(), { role_id: ROLE_ID.admin })
})

const set = (id: string, version: number, tasks: Task[], as = admin) =>
  test.call(api.set, { as: as.token, body: { id, version, tasks } })
const stored = async (id: string) => {
  const [row] = await orm().select().from(users).where(eq(users.id, id))
  return row && [row.role_id, row.tasks]
}

describe('GET /admin/roles', () => {
  it('lists every account that has a task, with the tasks of its role', async () => {
    await createUser(orm())
    const helper = await createUser(orm(), { tasks: ['texts', 'shipping'] })
    const moderator = await createUser(orm(), { role_id: ROLE_ID.moderator, tasks: ['texts'] })
    const { body } = await test.call(api.list, { as: admin.token })
    expect(body.map(({ id }) => id)).toEqual([admin.id, moderator.id, helper.id])
    expect(body.map(({ tasks }) => tasks.join(' '))).toEqual([
      'moderation shipping treasury map texts administration',
      'moderation map texts',
      'shipping texts',
    ])
  })
})

describe('an area', () => {
  const AREA: Area = { country: 'CH', postcodes: ['8037'], outline: [] }
  const setArea = async (id: string, tasks: Task[], area?: Area | null) => {
    const { body } = await test.call(api.byId, { as: admin.token, query: { id } })
    const change = { id, version: body.version, tasks, area }
    return test.call(api.set, { as: admin.token, body: change })
  }

  it('limits tasks, drops those that concern the whole community, and is shown to its person', async () => {
    const user = await createUser(orm(), { tasks: ['treasury'] })
    const { body } = await setArea(user.id, ['shipping', 'treasury'], AREA)
    expect([body.tasks, body.area]).toEqual([['shipping'], AREA])
    const own = await test.call(profileApi.userinfo, { as: user.token })
    expect(own.body.area).toEqual(AREA)
    const [mail] = await test.mails()
    expect(mail?.text).toContain('8037')
    const [entry] = await orm().select().from(audit_log)
    expect(entry?.after).toEqual({ tasks: ['shipping'], area: ['CH 8037'] })
  })

  it('stays with a change that does not name it, and ends with null, the last task and administration', async () => {
    const user = await createUser(orm(), { tasks: ['map'], area: AREA })
    expect((await setArea(user.id, ['map', 'shipping'])).body.area).toEqual(AREA)
    expect((await setArea(user.id, ['map'], null)).body.area).toBeNull()
    await setArea(user.id, ['map'], AREA)
    expect((await setArea(user.id, ['administration'])).body.area).toBeNull()
    await setArea(user.id, ['map'], AREA)
    expect((await setArea(user.id, [])).body.area).toBeNull()
  })

  it('is compared without spaces and in capitals, and is rejected without postcodes or with two corners', async () => {
    const user = await createUser(orm())
    const { body } = await setArea(user.id, ['map'], {
      ...AREA,
      country: 'GB',
      postcodes: ['sw1a 1aa'],
    })
    expect(body.area).toEqual({ ...AREA, country: 'GB', postcodes: ['SW1A1AA'] })
    const impossible: Partial<Area>[] = [
      { postcodes: [] },
      { country: 'XX' },
      { country: null },
      {
        country: null,
        postcodes: [],
        outline: [
          [8, 47],
          [9, 47],
        ],
      },
      {
        country: null,
        postcodes: [],
        outline: [
          [8, 47],
          [9, 47],
          [9, 91],
        ],
      },
    ]
    for (const area of impossible)
      expect((await setArea(user.id, ['map'], { ...AREA, ...area })).status).toBe(422)
  })
})

describe('POST /admin/roles/set', () => {
  it('gives and takes tasks, notifies the account, records the change and keeps role_id in step', async () => {
    const user = await createUser(orm())
    const steps: [Task[], number, string[]][] = [
      [['shipping'], ROLE_ID.member, ['shipping']],
      [['map', 'shipping', 'moderation'], ROLE_ID.moderator, ['shipping']],
      [['map'], ROLE_ID.member, ['map']],
      [['administration', 'map'], ROLE_ID.admin, []],
      [[], ROLE_ID.member, []],
    ]
    for (const [version, [tasks, role_id, single]] of steps.entries()) {
      const { body } = await set(user.id, version, tasks)
      expect(body.version).toBe(version + 1)
      expect(await stored(user.id)).toEqual([role_id, single])
    }
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    expect(mails).toHaveLength(steps.length)
    const acts = await orm()
      .select({ verb: audit_log.verb, actor: audit_log.actor_id, after: audit_log.after })
      .from(audit_log)
      .where(eq(audit_log.subject_id, user.id))
      .orderBy(asc(audit_log.at), asc(audit_log.id))
    expect(acts).toEqual(
      [
        ['grant', ['shipping']],
        ['grant', ['moderation', 'shipping', 'map']],
        ['revoke', ['map']],
        ['grant', ['administration']],
        ['revoke', []],
      ].map(([verb, tasks]) => ({ verb, actor: admin.id, after: { tasks } })),
    )
  })

  it('sends no mail if nothing changes', async () => {
    const user = await createUser(orm(), { tasks: ['texts'] })
    expect((await set(user.id, 0, ['texts'])).body.version).toBe(0)
    expect((await test.mails()).filter(({ recipient }) => recipient === user.email)).toEqual([])
  })

  it('returns the change of the first administrator to the second one', async () => {
    const user = await createUser(orm())
    const second = await createUser(orm(), { role_id: ROLE_ID.admin })
    const answers = await Promise.all([
      set(user.id, 0, ['texts']),
      set(user.id, 0, ['treasury'], second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)
    const early = answers.find(({ status }) => status === 200)
    expect(late?.error).toMatchObject({
      code: 'changed_meanwhile',
      current: { version: 1, tasks: early?.body.tasks },
    })
  })

  it('leaves one of two administrators who give it up at the same time', async () => {
    const second = await createUser(orm(), { role_id: ROLE_ID.admin })
    const answers = await Promise.all([set(admin.id, 0, []), set(second.id, 0, [], second)])
    const codes = answers.map(({ status, error }) => (status === 200 ? 'done' : error.code))
    expect(codes.sort()).toEqual(['done', 'last_admin'])
  })

  it('is refused for an unconfirmed, suspended or unknown account and for an unknown task', async () => {
    const stranger = await createUser(orm(), { email_confirmed_at: null })
    const out = await createUser(orm(), { suspended_at: new Date(), suspended_reason: 'No' })
    const version = (await test.call(api.byId, { as: admin.token, query: { id: out.id } })).body
      .version
    expect((await set(stranger.id, 0, ['map'])).error.code).toBe('no_role_possible')
    expect((await set(out.id, version, ['map'])).error.code).toBe('no_role_possible')
    expect((await set(randomUUID(), 0, ['map'])).status).toBe(404)
    expect((await set(stranger.id, 0, ['everything' as never])).status).toBe(422)
  })
})

it('tasks are part of the account and of its download', async () => {
  const user = await createUser(orm(), { tasks: ['treasury'] })
  const { body } = await test.call(profileApi.userinfo, { as: user.token })
  expect([body.role_id, body.tasks]).toEqual([ROLE_ID.member, ['treasury']])
  const { data } = (await test.call(accountsApi.exportData, { as: user.token })).body
  expect(data.users).toMatchObject([{ tasks: ['treasury'] }])
})
