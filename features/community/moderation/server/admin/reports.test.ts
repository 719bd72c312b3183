import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Language } from '#platform/shared/languages.ts'
import { adminReportsApi as api, type CaseState } from '../../contract.admin.ts'
import { reportsApi } from '../../contract.ts'
import { cases, staff_answers } from '../../tables.ts'

const ADMIN = 'office@example.org'

let test: TestApp
let admin: TestUser
let moderator: TestUser
let box: TestLetterbox
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: ADMIN } })
  admin = await createUser(orm(), { role_id: 3, firstname: 'Zoe', lastname: 'Admin' })
})
afterAll(() => test.close())
beforeEach(async () => {
  await orm().delete(cases)
  moderator = await createUser(orm(), { role_id: 2, firstname: 'Mo', lastname: 'Helper' })
  box = await createLetterbox(orm())
})

const orm = () => test.deps.database.orm
let networks = 0
const report = async (
  fields: { title?: string; message?: string; email?: string; lang?: Language } = {},
  by?: TestUser,
  letterboxId = box.id,
) => {
  const answer = await test.call(reportsApi.store, {
    ip: `10.9.${Math.floor(++networks / 250)}.${networks % 250}`,
    as: by?.token,
    body: {
      title: 'Lid broken',
      message: 'It hangs.',
      email: 'visitor@example.org',
      lang: 'fr',
      ...fields,
      letterboxId,
      reportTypeId: 3,
    },
  })
  return answer.body.id
}
const list = async (query: object = {}, by = moderator) =>
  (await test.call(api.list, { as: by.token, query })).body
const byId = (id: string, by = moderator) => test.call(api.byId, { as: by.token, query: { id } })
const assign = (id: string, version: number, mine = true, by = moderator) =>
  test.call(api.assign, { as: by.token, body: { id, version, mine } })
const settle = (id: string, version: number, by = moderator) =>
  test.call(api.settle, { as: by.token, body: { id, version, outcome: 'done' } })
const answer = (id: string, version: number, fields: { request_id?: string; text?: string } = {}) =>
  test.call(api.answer, {
    as: moderator.token,
    body: { id, version, text: 'Thank you,\nwe fix it.', request_id: randomUUID(), ...fields },
  })
const actsOf = async (id: string) =>
  (await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))).map(({ verb }) => verb)
const mailsTo = async (address: string) =>
  (await test.mails()).filter(({ recipient }) => recipient === address)

describe('GET /admin/reports', () => {
  it('lists open reports, the oldest first, with their first line and without their author', async () => {
    const message = 'It hangs.\nVery much so.'
    const [first, second] = [
      await report({ message }),
      await report({ email: 'second@example.org', message: '' }),
    ]
    const { rows, total, counts } = await list()
    expect(rows.map(({ id }) => id)).toEqual([first, second])
    expect([total, counts]).toEqual([2, { open: 2, mine: 0, settled: 0, all: 2 }])
    expect(rows[0]).toMatchObject({
      status: 'open',
      assignee: null,
      letterbox: { id: box.id, open_reports: 2 },
    })
    expect(rows.map(({ excerpt }) => excerpt)).toEqual(['It hangs.', 'Lid broken'])
    for (const secret of ['Very much', 'visitor@example.org'])
      expect(JSON.stringify(rows)).not.toContain(secret)
    expect(await actsOf(first)).toEqual([])
  })

  it('filters by state, letterbox and address', async () => {
    const other = await createLetterbox(orm(), { address: 'Amselweg 7' })
    const [first, second] = [await report(), await report({}, undefined, other.id)]
    await assign(second, 0)
    const ids = async (query: { state?: CaseState; letterbox_id?: string; search?: string }) =>
      (await list(query)).rows.map(({ id }) => id)
    expect(await ids({ state: 'mine' })).toEqual([second])
    expect(await ids({ letterbox_id: box.id })).toEqual([first])
    expect(await ids({ search: 'amselweg' })).toEqual([second])
    expect(await ids({ search: 'IT hang' })).toEqual([first, second])
    expect(await ids({ search: 'lid broken' })).toEqual([first, second])
    expect(await ids({ search: 'lid%broken' })).toEqual([])
    await settle(first, 0)
    expect(await ids({ state: 'settled' })).toEqual([first])
    expect(await ids({ state: 'all' })).toEqual([second, first])
    expect(await ids({ state: 'all', search: 'hangs' })).toEqual([second, first])
    const { total, counts } = await list({ search: 'amselweg' })
    expect([total, counts]).toEqual([1, { open: 1, mine: 1, settled: 1, all: 2 }])
  })

  it('hides reports about a moderator’s own letterbox from that moderator', async () => {
    const own = await createLetterbox(orm(), { owner: moderator })
    const id = await report({}, undefined, own.id)
    expect(await list()).toMatchObject({ rows: [], total: 0, counts: { open: 0 } })
    expect((await byId(id)).status).toBe(404)
    expect((await settle(id, 0)).status).toBe(404)
    expect((await byId(id, admin)).status).toBe(200)
  })
})

