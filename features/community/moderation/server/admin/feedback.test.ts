import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { adminFeedbackApi as api } from '../../contract.admin.ts'
import { generalFeedbacksApi } from '../../contract.ts'
import { cases } from '../../tables.ts'

const ADMIN = 'office@example.org'

let test: TestApp
let moderator: TestUser
let author: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: ADMIN } })
  moderator = await createUser(orm(), { role_id: 2, firstname: 'Mo', lastname: 'Helper' })
})
afterAll(() => test.close())
beforeEach(async () => {
  await orm().delete(cases)
  author = await createUser(orm(), { firstname: 'Eva', lang: 'de' })
})

const orm = () => test.deps.database.orm
const send = async (content = 'Where is the dark theme?') => {
  const body = { type: 'missing_function', content } as never
  return (await test.call(generalFeedbacksApi.send, { as: author.token, body })).body.id
}
const list = async (query: object = {}) =>
  (await test.call(api.list, { as: moderator.token, query })).body
const byId = (id: string) => test.call(api.byId, { as: moderator.token, query: { id } })
const settle = (id: string, version: number) =>
  test.call(api.settle, {
    as: moderator.token,
    body: { id, version, outcome: 'nothing_to_do' },
  })
const mailsTo = async (address: string) =>
  (await test.mails()).filter(({ recipient }) => recipient === address)

describe('GET /admin/feedback', () => {
  it('lists feedback by state, kind, first name and text, with its first line only', async () => {
    const id = await send('Where is the dark theme?\nI like it dark.')
    const { rows, counts } = await list({ search: 'eva', type: 'missing_function' })
    expect(rows).toMatchObject([{ id, status: 'open', author: { id: author.id, name: 'Eva' } }])
    expect(rows[0]?.excerpt).toBe('Where is the dark theme?')
    expect(JSON.stringify(rows)).not.toContain('like it dark')
    expect(counts).toEqual({ open: 1, mine: 0, settled: 0, all: 1 })
    expect((await list({ search: 'LIKE it' })).rows).toMatchObject([{ id }])
    expect((await list({ search: 'like%it' })).rows).toEqual([])
    expect((await list({ user_id: moderator.id })).rows).toEqual([])
    expect((await list({ user_id: author.id })).total).toBe(1)
    expect((await list({ type: 'question' })).total).toBe(0)
    await settle(id, 0)
    expect((await list()).rows).toEqual([])
    expect((await list({ state: 'settled' })).rows).toMatchObject([{ outcome: 'nothing_to_do' }])
    const newer = await send('Another one')
    expect((await list({ state: 'all' })).rows.map((row) => row.id)).toEqual([newer, id])
  })
})

it('feedback is answered in the language of the account, and an outdated change is refused', async () => {
  const id = await send()
  expect((await byId(id)).body).toMatchObject({
    content: 'Where is the dark theme?',
    email: author.email,
  })
  const body = { id, version: 0, text: 'In den Einstellungen.', request_id: randomUUID() }
  const answered = await test.call(api.answer, { as: moderator.token, body })
  expect(answered.body).toMatchObject({
    assignee: { id: moderator.id },
    answers: [{ text: body.text }],
    // An answered feedback leaves the list of open ones.
    status: 'settled',
    outcome: 'done',
    handled_by: { id: moderator.id },
  })
  expect((await list()).rows).toEqual([])
  const [mail] = await mailsTo(author.email)
  expect(mail?.subject).toBe('Letterlend: Antwort auf dein Feedback')
  expect(mail?.text).toContain('Where is the dark theme?')
  expect(mail?.text).not.toContain('Helper')
  const stale = await settle(id, 0)
  expect([stale.error.code, (stale.error.current as { version: number }).version]).toEqual([
    'changed_meanwhile',
    1,
  ])
  const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
  expect(acts.map(({ verb }) => verb)).toEqual(['read', 'answer'])
})

it('the feedback API returns 404 to visitors and members', async () => {
  const id = await send()
  for (const as of [undefined, author.token]) {
    const caller = as ? { as } : {}
    const change = { id, version: 0 }
    const answers = [
      await test.call(api.list, caller),
      await test.call(api.byId, { query: { id }, ...caller }),
      await test.call(api.settle, { body: { ...change, outcome: 'done' }, ...caller }),
    ]
    expect(answers.map(({ error }) => error.code)).toEqual(Array(3).fill('not_found'))
  }
})

it('new feedback is mailed to moderators with a link to its page', async () => {
  const id = await send('A unique question')
  const mail = (await mailsTo(moderator.email)).find(({ text }) =>
    text.includes('A unique question'),
  )
  expect(mail?.text).toContain(encodeURIComponent(`/admin/feedback/${id}`))
})

it('feedback stays in the list after an answer that keeps it open', async () => {
  const id = await send()
  const body = { id, version: 0, text: 'Wir sehen nach.', request_id: randomUUID() }
  const answered = await test.call(api.answer, {
    as: moderator.token,
    body: { ...body, keep_open: true },
  })
  expect(answered.body).toMatchObject({ status: 'in_progress', answered: 1 })
  expect((await list()).rows).toMatchObject([{ id }])
})
