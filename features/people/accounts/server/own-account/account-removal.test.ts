import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schema from '#app/server/tables.ts'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { mail_outcomes } from '#platform/server/mail/tables.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { accountsApi } from '../../contract.ts'
import { confirmNewEmail } from '../email-change.ts'

const PASSWORD = 'Kirschbaum am Gartenzaun'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const mailsTo = async (recipient: string) =>
  (await test.mails()).filter((mail) => mail.recipient === recipient)
const userinfo = (token: string) => test.call(profileApi.userinfo, { as: token })

describe('POST /users/remove', () => {
  it('deletes the account and the letterbox at once but keeps the messages of the other side', async () => {
    const { id, owner } = await createLetterbox(orm(), {
      owner: await createUser(orm(), { enable_messaging: true }),
      items: [4],
      latitude: 46.95,
      longitude: 7.45,
    })
    const borrower = await createUser(orm(), { enable_messaging: true })
    const created = await test.call(requestsApi.create, {
      as: borrower.token,
      body: { renter_id: owner.id, item_id: 4, text: 'Hello!' },
    })
    await test.call(messagesApi.sendMessage, {
      as: owner.token,
      body: { transaction_id: created.body.id, text: 'With pleasure.' },
    })

    const onMap = async () => {
      const query = { south_west: '46.9,7.4', north_east: '47,7.5' }
      return (await test.call(letterboxesApi.list, { query })).body.total
    }
    await test.deps.letterboxFeed.refresh([id])
    expect(await onMap()).toBe(1)

    expect((await test.call(accountsApi.remove, { as: owner.token })).status).toBe(204)

    expect(await onMap()).toBe(0)
    expect((await test.call(accountsApi.remove, { as: owner.token })).status).toBe(401)
    const letterbox = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
    expect(letterbox.status).toBe(404)
    const [transaction] = (await test.call(listsApi.list, { as: borrower.token })).body
    expect(transaction?.renter_id).toBeNull()
    expect(transaction?.messages.map(({ text }) => text)).toContain('With pleasure.')
    expect(await orm().select().from(schema.users).where(eq(schema.users.id, owner.id))).toEqual([])
    expect((await mailsTo(owner.email)).at(-1)?.subject).toBe('Your account has been deleted')
  })

  it('drops queued mails but none of another account with the same address', async () => {
    const other = await createUser(orm())
    const user = await createUser(orm(), { email_confirmed_at: null, new_email: other.email })
    for (const { email } of [user, other]) {
      const mail = {
        template: 'passwordChanged',
        firstname: 'x',
        url: 'https://x',
        passkeys: 0,
      } as const
      await test.deps.mails.enqueue(orm(), { to: email, lang: 'en', content: mail })
    }
    await test.call(accountsApi.remove, { as: user.token })
    expect(await mailsTo(user.email)).toEqual([])
    expect(await mailsTo(other.email)).toHaveLength(1)
  })

  it('deletes the mail outcomes of former addresses and the last one', async () => {
    const user = await createUser(orm())
    const link = { request: 'loginLink', email: user.email ?? '' } as const
    await test.deps.mails.enqueue(orm(), link)
    await test.mails()
    const outcomes = () =>
      orm()
        .select()
        .from(mail_outcomes)
        .where(inArray(mail_outcomes.address, [user.email ?? '', `new-${user.email}`]))
    expect(await outcomes()).toHaveLength(1)
    const newEmail = `new-${user.email}`
    const [changed] = await orm()
      .update(users)
      .set({ new_email: newEmail })
      .where(eq(users.id, user.id))
      .returning()
    if (!changed) throw new Error('Unexpected end of an account')
    await orm().transaction((tx) => confirmNewEmail(tx, test.deps, changed, null, new Date()))
    await test.mails()
    expect(await outcomes()).toEqual([])
    expect((await test.call(accountsApi.remove, { as: user.token })).status).toBe(204)
    expect((await mailsTo(newEmail)).length).toBeGreaterThan(0)
    expect(await outcomes()).toEqual([])
  })

  it('succeeds while other calls write to the account', async () => {
    const { id, owner } = await createLetterbox(orm(), {
      owner: await createUser(orm(), { enable_messaging: true }),
      items: [4],
    })
    const ask = async (borrower: TestUser) =>
      (
        await test.call(requestsApi.create, {
          as: borrower.token,
          body: { renter_id: owner.id, item_id: 4, text: 'Hello!' },
        })
      ).body
    const [friend, stranger] = [
      await createUser(orm(), { enable_messaging: true }),
      await createUser(orm(), { enable_messaging: true }),
    ]
    const transaction_id = (await ask(friend)).id
    const say = (user: TestUser, text: string) =>
      test.call(messagesApi.sendMessage, { as: user.token, body: { transaction_id, text } })
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) => say(friend, `Before ${i}`)),
      say(owner, 'With pleasure.'),
      test.call(messagesApi.markMessagesSeen, { as: friend.token, body: { transaction_id } }),
      test.call(accountsApi.remove, { as: owner.token }),
      test.call(requestsApi.create, {
        as: stranger.token,
        body: { renter_id: owner.id, item_id: 4, text: 'Me too!' },
      }),
      ...Array.from({ length: 8 }, (_, i) => say(friend, `After ${i}`)),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await userinfo(owner.token)).status).toBe(401)
    expect((await say(friend, 'Anybody there?')).error.code).toBe('conflict')
    const [left] = (await test.call(listsApi.list, { as: friend.token })).body
    expect([left?.renter_id, left?.renter]).toEqual([null, null])
    const gone = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
    expect(gone.status).toBe(404)
  })

  it('deletes a conversation that no account can read any more', async () => {
    const { owner } = await createLetterbox(orm(), {
      owner: await createUser(orm(), { enable_messaging: true }),
      items: [4],
    })
    const borrower = await createUser(orm(), { enable_messaging: true })
    const { body } = await test.call(requestsApi.create, {
      as: borrower.token,
      body: { renter_id: owner.id, item_id: 4, text: 'Hello!' },
    })
    await test.call(accountsApi.remove, { as: owner.token })
    await test.call(accountsApi.remove, { as: borrower.token })
    const left = orm().select().from(schema.transactions)
    expect(await left.where(eq(schema.transactions.id, body.id))).toEqual([])
  })

  it('requires the password of a caller without a fresh login', async () => {
    const later = await createTestApp({ sharing: test })
    later.advance(11 * MINUTE_MS)
    const user = await createUser(orm(), { password_hash: await hashPassword(PASSWORD) })
    const remove = (body?: { current_password: string }) =>
      later.call(accountsApi.remove, { as: user.token, body })
    for (const wrong of [undefined, { current_password: 'guess guess' }]) {
      const { status, error } = await remove(wrong)
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['current_password']])
    }
    expect((await userinfo(user.token)).status).toBe(200)
    expect((await remove({ current_password: PASSWORD })).status).toBe(204)
    expect((await userinfo(user.token)).status).toBe(401)
    await later.close()
  })

  it('requires a fresh login of a caller without a password, if one is possible', async () => {
    const later = await createTestApp({ sharing: test })
    later.advance(11 * MINUTE_MS)
    const without = await createUser(orm())
    const refused = await later.call(accountsApi.remove, { as: without.token })
    expect([refused.status, refused.error.code]).toEqual([403, 'login_too_old'])
    const secret = await createToken(orm(), 'login', without, later.deps.clock())
    const { body } = await later.call(accountsApi.loginWithToken, { body: { token: secret } })
    expect((await later.call(accountsApi.remove, { as: body.api_token })).status).toBe(204)

    const mistyped = await createUser(orm(), { email_confirmed_at: null })
    expect((await later.call(accountsApi.remove, { as: mistyped.token })).status).toBe(204)
    await later.close()
  })

  it('requires a login', async () => {
    expect((await test.call(accountsApi.remove)).status).toBe(401)
  })
})
