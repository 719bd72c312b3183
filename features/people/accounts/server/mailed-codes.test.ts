import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AskedQuestions } from '#app/server/testing/asked-questions.ts'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { accountsApi } from '../contract.ts'

const PASSWORD = 'Holunderstrauch hinterm Haus'
const WRONG = 'ZZZZ-ZZZZ'

let test: TestApp
let places = 0
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const outcome = ({ status, error }: { status: number; error: { code: string } }) => [
  status,
  error.code,
]
const INVALID = [422, 'invalid_token']
const LIMITED = [429, 'rate_limited']

/** Link and code of the last mail that contains them. */
async function mailed(recipient: string) {
  const mails = (await test.mails()).filter((mail) => mail.recipient === recipient)
  const texts = mails.map(({ html, text }) => {
    const code = /\b[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}\b/.exec(text)?.[0] ?? ''
    return { code, link: /(?:token|lt)=([\w-]{43})/.exec(html)?.[1] ?? '' }
  })
  return texts.findLast(({ code }) => code !== '') ?? { code: '', link: '' }
}

describe('the code of a password reset mail', () => {
  let user: TestUser & { email: string }
  const forgot = async () => {
    await test.call(accountsApi.forgotPassword, {
      body: { email: user.email },
      // Each call uses another network because of the limits.
      ip: `10.8.${places++}.1`,
    })
    return mailed(user.email)
  }
  const reset = (token: string, email?: string, password = PASSWORD) =>
    test.call(accountsApi.resetPassword, { body: { token, password, email } })
  beforeEach(async () => {
    user = await createUser(orm())
  })

  it('sets a new password once, however it is typed, and uses up the link', async () => {
    const { code, link } = await forgot()
    const typed = ` ${code.replace('-', ' ').toLowerCase()} `
    expect((await reset(typed, user.email.toUpperCase())).status).toBe(200)
    const login = { email: user.email, password: PASSWORD }
    expect((await test.call(accountsApi.login, { body: login })).status).toBe(200)
    expect(outcome(await reset(code, user.email))).toEqual(INVALID)
    expect(outcome(await reset(link))).toEqual(INVALID)
  })

  it('is used up by the link and replaced by the code of the next mail', async () => {
    const first = await forgot()
    const second = await forgot()
    expect(second.code).not.toBe(first.code)
    expect(outcome(await reset(first.code, user.email))).toEqual(INVALID)
    expect((await reset(second.link)).status).toBe(200)
    expect(outcome(await reset(second.code, user.email))).toEqual(INVALID)
  })

  it('is valid for 30 minutes, less than the link', async () => {
    const { code, link } = await forgot()
    test.advance(30 * MINUTE_MS)
    expect(outcome(await reset(code, user.email))).toEqual(INVALID)
    expect((await reset(link)).status).toBe(200)
  })

  it('works only together with the address of its account', async () => {
    const { code } = await forgot()
    const other = await createUser(orm())
    expect(outcome(await reset(code))).toEqual(INVALID)
    expect(outcome(await reset(code, other.email))).toEqual(INVALID)
    expect((await reset(code, user.email)).status).toBe(200)
  })

  it('is not used up by a refused password', async () => {
    const { code } = await forgot()
    for (let i = 0; i < 6; i++) {
      expect((await reset(code, user.email, 'letterlend1')).status).toBe(422)
    }
    expect((await reset(code, user.email)).status).toBe(200)
  })

  it('allows five guesses, after which the link still works', async () => {
    const { code, link } = await forgot()
    for (let i = 0; i < 5; i++) expect(outcome(await reset(WRONG, user.email))).toEqual(INVALID)
    expect(outcome(await reset(code, user.email))).toEqual(LIMITED)
    expect((await reset(link)).status).toBe(200)
  })

  it('gets the same response, after the same steps, for an address without an account', async () => {
    await forgot()
    const asked = new AskedQuestions()
    const guess = async (email: string) => {
      const { result, questions } = await asked.during(async () => {
        const answers = []
        for (let i = 0; i < 6; i++) answers.push(outcome(await reset(WRONG, email)))
        return answers
      })
      return { answers: result, steps: questions.map(({ text }) => text) }
    }
    const ofExistingUser = await guess(user.email)
    expect(ofExistingUser.answers.at(-1)).toEqual(LIMITED)
    expect(await guess('nobody.at.all@example.org')).toEqual(ofExistingUser)
    asked.stop()
  })

  it('is not stored in readable form', async () => {
    const { code } = await forgot()
    const rows = await orm().select().from(tokens).where(eq(tokens.user_id, user.id))
    const kinds = rows.map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['password_reset', 'password_reset_code', 'session'])
    expect(JSON.stringify(rows)).not.toContain(code.slice(0, 4))
  })
})

