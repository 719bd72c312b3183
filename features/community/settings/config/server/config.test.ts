import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { configApi } from '#platform/shared/config.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it.each([
  ['in production without SMTP_URL', { production: true, smtpUrl: undefined }, true],
  ['in production with it', { production: true, smtpUrl: 'smtp://mail.example' }, false],
  ['while the app is tried out', { production: false, smtpUrl: undefined }, false],
])('GET /config says whether a mail server is missing: %s', async (_, config, missing) => {
  const app = await createTestApp({ sharing: test, config })
  expect((await app.call(configApi.get)).body.mail_server_missing).toBe(missing)
  await app.close()
})
