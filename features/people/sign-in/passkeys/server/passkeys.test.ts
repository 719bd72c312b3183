import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import {
  type Deviation,
  SoftwareAuthenticator,
} from '#app/server/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { sessionsApi } from '#features/people/accounts/sessions/contract.ts'
import { readNetworkLimits } from '#platform/server/identity/network-limits.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { configApi } from '#platform/shared/config.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { passkeysApi } from '../contract.ts'
import { passkeys } from '../tables.ts'
import { relyingPartyOf } from './relying-party.ts'

const ORIGIN = 'https://lend.example.org'
const PASSWORD = 'Kirschbaum am Gartenzaun'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({
    config: { publicUrl: ORIGIN, networkLimits: readNetworkLimits('logins=60') },
  })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let networks = 0
/** Each call uses another network, so that no limit is reached. */
const ip = () => `10.9.${++networks >> 8}.${networks & 255}`

async function start(as: string) {
  return (await test.call(passkeysApi.startRegistration, { as, body: {}, ip: ip() })).body
}

async function addPasskey(user: TestUser, name = 'Key ring') {
  const device = new SoftwareAuthenticator(ORIGIN)
  const credential = device.create(await start(user.token))
  const { status, body } = await test.call(passkeysApi.register, {
    as: user.token,
    body: { name, credential },
    ip: ip(),
  })
  expect(status).toBe(201)
  return { device, passkey: body }
}

const challenge = async (app = test) =>
  (await app.call(passkeysApi.startLogin, { body: {}, ip: ip() })).body

const redeem = (credential: ReturnType<SoftwareAuthenticator['get']>, app = test) =>
  app.call(passkeysApi.login, { body: { credential }, ip: ip() })

async function logIn(device: SoftwareAuthenticator, deviation?: Deviation) {
  return redeem(device.get(await challenge(), deviation))
}

const mailsTo = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)

