import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { readNetworkLimits } from '#platform/server/identity/network-limits.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { AskedQuestions } from '../testing/asked-questions.ts'
import { createUser } from '../testing/factories.ts'
import { createTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

let test: TestApp
let networks = 0
beforeAll(async () => {
  test = await createTestApp({
    config: {
      publicUrl: 'https://lend.example',
      networkLimits: readNetworkLimits('mailed_links=20'),
    },
  })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const newUser = () => createUser(orm())
const newIp = () => `10.7.${networks++}.1`

describe('a login link', () => {
  it('is redeemed by POST alone, whatever requests its address before', async () => {
    const token = await createToken(orm(), 'login', await newUser(), new Date())
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [
        `/?lt=${token}`,
        `/transactions?lt=${token}`,
        `/api/v1/auth/loginWithToken?token=${token}`,
        `/api/v1/auth/loginWithToken?lt=${token}`,
      ]) {
        const { headers, body } = await test.app.inject({ method, url })
        expect(headers['set-cookie']).toBeUndefined()
        expect(body).not.toContain(token)
      }
    }
    const { status } = await test.call(accountsApi.loginWithToken, { body: { token } })
    expect(status).toBe(200)
  })
})

describe('links in mails', () => {
  it('use the configured address, whatever the headers of the request say', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const confirmed = await newUser()
    const headers = {
      host: 'evil.local',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    }
    const ip = newIp()
    const { email } = confirmed
    const answers = [
      await test.call(accountsApi.forgotPassword, { body: { email }, headers, ip }),
      await test.call(accountsApi.sendLoginLink, { body: { email }, headers, ip }),
      await test.call(accountsApi.resendEmailConfirmationToken, { as: user.token, headers, ip }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    const mails = await test.mails()
    expect(mails).toHaveLength(3)
    for (const { html, text } of mails) {
      expect(html + text).not.toMatch(/evil\./)
      const hosts = [...(html + text).matchAll(/https?:\/\/([^/"'\s)>]+)/g)].map(([, host]) => host)
      expect(hosts).toContain('lend.example')
    }
  })
})

describe('a known and an unknown address', () => {
  const asked = new AskedQuestions()
  afterAll(() => asked.stop())

  /** The response, and the statements that led to it. */
  async function steps<E extends Endpoint>(endpoint: E, call: TestCall<E>) {
    const { result, questions } = await asked.during(() =>
      test.call(endpoint, { ...call, ip: newIp() }),
    )
    const { status, body, headers } = result
    const texts = questions.map(({ text }) => text)
    return { status, body, headers: Object.keys(headers).sort(), texts }
  }

  it.each([
    ['forgotPassword', accountsApi.forgotPassword, {}],
    ['sendLoginLink', accountsApi.sendLoginLink, {}],
    ['login', accountsApi.login, { password: 'not the password of anybody' }],
  ] as const)(
    'lead to the same queries and the same response of %s',
    async (_name, endpoint, rest) => {
      const existingEmail = (await newUser()).email
      const stepsFor = (email: string) => steps(endpoint as Endpoint, { body: { ...rest, email } })
      const expected = await stepsFor(existingEmail)
      expect(expected.texts.length).toBeGreaterThan(1)
      expect(await stepsFor('nobody@example.org')).toEqual(expected)
    },
  )
})

describe('X-Forwarded-For', () => {
  const tries = (app: TestApp, ip: string) =>
    Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        app.call(accountsApi.sendLoginLink, {
          body: { email: `someone${i}@example.org` },
          ip,
          headers: { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` },
        }),
      ),
    )

  it('does not change the visitor unless a proxy is trusted', async () => {
    const statuses = (await tries(test, newIp())).map(({ status }) => status)
    expect(statuses).toContain(429)
    const behind = await createTestApp({
      sharing: test,
      config: { trustProxy: true, networkLimits: readNetworkLimits('mailed_links=20') },
    })
    const proxied = (await tries(behind, newIp())).map(({ status }) => status)
    await behind.close()
    expect(new Set(proxied)).toEqual(new Set([204]))
  })
})
