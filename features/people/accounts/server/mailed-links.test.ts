import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AskedQuestions } from '#app/server/testing/asked-questions.ts'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { readNetworkLimits } from '#platform/server/identity/network-limits.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { createToken, redeemToken } from '#platform/server/identity/tokens.queries.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { accountsApi } from '../contract.ts'

const PASSWORD = 'Holunderstrauch hinterm Haus'

let test: TestApp
let places = 0
beforeAll(async () => {
  test = await createTestApp({ config: { networkLimits: readNetworkLimits('mailed_links=20') } })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
/** Each call uses another network because of the limits. */
const forgot = (email: string, ip = `10.9.${places++}.1`) =>
  test.call(accountsApi.forgotPassword, { body: { email }, ip })
const reset = (token: string, password = PASSWORD) =>
  test.call(accountsApi.resetPassword, { body: { token, password } })

async function mailsTo(recipient: string) {
  return (await test.mails()).filter((mail) => mail.recipient === recipient)
}
async function lastSecret(recipient: string): Promise<string> {
  const secrets = (await mailsTo(recipient)).map(
    ({ html }) => /(?:token|lt)=([\w-]{43})/.exec(html)?.[1],
  )
  return secrets.filter((secret) => secret !== undefined).at(-1) ?? ''
}

describe('a forgotten password', () => {
  it('is replaced by the link in the mail, which ends all sessions and logs in', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const elsewhere = await createSession(orm(), { userId: user.id }, new Date())
    expect((await forgot(user.email.toUpperCase())).status).toBe(204)
    const answer = await reset(await lastSecret(user.email))
    expect(answer.status).toBe(200)
    const info = await test.call(profileApi.userinfo, { as: answer.body.api_token })
    expect(info.body).toMatchObject({ email_confirmed: true, has_password: true })
    expect((await test.call(profileApi.userinfo, { as: elsewhere })).status).toBe(401)
    const login = await test.call(accountsApi.login, {
      body: { email: user.email, password: PASSWORD },
    })
    expect(login.status).toBe(200)
    expect((await mailsTo(user.email)).at(-1)?.subject).toBe('Your password has been changed')
  })

  it('gets the same response, after the same steps, for an address without an account, and no mail is sent', async () => {
    const user = await createUser(orm())
    const asked = new AskedQuestions()
    const requestFor = async (email: string, ip: string) => {
      const { result, questions } = await asked.during(() => forgot(email, ip))
      const { status, body, headers } = result
      const texts = questions.map(({ text }) => text)
      return { status, body, headers: Object.keys(headers).sort(), statements: texts }
    }
    const ofExistingUser = await requestFor(user.email, '10.9.200.1')
    expect(ofExistingUser.statements.length).toBeGreaterThan(2)
    expect(await requestFor('nobody.at.all@example.org', '10.9.201.1')).toEqual(ofExistingUser)
    asked.stop()
    expect(await mailsTo('nobody.at.all@example.org')).toEqual([])
    expect(await mailsTo(user.email)).toHaveLength(1)
  })

  it('is mailed to one mailbox a few times an hour, however its address is spelled', async () => {
    const spellings = ['gar.ten.tor@gmail.com', 'gartentor+1@gmail.com', 'gartentor@googlemail.com']
    for (const email of spellings) await createUser(orm(), { email, email_confirmed_at: null })
    const owner = await createUser(orm(), { email: 'garten.tor@gmail.com' })
    for (const email of [...spellings, ...spellings, ...spellings]) {
      await forgot(email)
      await test.mails()
    }
    const mailed = await Promise.all(spellings.map((email) => mailsTo(email)))
    expect(mailed.flat()).toHaveLength(5)
    // The owner of a confirmed address does not wait because of others.
    await forgot(owner.email)
    expect(await mailsTo(owner.email)).toHaveLength(1)
  })

  it('can be replaced once within three hours, whatever the number of parallel attempts', async () => {
    const user = await createUser(orm())
    await forgot(user.email)
    const secret = await lastSecret(user.email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(secret)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))

    await forgot(user.email)
    const late = await lastSecret(user.email)
    test.advance(3 * HOUR_MS + 1)
    expect((await reset(late)).error.code).toBe('invalid_token')
  })

  it('can still be replaced with the same link after a password was refused', async () => {
    const user = await createUser(orm())
    await forgot(user.email)
    const secret = await lastSecret(user.email)
    for (const [password, key] of [
      ['short', 'shortPassword'],
      ['passwort123', 'commonPassword'],
      [user.email, 'commonPassword'],
    ] as const) {
      const refused = await reset(secret, password)
      expect(refused.error.errors).toEqual({ password: [`errors.validation.${key}`] })
    }
    expect((await reset(secret)).status).toBe(200)
  })

  it('leaves nothing in the table that a thief could redeem', async () => {
    const user = await createUser(orm())
    await forgot(user.email)
    const secret = await lastSecret(user.email)
    const rows = await orm().select().from(tokens).where(eq(tokens.user_id, user.id))
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('cancels a pending address change when it is replaced', async () => {
    const user = await createUser(orm(), { new_email: 'thief@example.org' })
    const tokenFor = { id: user.id, email: 'thief@example.org' }
    const thief = await createToken(orm(), 'email_confirmation', tokenFor, new Date())
    await forgot(user.email)
    const { body } = await reset(await lastSecret(user.email))
    const info = await test.call(profileApi.userinfo, { as: body.api_token })
    expect(info.body.new_email).toBeNull()
    const confirm = { body: { email_confirmation_token: thief } }
    expect((await test.call(accountsApi.emailConfirmation, confirm)).error.code).toBe(
      'invalid_token',
    )
  })

  it('can be replaced with the newest link only', async () => {
    const user = await createUser(orm())
    await forgot(user.email)
    const older = await lastSecret(user.email)
    await forgot(user.email)
    const newest = await lastSecret(user.email)
    expect((await reset(older)).error.code).toBe('invalid_token')
    expect((await reset(newest)).status).toBe(200)
  })

  it('is mailed to an address a few times an hour, and requests by strangers do not lock the owner out', async () => {
    const user = await createUser(orm())
    const answers = await Promise.all(Array.from({ length: 9 }, () => forgot(user.email)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await mailsTo(user.email)).toHaveLength(5)
    test.advance(HOUR_MS - MINUTE_MS)
    const secrets = (await mailsTo(user.email)).map(
      ({ html }) => /token=([\w-]{43})/.exec(html)?.[1],
    )
    const redeemed = await Promise.all(secrets.map((secret) => reset(secret ?? '')))
    expect(redeemed.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is limited per visitor, whatever headers the visitor sends', async () => {
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, i) =>
        test.call(accountsApi.forgotPassword, {
          body: { email: `someone${i}@example.org` },
          ip: '10.10.10.10',
          headers: { 'x-forwarded-for': `203.0.113.${i}` },
        }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
  })

  it.each([
    ['an address', { email: 'nobody' }],
    ['a text', { email: 7 }],
  ])('cannot be requested without %s', async (_name, body) => {
    const { status, error } = await test.call(accountsApi.forgotPassword, {
      body: body as { email: string },
    })
    expect([status, error.errors?.email]).toEqual([422, ['errors.validation.email']])
  })
})

describe('a login link', () => {
  const ask = (email: string) =>
    test.call(accountsApi.sendLoginLink, { body: { email }, ip: `10.8.${places++}.1` })
  const redeem = (token: string) => test.call(accountsApi.loginWithToken, { body: { token } })

  it('logs in once, within ten minutes', async () => {
    const user = await createUser(orm())
    expect((await ask(user.email)).status).toBe(204)
    const secret = await lastSecret(user.email)
    const [first, second] = [await redeem(secret), await redeem(secret)]
    expect([first.status, second.status]).toEqual([200, 422])

    await ask(user.email)
    const late = await lastSecret(user.email)
    test.advance(10 * MINUTE_MS + 1)
    expect((await redeem(late)).error.code).toBe('invalid_token')
  })

  it('still logs in after a mail scanner has looked at it several times', async () => {
    const user = await createUser(orm(), { firstname: 'Mila' })
    await ask(user.email)
    const secret = await lastSecret(user.email)
    const look = () => test.call(accountsApi.lookAtLink, { body: { token: secret } })
    const open = {
      kind: 'login',
      state: 'open',
      user_id: user.id,
      firstname: 'Mila',
      masked_email: `${user.email.slice(0, 1)}…@example.org`,
    }
    for (let times = 0; times < 3; times++) expect((await look()).body).toEqual(open)
    expect((await redeem(secret)).status).toBe(200)
    expect((await look()).body).toEqual({ ...open, state: 'used' })
    const unknown = await test.call(accountsApi.lookAtLink, { body: { token: 'unknown' } })
    expect([unknown.status, unknown.error.code]).toEqual([422, 'invalid_token'])
  })

  it('can be looked at before use, like the links for a new password and "it was not me"', async () => {
    const user = await createUser(orm())
    const now = test.deps.clock()
    for (const [kind, name] of [
      ['password_reset', 'reset'],
      ['not_me', 'not_me'],
    ] as const) {
      const token = await createToken(orm(), kind, user, now)
      const look = async () => {
        const { body } = await test.call(accountsApi.lookAtLink, { body: { token } })
        return [body.kind, body.state]
      }
      expect(await look()).toEqual([name, 'open'])
      expect(await look()).toEqual([name, 'open'])
      await redeemToken(orm(), kind, token, now)
      expect(await look()).toEqual([name, 'used'])
    }
  })

  it('counts as used if it was mailed to a former address', async () => {
    const user = await createUser(orm())
    await ask(user.email)
    const secret = await lastSecret(user.email)
    await orm().update(users).set({ email: 'moved@example.org' }).where(eq(users.id, user.id))
    const { body } = await test.call(accountsApi.lookAtLink, { body: { token: secret } })
    expect(body.state).toBe('used')
  })

  it('carries the mark of the browser that requested it and no other input', async () => {
    const user = await createUser(orm())
    const asked = 'abcdefghijklmnopqrstuv'
    const send = (mark: string) =>
      test.call(accountsApi.sendLoginLink, {
        body: { email: user.email, asked: mark },
        ip: `10.8.${places++}.1`,
      })
    expect((await send('click https://evil.example')).status).toBe(422)
    expect((await send(asked)).status).toBe(204)
    const mail = (await mailsTo(user.email)).at(-1)
    expect(mail?.text).toMatch(new RegExp(`lt=[\\w-]{43}&asked=${asked}`))
  })

  it('to an unconfirmed address confirms the address', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    await ask(user.email)
    const confirmed = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: await lastSecret(user.email) },
    })
    expect(confirmed.status).toBe(200)
  })

  it('is not mailed to an address without an account', async () => {
    expect((await ask('not.registered@example.org')).status).toBe(204)
    expect(await mailsTo('not.registered@example.org')).toEqual([])
  })
})