describe('the code of an address confirmation mail', () => {
  const register = async () => {
    const person = { firstname: 'Mila', lastname: 'Egli', lang: 'de' as const }
    const place = { address: 'Gasse 1', postcode: '8004', city: 'Zürich', country: 'CH' }
    const email = `mila.${places++}@example.org`
    const { body } = await test.call(registrationApi.register, {
      body: { ...person, ...place, email },
    })
    return { email, session: body.api_token, ...(await mailed(email)) }
  }
  const confirm = (typed: string, { as, email }: { as?: string; email?: string } = {}) =>
    test.call(accountsApi.emailConfirmation, {
      as,
      body: { email_confirmation_token: typed, email },
    })

  it('confirms the address of the logged-in account, after which the link says that it is confirmed', async () => {
    const { email, session, code, link } = await register()
    expect((await confirm(code, { as: session })).status).toBe(200)
    for (const again of [link, code]) {
      const { status, error } = await confirm(again, { email })
      expect([status, error.code, error.errorMsg]).toEqual([...INVALID, 'alreadyConfirmed'])
    }
  })

  it('confirms the address on another device only if the address is given', async () => {
    const { email, code } = await register()
    expect(outcome(await confirm(code))).toEqual(INVALID)
    expect((await confirm(code, { email })).status).toBe(200)
  })

  it('confirms nothing for another account that is logged in', async () => {
    const { code } = await register()
    const other = await createUser(orm())
    expect(outcome(await confirm(code, { as: other.token }))).toEqual(INVALID)
  })

  it('is replaced when the mail is requested again', async () => {
    const first = await register()
    await test.call(accountsApi.resendEmailConfirmationToken, { as: first.session })
    const second = await mailed(first.email)
    expect(outcome(await confirm(first.code, { as: first.session }))).toEqual(INVALID)
    expect((await confirm(second.code, { as: first.session })).status).toBe(200)
  })

  it('confirms a new address of an existing account', async () => {
    const user = await createUser(orm(), { password_hash: await hashPassword(PASSWORD) })
    const { firstname, lastname } = { firstname: 'Ida', lastname: 'Roth' }
    const { status } = await test.call(profileApi.updateAccountInfo, {
      as: user.token,
      body: {
        firstname,
        lastname,
        email: 'ida.new@example.org',
        current_password: PASSWORD,
        address: 'Gasse 1',
        postcode: '8004',
        city: 'Zürich',
        country: 'CH',
      },
    })
    expect(status).toBe(200)
    const { code } = await mailed('ida.new@example.org')
    const confirmed = await confirm(code, { as: user.token })
    expect(confirmed.status).toBe(200)
    const as = confirmed.body.api_token
    const { email } = (await test.call(profileApi.userinfo, { as })).body
    expect(email).toBe('ida.new@example.org')
  })
})

describe('the code of a login mail', () => {
  let user: TestUser & { email: string }
  const ask = async () => {
    await test.call(accountsApi.sendLoginLink, {
      body: { email: user.email },
      ip: `10.8.${places++}.1`,
    })
    return mailed(user.email)
  }
  const logIn = (token: string, email?: string, ip = '10.8.250.1') =>
    test.call(accountsApi.loginWithToken, { body: { token, email }, ip })
  beforeEach(async () => {
    user = await createUser(orm())
  })

  it('logs in once, with the address it was mailed to, and uses up the link', async () => {
    const { code, link } = await ask()
    expect(code).not.toBe('')
    expect(outcome(await logIn(code))).toEqual(INVALID)
    expect(outcome(await logIn(code, 'somebody.else@example.org'))).toEqual(INVALID)
    const { status, body } = await logIn(code.toLowerCase(), user.email)
    expect([status, body.conversation]).toEqual([200, null])
    const me = await test.call(profileApi.userinfo, { as: body.api_token })
    expect(me.body.id).toBe(user.id)
    expect(outcome(await logIn(code, user.email))).toEqual(INVALID)
    expect(outcome(await logIn(link))).toEqual(INVALID)
  })

  it('is used up by the link of its mail and expires after ten minutes', async () => {
    const first = await ask()
    expect((await logIn(first.link)).status).toBe(200)
    expect(outcome(await logIn(first.code, user.email))).toEqual(INVALID)
    const second = await ask()
    test.advance(10 * MINUTE_MS + 1)
    expect(outcome(await logIn(second.code, user.email))).toEqual(INVALID)
  })

  it('allows five guesses, after which the link of the mail still works', async () => {
    const { link } = await ask()
    for (let tries = 0; tries < 5; tries++)
      expect(outcome(await logIn(WRONG, user.email))).toEqual(INVALID)
    expect(outcome(await logIn(WRONG, user.email))).toEqual(LIMITED)
    expect((await logIn(link)).status).toBe(200)
  })

  it('still works after guesses from another network', async () => {
    const { code } = await ask()
    for (let tries = 0; tries < 6; tries++) await logIn(WRONG, user.email, '10.8.251.1')
    expect((await logIn(code, user.email)).status).toBe(200)
  })
})
