import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { generalFeedbacksApi } from '../contract.ts'
import { cases } from '../tables.ts'

const ADMIN = 'admin@example.org'

let test: TestApp
let user: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: ADMIN } })
  user = await createUser(test.deps.database.orm)
})
afterAll(() => test.close())

const send = (payload: object, as: string | undefined = user.token) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/general-feedbacks/send',
    payload,
    headers: as ? { authorization: `Bearer ${as}` } : {},
  })
const stored = async (id: string) => {
  const [row] = await test.deps.database.orm.select().from(cases).where(eq(cases.id, id))
  return row
}

describe('POST /general-feedbacks/send', () => {
  it('stores the feedback, as a question by default', async () => {
    const first = await send({ content: ' How do I move?\r\nThanks ' })
    expect([first.statusCode, Object.keys(first.json())]).toEqual([201, ['id']])
    expect(await stored(first.json().id)).toMatchObject({
      user_id: user.id,
      type: 'question',
      text: 'How do I move?\nThanks',
    })
    const second = await send({ type: 'missing function', content: '👋'.repeat(1000) })
    expect((await stored(second.json().id))?.type).toBe('missing_function')
  })

  it('returns 401 without a login', async () => {
    const { status } = await test.call(generalFeedbacksApi.send, { body: { content: 'Hello' } })
    expect(status).toBe(401)
    expect((await send({ content: '' }, 'wrong')).statusCode).toBe(401)
  })

  it.each([
    [{ content: ' \n' }, 'content', 'errors.validation.message'],
    [{}, 'content', 'errors.validation.message'],
    [{ content: 'é'.repeat(1001) }, 'content', 'errors.validation.tooLong'],
    [{ content: 'a\0b' }, 'content', 'errors.validation.message'],
    [{ content: 'Hello', type: 'complaint' }, 'type', 'errors.validation.invalid'],
  ])('refuses %j', async (payload, field, key) => {
    const answer = await send(payload)
    expect([answer.statusCode, answer.json().errors[field]?.[0]]).toEqual([422, key])
  })

  it('refuses feedback in the name of another user', async () => {
    const other = await createUser(test.deps.database.orm)
    const answer = await send({ content: 'Hello', user_id: other.id })
    expect(answer.statusCode).toBe(400)
  })

  it('is rate-limited', async () => {
    const eager = await createUser(test.deps.database.orm)
    const answers = await Promise.all(
      Array.from({ length: 11 }, () => send({ content: 'Hello' }, eager.token)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  })

  it('mails the feedback to the administrator, as text', async () => {
    await send({ type: 'found_error', content: 'A <script>alert(1)</script> here' })
    const mail = (await test.mails()).find(({ text }) => text.includes('alert(1)'))
    expect(mail).toMatchObject({ recipient: ADMIN, subject: 'Rückmeldung: Ein Fehler' })
    expect(mail?.html).not.toContain('<script')
    expect(mail?.text).toContain(user.email)
  })
})

describe('new feedback', () => {
  const told = async () => {
    const mails = await test.mails()
    return mails.flatMap(({ recipient, html }) => (html.includes('Tell them!') ? [recipient] : []))
  }

  it('is mailed to the configured address if no user has the task', async () => {
    await createUser(test.deps.database.orm, { role_id: ROLE_ID.admin })
    await send({ content: 'Tell them!' })
    expect(await told()).toEqual([ADMIN])
  })

  it('is mailed to users with the task, and not to the configured address', async () => {
    const { orm } = test.deps.database
    await orm.delete(local_mails)
    const moderator = await createUser(orm, { role_id: ROLE_ID.moderator })
    await createUser(orm, { role_id: ROLE_ID.moderator, suspended_at: new Date() })
    await createUser(orm, { tasks: ['texts'] })
    await send({ content: 'Tell them!' })
    expect(await told()).toEqual([moderator.email])
  })
})
