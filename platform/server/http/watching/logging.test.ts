import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { captchaApi } from '#platform/shared/captcha.ts'
import { readNetworkLimits } from '../../identity/network-limits.ts'
import { createLogger } from './logging.ts'

const SECRET = 'vertraulich-0123456789'

let log = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    log += String(chunk)
    done()
  },
})

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({
    config: { networkLimits: readNetworkLimits('captchas=1') },
    deps: { logger: createLogger('trace', { destination: stream }) },
  })
})
afterAll(() => test.close())
beforeEach(() => {
  log = ''
})

it.each([
  '/?lt=',
  '/auth/confirmEmail?email_confirmation_token=',
  '/api/v1/mail/unsubscribe?token=',
  '/nothing.png?lt=',
])('the log contains the path of %s, never its query', async (url) => {
  await test.app.inject(`${url}${SECRET}`)
  expect(log).toContain(`"path":"${url.split('?')[0]}"`)
  expect(log).not.toContain(SECRET)
})

it('the log contains neither the input nor the caller, even if a query fails', async () => {
  const { database } = test.deps
  await database.query('ALTER TABLE users RENAME TO gone')
  try {
    const { status, error } = await test.call(accountsApi.login, {
      body: { email: `${SECRET}@example.org`, password: SECRET },
    })
    expect([status, error.code]).toEqual([500, 'internal'])
    expect(JSON.stringify(error)).not.toMatch(/users|select/i)
  } finally {
    await database.query('ALTER TABLE gone RENAME TO users')
  }
  expect(log).toContain('relation \\"users\\" does not exist')
  expect(log).toContain('users.queries.ts')
  expect(log).not.toContain(SECRET)
  expect(log).not.toContain('params')
})

it('the log omits the row that a constraint rejected', async () => {
  const failing = test.deps.database.query(
    `INSERT INTO users (email, lang) VALUES ($1, 'xx') RETURNING id`,
    [SECRET],
  )
  const error = await failing.catch((reason: unknown) => reason)
  test.deps.logger.error({ err: error }, 'unexpected error')
  expect(log).toContain('users_lang_check')
  expect(log).not.toContain(SECRET)
})

it('the log names the limit that stopped a request', async () => {
  await test.call(captchaApi.challenge)
  expect((await test.call(captchaApi.challenge)).status).toBe(429)
  expect(log).toContain('"code":"rate_limited","limit":"captchas"')
})

it('the log never contains the authorization header', async () => {
  await test.call(profileApi.userinfo, { as: SECRET })
  expect(log).toContain('/users/userinfo')
  expect(log).not.toContain(SECRET)
})