describe('a report', () => {
  it('is logged as read once per session, and administrators see the readers', async () => {
    const id = await report()
    await byId(id)
    const { body } = await byId(id)
    expect(body).toMatchObject({
      title: 'Lid broken',
      message: 'It hangs.',
      email: 'visitor@example.org',
      lang: 'fr',
      reporter: null,
      read_by: null,
    })
    expect(await actsOf(id)).toEqual(['read'])
    const readers = (await byId(id, admin)).body.read_by
    expect(readers?.map(({ by }) => by?.name)).toEqual(['Zoe Admin', 'Mo Helper'])
  })

  it('can be assigned, settled and reopened; each step is logged', async () => {
    const id = await report()
    const assigned = (await assign(id, 0)).body
    expect(assigned).toMatchObject({
      version: 1,
      status: 'in_progress',
      assignee: { id: moderator.id, name: 'Mo Helper' },
    })
    const settled = (await settle(id, 1)).body
    expect(settled).toMatchObject({
      status: 'settled',
      outcome: 'done',
      handled_by: { id: moderator.id },
    })
    const body = { id, version: 2 }
    const reopened = await test.call(api.reopen, { as: admin.token, body })
    expect(reopened.body).toMatchObject({ status: 'in_progress', outcome: null, handled_by: null })
    expect((await assign(id, 3, false)).body).toMatchObject({ status: 'open', assignee: null })
    expect(await actsOf(id)).toEqual(['assign', 'settle', 'reopen', 'assign'])
  })

  it('has a note that the audit log does not contain', async () => {
    const id = await report()
    const body = { id, version: 0, note: 'Called Mrs Muster' }
    expect((await test.call(api.note, { as: moderator.token, body })).body.note).toBe(body.note)
    const [entry] = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
    expect([entry?.verb, JSON.stringify(entry)]).toEqual([
      'note',
      expect.not.stringContaining('Muster'),
    ])
  })

  it('is changed by the first of two calls, and the second gets a 409 with the current state', async () => {
    const id = await report()
    const answers = await Promise.all([assign(id, 0), assign(id, 0, true, admin)])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status, lost?.error.code]).toEqual([200, 409, 'changed_meanwhile'])
    expect(lost?.error.current).toMatchObject({ version: 1, assignee: won?.body.assignee })
    expect((await settle(id, 1)).status).toBe(200)
    // It can neither be settled twice nor given back by a colleague.
    expect((await settle(id, 2)).error.code).toBe('changed_meanwhile')
    expect((await assign(id, 2)).error.code).toBe('changed_meanwhile')
  })

  it('returns 422 for invalid fields and 404 for an unknown id', async () => {
    const id = await report()
    expect((await answer(id, 0, { text: ' ' })).error.errors).toEqual({
      text: ['errors.validation.message'],
    })
    const body = { id, version: 0, outcome: 'whatever' } as never
    expect((await test.call(api.settle, { as: admin.token, body })).status).toBe(422)
    expect((await byId(randomUUID())).error.code).toBe('not_found')
  })

  it('returns 404 to visitors and members', async () => {
    const id = await report()
    const member = await createUser(orm())
    for (const as of [undefined, member.token]) {
      const caller = as ? { as } : {}
      const body = { id, version: 0 }
      const answers = [
        await test.call(api.list, caller),
        await test.call(api.byId, { query: { id }, ...caller }),
        await test.call(api.assign, { body: { ...body, mine: true }, ...caller }),
        await test.call(api.settle, { body: { ...body, outcome: 'done' }, ...caller }),
        await test.call(api.reopen, { body, ...caller }),
        await test.call(api.answer, {
          body: { ...body, text: 'x', request_id: randomUUID() },
          ...caller,
        }),
      ]
      expect(answers.map(({ error }) => error.code)).toEqual(Array(6).fill('not_found'))
    }
  })
})