describe('a passkey', () => {
  it('is a way to log in, also for an account without a password', async () => {
    const user = await createUser(orm())
    const ready = async () => {
      const { body } = await test.call(profileApi.userinfo, { as: user.token })
      return [body.has_password, body.can_log_in]
    }
    expect(await ready()).toEqual([false, false])
    await addPasskey(user)
    expect(await ready()).toEqual([false, true])
  })

  it('can be added and logs in without an address, repeatedly', async () => {
    const user = await createUser(orm())
    const { device, passkey } = await addPasskey(user, ' Key ring ')
    expect(passkey).toMatchObject({ name: 'Key ring', last_used_at: null })
    for (let time = 0; time < 2; time++) {
      const { status, body, headers } = await logIn(device)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      const me = await test.call(profileApi.userinfo, { as: body.api_token })
      expect(me.body.id).toBe(user.id)
    }
    const { body: list } = await test.call(passkeysApi.list, { as: user.token })
    expect(list).toMatchObject([{ id: passkey.id, last_used_at: expect.any(String) }])
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['created_at', 'id', 'last_used_at', 'name'])
    const [mail] = await mailsTo(user)
    expect([mail?.subject, mail?.text]).toEqual([
      'A passkey has been added',
      expect.stringContaining(`${ORIGIN}/profile/security`),
    ])
  })

  it('can be renamed and removed only by its owner', async () => {
    const user = await createUser(orm())
    const stranger = await createUser(orm())
    const { device, passkey } = await addPasskey(user)
    const { id } = passkey
    for (const { token, statuses } of [
      { token: stranger.token, statuses: [404, 404] },
      { token: user.token, statuses: [200, 204] },
      { token: user.token, statuses: [404, 404] },
    ]) {
      const body = { id, name: 'Phone' }
      const renamed = await test.call(passkeysApi.rename, { as: token, body })
      if (statuses[0] === 200) expect(renamed.body.name).toBe('Phone')
      const removed = await test.call(passkeysApi.remove, { as: token, body: { id } })
      expect([renamed.status, removed.status]).toEqual(statuses)
    }
    expect((await logIn(device)).status).toBe(401)
    expect((await mailsTo(user)).map(({ subject }) => subject).sort()).toEqual([
      'A passkey has been added',
      'A passkey has been removed',
    ])
  })

  it('requires a name', async () => {
    const user = await createUser(orm())
    const credential = new SoftwareAuthenticator(ORIGIN).create(await start(user.token))
    for (const name of ['', '  ', 'x'.repeat(61)]) {
      const call = { as: user.token, body: { name, credential } }
      const { status, error } = await test.call(passkeysApi.register, call)
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['name']])
    }
  })

  it('is deleted with its account, and its key is not part of the download', async () => {
    const user = await createUser(orm())
    const { device } = await addPasskey(user)
    const exported = await test.call(accountsApi.exportData, { as: user.token })
    const [row] = exported.body.data.passkeys ?? []
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'created_at',
      'id',
      'last_used_at',
      'name',
      'user_id',
    ])
    await test.call(accountsApi.remove, { as: user.token })
    expect((await logIn(device)).error.code).toBe('invalid_credentials')
    const left = await orm().select().from(passkeys).where(eq(passkeys.user_id, user.id))
    expect(left).toEqual([])
  })

  it('survives a new password, and the mail says so', async () => {
    const user = await createUser(orm(), { password_hash: await hashPassword(PASSWORD) })
    const { device } = await addPasskey(user)
    const { status } = await test.call(profileApi.updateAccountInfo, {
      as: user.token,
      body: {
        email: user.email,
        firstname: 'Ada',
        lastname: 'Muster',
        address: 'Weg 1',
        postcode: '8004',
        city: 'Zürich',
        country: 'CH',
        current_password: PASSWORD,
        new_password: `${PASSWORD} im Mai`,
      },
    })
    expect(status).toBe(200)
    expect((await logIn(device)).status).toBe(200)
    const mail = (await mailsTo(user)).find(({ subject }) => subject.includes('password'))
    expect(mail?.text).toContain('Your passkey keeps working')
  })
})

describe('adding a passkey', () => {
  const register = (as: string, credential: ReturnType<SoftwareAuthenticator['create']>) =>
    test.call(passkeysApi.register, { as, body: { name: 'Phone', credential }, ip: ip() })

  it.each<Deviation>([
    { origin: 'https://lend.example.org.evil.example' },
    { rpId: 'example.org' },
    { userVerified: false },
  ])('is refused with %o', async (deviation) => {
    const user = await createUser(orm())
    const device = new SoftwareAuthenticator(ORIGIN)
    const credential = device.create(await start(user.token), deviation)
    const { status, error } = await register(user.token, credential)
    expect([status, error.code]).toEqual([422, 'invalid_passkey'])
    expect((await test.call(passkeysApi.list, { as: user.token })).body).toEqual([])
  })

  it('works once, in time, and only for the account it was begun for', async () => {
    const user = await createUser(orm())
    const stranger = await createUser(orm())
    const device = new SoftwareAuthenticator(ORIGIN)
    const credential = device.create(await start(user.token))
    expect((await register(stranger.token, credential)).status).toBe(422)
    expect((await register(user.token, credential)).status).toBe(201)
    expect((await register(user.token, credential)).status).toBe(422)
    const forLogin = { ...(await start(user.token)), challenge: (await challenge()).challenge }
    expect((await register(user.token, device.create(forLogin))).status).toBe(422)
    const later = await createTestApp({ sharing: test, config: { publicUrl: ORIGIN } })
    const body = { name: 'Late', credential: device.create(await start(user.token)) }
    later.advance(5 * MINUTE_MS + 1)
    expect((await later.call(passkeysApi.register, { as: user.token, body })).status).toBe(422)
    await later.close()
  })

  it('refuses a credential of another account', async () => {
    const user = await createUser(orm())
    const stranger = await createUser(orm())
    const { device } = await addPasskey(user)
    const { status } = await register(stranger.token, device.create(await start(stranger.token)))
    expect(status).toBe(409)
  })

  it('requires the password of a caller without a fresh login', async () => {
    const later = await createTestApp({ sharing: test, config: { publicUrl: ORIGIN } })
    later.advance(11 * MINUTE_MS)
    const user = await createUser(orm(), { password_hash: await hashPassword(PASSWORD) })
    const begin = (current_password?: string) =>
      later.call(passkeysApi.startRegistration, {
        as: user.token,
        body: current_password === undefined ? {} : { current_password },
        ip: ip(),
      })
    for (const wrong of [undefined, 'guess guess']) {
      const { status, error } = await begin(wrong)
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['current_password']])
    }
    expect((await begin(PASSWORD)).status).toBe(200)
    const without = await createUser(orm())
    const { error } = await later.call(passkeysApi.startRegistration, {
      as: without.token,
      body: {},
    })
    expect(error.code).toBe('login_too_old')
    await later.close()
  })

  it('requires a confirmed address', async () => {
    const { token } = await createUser(orm(), { email_confirmed_at: null })
    const { error } = await test.call(passkeysApi.startRegistration, { as: token, body: {} })
    expect(error.code).toBe('email_not_confirmed')
  })
})

