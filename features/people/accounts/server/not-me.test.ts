import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { passkeys } from '#features/people/sign-in/passkeys/tables.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { attempts, users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { accountsApi } from '../contract.ts'

const PASSWORD = 'Kirschbaum am Gartenzaun'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let networks = 0

/** @returns the api token */
async function logIn(email: string, userAgent: string, password = PASSWORD): Promise<string> {
  networks += 1
  const answer = await test.app.inject({
    method: 'POST',
    url: `${API_BASE}/auth/login`,
    headers: { 'user-agent': userAgent },
    remoteAddress: `10.2.${networks}.1`,
    payload: { email, password },
  })
  return answer.statusCode === 200 ? answer.json().api_token : `${answer.statusCode}`
}

async function createOwner() {
  const owner = await createUser(orm(), { password_hash: await hashPassword(PASSWORD) })
  // As if there had been no login yet.
  await orm().delete(attempts)
  return owner
}

const mailsTo = async (email: string) =>
  (await test.mails()).filter((mail) => mail.recipient === email)
const tokenIn = (html = '') => /\/auth\/notMe\?token=([\w-]{43})/.exec(html)?.[1] ?? ''
const notMe = (token: string) => test.call(accountsApi.notMe, { body: { token } })
const works = async (as: string) => (await test.call(profileApi.userinfo, { as })).status === 200

describe('the owner who says "it was not me"', () => {
  async function stranger() {
    const owner = await createOwner()
    const own = await logIn(owner.email, FIREFOX)
    const strange = await logIn(owner.email, ANDROID)
    const [mail] = await mailsTo(owner.email)
    return { owner, own, strange, token: tokenIn(mail?.html) }
  }

  it('ends all sessions and the password and gets a mail to choose a new one', async () => {
    const { owner, own, strange, token } = await stranger()
    const link = await createToken(orm(), 'login', owner, test.deps.clock())
    const passkey = { user_id: owner.id, public_key: 'none', counter: 0, name: 'Key ring' }
    const ago = (days: number) => new Date(test.deps.clock().getTime() - days * DAY_MS)
    await orm()
      .insert(passkeys)
      .values([
        { ...passkey, credential_id: `${owner.id} old`, created_at: ago(30) },
        { ...passkey, credential_id: `${owner.id} new`, created_at: ago(2) },
      ])
    expect([await works(own), await works(strange)]).toEqual([true, true])
    expect((await notMe(token)).status).toBe(204)
    expect([await works(own), await works(strange)]).toEqual([false, false])
    expect(await logIn(owner.email, FIREFOX)).toBe('401')
    expect((await test.call(accountsApi.loginWithToken, { body: { token: link } })).status).toBe(
      422,
    )
    const kept = await orm().select().from(passkeys).where(eq(passkeys.user_id, owner.id))
    expect(kept.map(({ credential_id }) => credential_id)).toEqual([`${owner.id} old`])

    const recovery = (await mailsTo(owner.email)).at(-1)
    const reset = /resetPassword\?token=([\w-]{43})/.exec(recovery?.html ?? '')?.[1] ?? ''
    const again = await test.call(accountsApi.resetPassword, {
      body: { token: reset, password: 'Apfelbaum hinter der Scheune' },
    })
    expect(again.status).toBe(200)
    expect((await notMe(token)).status, 'once').toBe(422)
  })

  it('can do so from the mail about a new password', async () => {
    const { owner } = await stranger()
    const password = 'Birnbaum hinter der Scheune'
    const token = await createToken(orm(), 'password_reset', owner, test.deps.clock())
    await test.call(accountsApi.resetPassword, { body: { token, password } })
    const mail = (await mailsTo(owner.email)).at(-1)
    expect(mail?.subject).toBe('Your password has been changed')
    expect((await notMe(tokenIn(mail?.html))).status).toBe(204)
    expect(await logIn(owner.email, FIREFOX, password)).toBe('401')
  })

  it('can do so from the mail about a first password set after registration', async () => {
    const choosePassword = async (confirmedAgoMs: number) => {
      const { id, email, token } = await createUser(orm())
      const email_confirmed_at = new Date(test.deps.clock().getTime() - confirmedAgoMs)
      await orm().update(users).set({ email_confirmed_at }).where(eq(users.id, id))
      const body = { password: PASSWORD }
      expect((await test.call(accountsApi.setPassword, { as: token, body })).status).toBe(204)
      return { email, mails: await mailsTo(email) }
    }
    expect((await choosePassword(50 * MINUTE_MS)).mails).toEqual([])
    const { email, mails } = await choosePassword(70 * MINUTE_MS)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account has a password now'])
    expect(mails[0]?.text).toContain('which had none before')
    expect((await notMe(tokenIn(mails[0]?.html))).status).toBe(204)
    expect(await logIn(email, FIREFOX)).toBe('401')
  })

  it('cannot do so after three days or from a former mailbox', async () => {
    const late = await stranger()
    const moved = await stranger()
    await orm()
      .update(users)
      .set({ email: `moved.${moved.owner.email}` })
      .where(eq(users.id, moved.owner.id))
    expect((await notMe(moved.token)).status).toBe(422)
    expect(await works(moved.own)).toBe(true)
    test.advance(3 * DAY_MS)
    expect((await notMe(late.token)).status).toBe(422)
    expect(await works(late.own)).toBe(true)
  })
})

describe('a login from an unknown device', () => {
  it('sends a mail once for each device except the first one', async () => {
    const { email } = await createOwner()
    const told = async (userAgent: string) => {
      const before = (await mailsTo(email)).length
      await logIn(email, userAgent)
      return (await mailsTo(email)).length - before
    }
    expect(await told(FIREFOX)).toBe(0)
    expect(await told(FIREFOX)).toBe(0)
    expect(await told(ANDROID)).toBe(1)
    expect(await told(ANDROID)).toBe(0)
    expect(await told(FIREFOX)).toBe(0)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('New login to your account')
    expect(mail?.text).toContain('Chrome on Android')
    // At most three mails a day.
    expect([await told(IPHONE), await told(WINDOWS), await told(MAC)]).toEqual([1, 1, 0])
  })

  it('sends no mail to an unconfirmed address', async () => {
    const { email, id } = await createOwner()
    await orm().update(users).set({ email_confirmed_at: null }).where(eq(users.id, id))
    await logIn(email, FIREFOX)
    await logIn(email, ANDROID)
    expect(await mailsTo(email)).toEqual([])
  })

  it('makes the device known while it is used and for half a year after that', async () => {
    const { email } = await createOwner()
    await logIn(email, FIREFOX)
    await logIn(email, ANDROID)
    for (let i = 0; i < 3; i++) {
      test.advance(100 * DAY_MS)
      await logIn(email, FIREFOX)
      await logIn(email, ANDROID)
    }
    expect(await mailsTo(email)).toHaveLength(1)
    test.advance(100 * DAY_MS)
    await logIn(email, FIREFOX)
    test.advance(100 * DAY_MS)
    await logIn(email, ANDROID)
    expect(await mailsTo(email)).toHaveLength(2)
  })
})
