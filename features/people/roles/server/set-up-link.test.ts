import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { createSetUpLink, offerSetUp } from './set-up-link.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({
    config: { adminEmail: 'chief@example.org', publicUrl: 'https://lend.example' },
  })
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm
beforeEach(() => orm().delete(users))

const offer = (settings: object = {}) =>
  offerSetUp(orm(), { ...test.deps.config, ...settings }, test.deps.clock())
const renew = () =>
  createSetUpLink(orm(), test.deps.config, { now: test.deps.clock(), renew: true })
const use = (url: string | null) =>
  test.call(accountsApi.resetPassword, {
    body: {
      token: new URL(url ?? '').searchParams.get('token') ?? '',
      password: 'a-long-and-rare-one',
    },
  })
async function offeredUrl(): Promise<string> {
  const setUp = await offer()
  if (!setUp) throw new Error('Unexpected start without a link')
  return setUp.url
}

it('the set-up link makes the first admin, works once and is stored as a hash', async () => {
  const url = await offeredUrl()
  expect(url).toMatch(/^https:\/\/lend\.example\/auth\/resetPassword\?token=/)
  const secret = new URL(url).searchParams.get('token') ?? ''
  expect(JSON.stringify(await orm().select().from(tokens))).not.toContain(secret)
  const { body } = await use(url)
  const info = await test.call(profileApi.userinfo, { as: body.api_token })
  expect([info.body.email, info.body.role_id, info.body.email_confirmed]).toEqual([
    'chief@example.org',
    ROLE_ID.admin,
    true,
  ])
  expect((await use(url)).status).toBe(422)
  expect(await offer()).toBeNull()
})

it('the set-up link is printed at one start, and again once it has expired', async () => {
  const url = await offeredUrl()
  expect(await offer()).toBeNull()
  test.advance(3 * HOUR_MS + 1_000)
  expect((await use(url)).status).toBe(422)
  expect(await offer()).toMatchObject({ email: 'chief@example.org' })
  expect(await orm().select().from(users)).toHaveLength(1)
})

it('the set-up link stops working when another one is made', async () => {
  const first = await offeredUrl()
  const second = await renew()
  expect((await use(first)).status).toBe(422)
  expect((await use(second)).status).toBe(200)
})

it('the set-up link ends the sessions of an account that registered the address without confirming it', async () => {
  const stranger = await createUser(orm(), { email: 'chief@example.org', email_confirmed_at: null })
  await use(await offeredUrl())
  expect((await test.call(profileApi.userinfo, { as: stranger.token })).status).toBe(401)
})

it('there is no set-up link if mails are sent, an admin exists or no address is configured', async () => {
  expect(await offer({ smtpUrl: 'smtp://mail.example' })).toBeNull()
  expect(await offer({ adminEmail: undefined })).toBeNull()
  expect(await orm().select().from(users)).toEqual([])
  await createUser(orm(), { role_id: ROLE_ID.admin })
  expect([await offer(), await renew()]).toEqual([null, null])
})