describe('logging in with a passkey', () => {
  it('returns the same error for everything that is wrong', async () => {
    const { device } = await addPasskey(await createUser(orm()))
    const { device: other } = await addPasskey(await createUser(orm()))
    const signed = device.get(await challenge())
    const tampered = other.get(await challenge())
    const answers = await Promise.all([
      redeem({ ...device.get(await challenge()), id: 'bm9ib2R5', rawId: 'bm9ib2R5' }),
      logIn(device, { origin: 'http://lend.example.org' }),
      logIn(device, { rpId: 'evil.example' }),
      logIn(device, { userVerified: false }),
      logIn(device, { crossOrigin: true }),
      redeem({ ...signed, response: { ...signed.response, signature: 'MEUCIQDx' } }),
      redeem({ ...tampered, id: device.id, rawId: device.id }),
      redeem(device.get({ ...(await challenge()), challenge: 'bm90LW91cnM' })),
    ])
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([
        401,
        {
          statusCode: 401,
          error: 'Unauthorized',
          message: 'Not authorized',
          code: 'invalid_credentials',
        },
      ])
    }
    expect((await logIn(device)).status).toBe(200)
  })

  it('accepts a signature once: of twenty at the same time one opens a session', async () => {
    const user = await createUser(orm())
    const { device } = await addPasskey(user)
    const credential = device.get(await challenge())
    const tries = await Promise.all(Array.from({ length: 20 }, () => redeem(credential)))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
    const { body } = await test.call(sessionsApi.list, { as: user.token })
    expect(body).toHaveLength(2)
    expect((await redeem(credential)).status).toBe(401)
  })

  it('refuses a used challenge and one for adding a passkey', async () => {
    const user = await createUser(orm())
    const { device } = await addPasskey(user)
    const later = await createTestApp({ sharing: test, config: { publicUrl: ORIGIN } })
    const old = device.get(await challenge())
    later.advance(5 * MINUTE_MS + 1)
    expect((await redeem(old, later)).status).toBe(401)
    await later.close()
    const other = { ...(await challenge()), challenge: (await start(user.token)).challenge }
    expect((await redeem(device.get(other))).status).toBe(401)
  })

  it('refuses a counter that goes back, which would reveal a copy of the key', async () => {
    const { device } = await addPasskey(await createUser(orm()))
    expect((await logIn(device, { counter: 50 })).status).toBe(200)
    expect((await logIn(device, { counter: 50 })).status).toBe(401)
    expect((await logIn(device, { counter: 7 })).status).toBe(401)
    expect((await logIn(device, { counter: 0 })).status).toBe(401)
    expect((await logIn(device, { counter: 51 })).status).toBe(200)
  })

  it('works if the authenticator does not count', async () => {
    const user = await createUser(orm())
    const device = new SoftwareAuthenticator(ORIGIN)
    const credential = device.create(await start(user.token), { counter: 0 })
    const body = { name: 'Phone', credential }
    await test.call(passkeysApi.register, { as: user.token, body })
    expect((await logIn(device, { counter: 0 })).status).toBe(200)
    expect((await logIn(device, { counter: 0 })).status).toBe(200)
  })

  it('is limited per visitor', async () => {
    const { device } = await addPasskey(await createUser(orm()))
    const credential = device.get(await challenge(), { rpId: 'evil.example' })
    const tryOne = () => test.call(passkeysApi.login, { body: { credential }, ip: '10.8.8.8' })
    for (let count = 0; count < 60; count++) expect((await tryOne()).status).toBe(401)
    expect((await tryOne()).status).toBe(429)
  })
})