describe('POST /admin/reports/answer', () => {
  it('mails the reporter in their language, as text, without the name of the moderator', async () => {
    const email = `${randomUUID()}@example.org`
    const id = await report({ email })
    const { body } = await answer(id, 0, { text: 'Merci <b>beaucoup</b>' })
    expect(body).toMatchObject({
      version: 1,
      // An answered report leaves the list of open ones.
      status: 'settled',
      outcome: 'done',
      answers: [{ text: 'Merci <b>beaucoup</b>', by: { id: moderator.id } }],
    })
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Letterlend : réponse à votre signalement',
    ])
    expect(mails[0]?.html).toContain('Merci &lt;b&gt;beaucoup&lt;/b&gt;')
    for (const secret of ['Helper', moderator.email])
      expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain(secret)
    expect(await actsOf(id)).toEqual(['answer'])
  })

  it('sends one mail for repeated calls', async () => {
    const email = `${randomUUID()}@example.org`
    const id = await report({ email })
    const request_id = randomUUID()
    const twice = await Promise.all([answer(id, 0, { request_id }), answer(id, 0, { request_id })])
    expect(twice.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 1],
      [200, 1],
    ])
    expect(await mailsTo(email)).toHaveLength(1)
    const stale = await answer(id, 0)
    expect([stale.status, await mailsTo(email)]).toEqual([409, [expect.anything()]])
    const other = await report({ email: 'third@example.org' })
    expect((await answer(other, 0, { request_id })).status).toBe(422)
    await orm().delete(cases)
    expect(await orm().select().from(staff_answers)).toEqual([])
  })
})

describe('a reporter of the same letterbox', () => {
  it('has at most three open reports; the next one is added to the first, without a mail', async () => {
    const user = await createUser(orm())
    const ids = []
    for (const message of ['One', 'Two', 'Three']) ids.push(await report({ message }, user))
    const mailsBefore = (await mailsTo(ADMIN)).length
    expect(new Set(ids).size).toBe(3)
    expect(await report({ title: 'Again', message: 'Four' }, user)).toBe(ids[0])
    expect((await mailsTo(ADMIN)).length).toBe(mailsBefore)
    expect((await byId(ids[0] ?? '')).body).toMatchObject({
      message: 'One\nAgain\nFour',
      repeats: 1,
      version: 1,
    })
    const { rows } = await list()
    expect(rows.map(({ letterbox }) => letterbox.open_reports)).toEqual([3, 3, 3])
    // Each of these is a new report: from another person, about another letterbox, or after the first is settled.
    expect(ids).not.toContain(await report({}, await createUser(orm())))
    expect(ids).not.toContain(await report({}, user, (await createLetterbox(orm())).id))
    await settle(ids[0] ?? '', 1)
    expect(ids).not.toContain(await report({}, user))
  })

  it('is recognised as a visitor by the e-mail address, even in concurrent calls', async () => {
    const email = 'Same@example.org'
    const answers = await Promise.all(Array.from({ length: 5 }, () => report({ email })))
    expect(new Set(answers).size).toBe(3)
    expect((await list()).total).toBe(3)
  })

  it('is refused after the daily limit of one network', async () => {
    const send = (n: number) =>
      test.call(reportsApi.store, {
        ip: '10.8.0.1',
        body: {
          title: 'x',
          email: `v${n}@example.org`,
          lang: 'en' as const,
          letterboxId: box.id,
          reportTypeId: 3,
        },
      })
    const statuses = []
    const { max } = test.deps.config.networkLimits.reports_of_a_letterbox
    for (let n = 0; n <= max; n++) statuses.push((await send(n)).status)
    expect(statuses).toEqual([...Array(max).fill(201), 429])
  })
})

describe('the mail to the staff', () => {
  it('links the report through the login', async () => {
    const id = await report()
    const page = encodeURIComponent(`/admin/reports/${id}`)
    const link = `${test.deps.config.publicUrl}/auth/login?from=${page}`
    const texts = (await mailsTo(moderator.email)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes(link))).toHaveLength(1)
  })

  it('does not go to moderators who manage the letterbox', async () => {
    const other = await createUser(orm(), { role_id: 2 })
    const member = await createUser(orm(), { role_id: 2 })
    const own = await createLetterbox(orm(), { ownerFields: { role_id: 2 } })
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: own.id })
    await report({ title: 'Own lid', email: 'author@example.org' }, undefined, own.id)
    const told = async (email: string) =>
      (await mailsTo(email)).filter(({ text }) => text.includes('Own lid')).length
    expect(await told(other.email)).toBe(1)
    expect([await told(own.owner.email), await told(member.email)]).toEqual([0, 0])
  })

  it('goes to the configured address if no user has the task, unless its account is no longer staff', async () => {
    await orm().update(users).set({ role_id: 1 }).where(eq(users.role_id, 2))
    const count = async () => (await mailsTo(ADMIN)).length
    const account = await createUser(orm(), { email: ADMIN, email_confirmed_at: null })
    const before = await count()
    await report()
    expect(await count()).toBe(before + 1)
    await orm()
      .update(users)
      .set({ email_confirmed_at: new Date() })
      .where(eq(users.id, account.id))
    await report({ email: 'b@example.org' })
    expect(await count()).toBe(before + 1)
    await orm().update(users).set({ role_id: 3 }).where(eq(users.id, account.id))
    await report({ email: 'c@example.org' })
    expect(await count()).toBe(before + 2)
    await orm().delete(users).where(eq(users.id, account.id))
  })
})