describe('the address of the community', () => {
  it('decides whether passkeys are available', () => {
    const partyOf = (publicUrl: string) => relyingPartyOf({ publicUrl })
    expect(partyOf('https://lend.example.org/map')).toEqual({
      id: 'lend.example.org',
      origin: 'https://lend.example.org',
    })
    expect(partyOf('http://localhost:3411')?.origin).toBe('http://localhost:3411')
    for (const url of ['http://127.0.0.1:3000', 'https://192.0.2.7', 'https://[2001:db8::1]']) {
      expect(partyOf(url)).toBeNull()
    }
    expect(partyOf('http://lend.example.org')).toBeNull()
  })

  it('makes passkeys unavailable if it is an IP address', async () => {
    const numbers = await createTestApp({
      sharing: test,
      config: { publicUrl: 'http://127.0.0.1:3000' },
    })
    expect((await numbers.call(configApi.get)).body.passkeys).toBe(false)
    expect((await test.call(configApi.get)).body.passkeys).toBe(true)
    const { status, error } = await numbers.call(passkeysApi.startLogin, { body: {} })
    expect([status, error.code]).toEqual([404, 'passkeys_unavailable'])
    await numbers.close()
  })
})

it('after a move to another domain, an account with only a passkey gets in by mail and adds another', async () => {
  const user = await createUser(orm(), { password_hash: null })
  const { device } = await addPasskey(user)
  const moved = await createTestApp({
    sharing: test,
    config: { publicUrl: 'https://neighbours.example.net' },
  })
  try {
    // The device signs for the old domain: browsers allow nothing else there.
    const signed = device.get(await challenge(moved), { rpId: 'lend.example.org' })
    expect((await redeem(signed, moved)).status).not.toBe(200)

    const link = await moved.call(accountsApi.sendLoginLink, {
      body: { email: user.email },
      ip: ip(),
    })
    expect(link.status).toBe(204)
    const mails = (await moved.mails()).filter(({ recipient }) => recipient === user.email)
    const [, token = ''] =
      /https:\/\/neighbours\.example\.net\/[^"]*[?&;]lt=([\w-]{43})/.exec(
        mails.at(-1)?.html ?? '',
      ) ?? []
    const { status, body } = await moved.call(accountsApi.loginWithToken, { body: { token } })
    expect(status).toBe(200)
    const as = 'api_token' in body ? body.api_token : undefined
    const begun = await moved.call(passkeysApi.startRegistration, { as, body: {}, ip: ip() })
    const another = new SoftwareAuthenticator('https://neighbours.example.net')
    const added = await moved.call(passkeysApi.register, {
      as,
      body: { name: 'New name', credential: another.create(begun.body) },
      ip: ip(),
    })
    expect(added.status).toBe(201)
    expect((await redeem(another.get(await challenge(moved)), moved)).status).toBe(200)
  } finally {
    await moved.close()
  }
})
