import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { SoftwareAuthenticator } from '#app/server/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { sessionsApi } from '#features/people/accounts/sessions/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { rolesApi } from '#features/people/roles/contract.admin.ts'
import { passkeysApi } from '#features/people/sign-in/passkeys/contract.ts'
import { adminParcelsApi } from '#features/shop/parcels/contract.admin.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { hashSecret } from '#platform/server/identity/secrets.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { secondFactorsApi } from '../contract.ts'
import { second_factor_codes, second_factors } from '../tables.ts'

const ORIGIN = 'https://lend.example.org'
const PASSWORD = 'Kirschbaum am Gartenzaun'
let passwordHash: string

const required = { required: true, graceDays: 7 }
let test: TestApp
/** Another process with a shifted clock. */
let later: TestApp
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  const config = { publicUrl: ORIGIN, staffSecondFactor: required }
  test = await createTestApp({ config })
  later = await createTestApp({ sharing: test, config })
})
afterAll(async () => {
  await later.close()
  await test.close()
})

const orm = () => test.deps.database.orm
let ips = 0
const ip = () => `10.7.${Math.floor(++ips / 250)}.${ips % 250}`

const withPassword = (fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(orm(), { password_hash: passwordHash, ...fields })

/** The code of an app, a number of 30-second steps from now. */
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

interface Enrolled {
  user: TestUser
  secret: string
  codes: string[]
}

/** Switches it on with the previous code, so that the present one is still unused. */
async function enrol(user: TestUser): Promise<Enrolled> {
  const { status, body } = await test.call(secondFactorsApi.begin, { as: user.token, ip: ip() })
  expect(status).toBe(200)
  const confirmed = await test.call(secondFactorsApi.confirm, {
    as: user.token,
    body: { code: codeAt(body.secret, -1) },
    ip: ip(),
  })
  expect(confirmed.status).toBe(200)
  return { user, secret: body.secret, codes: confirmed.body.codes }
}

const firstStep = ({ email }: TestUser, app = test) =>
  app.call(accountsApi.login, { body: { email, password: PASSWORD }, ip: ip() })

const secondStep = (token: string, code: string, app = test) =>
  app.call(secondFactorsApi.logIn, { body: { token, code }, ip: ip() })

const isLoggedIn = async (token: string) =>
  (await test.call(profileApi.userinfo, { as: token })).status === 200

const subjectsTo = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject)

describe('setting up the second step', () => {
  it('changes nothing before the first code of the app', async () => {
    const user = await withPassword()
    const { body } = await test.call(secondFactorsApi.begin, { as: user.token, ip: ip() })
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/.*issuer=Letterlend/)
    expect(body.picture.path).toMatch(/^M\d/)
    const wrong = await test.call(secondFactorsApi.confirm, {
      as: user.token,
      body: { code: '000000' },
    })
    expect([wrong.status, wrong.error.errors]).toEqual([
      422,
      { code: ['errors.validation.appCode'] },
    ])
    expect((await firstStep(user)).body).toEqual({ api_token: expect.any(String) })
  })

  it('gives ten codes, ends other sessions and mailed links, and notifies the owner by mail', async () => {
    const user = await withPassword()
    const other = (await firstStep(user)).body.api_token
    const link = await createToken(orm(), 'login', user, new Date())
    const { codes } = await enrol(user)
    expect(new Set(codes).size).toBe(10)
    expect(await isLoggedIn(other)).toBe(false)
    expect(await isLoggedIn(user.token)).toBe(true)
    expect((await test.call(accountsApi.loginWithToken, { body: { token: link } })).status).toBe(
      422,
    )
    expect(await subjectsTo(user)).toEqual(['The second step is switched on'])
    const { body } = await test.call(secondFactorsApi.get, { as: user.token })
    expect(body).toMatchObject({ codes_left: 10, proofs: ['code'], staff: null })
  })

  it('accepts only the app of the latest attempt, as in another tab', async () => {
    const user = await withPassword()
    const begin = async () =>
      (await test.call(secondFactorsApi.begin, { as: user.token, ip: ip() })).body.secret
    const [first, second] = [await begin(), await begin()]
    const confirm = (secret: string) =>
      test.call(secondFactorsApi.confirm, { as: user.token, body: { code: codeAt(secret) } })
    expect((await confirm(first)).status).toBe(422)
    expect((await confirm(second)).status).toBe(200)
  })

  it('adds nothing to the download that could log in', async () => {
    const { user, secret } = await enrol(await withPassword())
    const { body } = await test.call(accountsApi.exportData, { as: user.token })
    expect(Object.keys(body.data.second_factors?.[0] ?? {}).sort()).toEqual([
      'created_at',
      'pending_at',
      'user_id',
    ])
    expect(JSON.stringify(body)).not.toContain(secret)
  })
})

describe('a login in two steps', () => {
  it('opens a session with the code of the app, however it is typed', async () => {
    const { user, secret } = await enrol(await withPassword())
    const { status, body } = await firstStep(user)
    expect([status, body.second_step]).toEqual([200, true])
    expect(await isLoggedIn(body.api_token)).toBe(false)
    const code = codeAt(secret)
    const done = await secondStep(body.api_token, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([done.status, await isLoggedIn(done.body.api_token)]).toEqual([200, true])
    expect((await secondStep(body.api_token, codeAt(secret, 1))).error.code).toBe('invalid_token')
  })

  it('accepts a code once out of twenty at the same time in two processes', async () => {
    const { user, secret } = await enrol(await withPassword())
    const halves = await Promise.all(
      Array.from({ length: 8 }, async () => (await firstStep(user)).body.api_token),
    )
    const code = codeAt(secret)
    const tries = await Promise.all(
      halves.map((half, index) => secondStep(half, code, index % 2 ? later : test)),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
  })

  it('refuses codes older than the last used one and those of a clock that is far off', async () => {
    const { user, secret } = await enrol(await withPassword())
    const { api_token: half } = (await firstStep(user)).body
    for (const steps of [-2, 2, 5]) {
      expect((await secondStep(half, codeAt(secret, steps))).status).toBe(422)
    }
    expect((await secondStep(half, codeAt(secret, 1))).status).toBe(200)
    const { api_token: again } = (await firstStep(user)).body
    expect((await secondStep(again, codeAt(secret))).status).toBe(422)
  })

  it('accepts each of the ten codes once and returns how many are left', async () => {
    const { user, codes } = await enrol(await withPassword())
    const [code = ''] = codes
    const half = async () => (await firstStep(user)).body.api_token
    expect((await secondStep(await half(), code.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await secondStep(await half(), code)).status).toBe(422)
    expect(await subjectsTo(user)).toContain('A code that works once was used')
    const mail = (await test.mails()).find(
      ({ recipient, subject }) => recipient === user.email && subject.startsWith('A code'),
    )
    expect(mail?.text).toContain('9 of them are left')
    expect(mail?.text).not.toContain(code)
    const [stored] = await orm()
      .select()
      .from(second_factor_codes)
      .where(eq(second_factor_codes.user_id, user.id))
    expect(codes.map((each) => each.replace('-', ''))).not.toContain(stored?.code_hash)
  })

  it('stores slow hashes of the ten codes and still accepts those with an older hash', async () => {
    const { user, codes } = await enrol(await withPassword())
    const stored = await orm()
      .select()
      .from(second_factor_codes)
      .where(eq(second_factor_codes.user_id, user.id))
    expect(stored.map(({ code_hash }) => code_hash.split('$').slice(1, 4).join('$'))).toEqual(
      codes.map(() => 'argon2id$v=19$m=19456,t=2,p=1'),
    )
    expect(new Set(stored.map(({ code_hash }) => code_hash)).size).toBe(codes.length)
    const former = 'ABCDEFGH'
    await orm()
      .insert(second_factor_codes)
      .values({ user_id: user.id, code_hash: hashSecret(`${user.id} ${former}`) })
    const half = async () => (await firstStep(user)).body.api_token
    expect((await secondStep(await half(), former)).status).toBe(200)
    expect((await secondStep(await half(), former)).status).toBe(422)
  })

  it('limits wrong codes per account, across processes and logins', async () => {
    const { user, secret } = await enrol(await withPassword())
    const statuses: number[] = []
    for (let count = 0; count < 11; count++) {
      const app = count % 2 ? later : test
      const { api_token: half } = (await firstStep(user)).body
      statuses.push((await secondStep(half, '000000', app)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    const { api_token: half } = (await firstStep(user)).body
    expect((await secondStep(half, codeAt(secret))).status).toBe(429)
  })

  it('accepts the right code from a known network despite guesses elsewhere', async () => {
    const { user, secret, codes } = await enrol(await withPassword())
    const step = async (code: string, from: string) => {
      const { api_token: token } = (await firstStep(user)).body
      return test.call(secondFactorsApi.logIn, { body: { token, code }, ip: from })
    }
    const [first = '', second = ''] = codes
    expect((await step(first, '10.9.1.1')).status).toBe(200)
    for (let count = 0; count < 11; count++) await step('000000', '10.9.2.2')
    for (let count = 0; count < 11; count++) await step('AAAA-AAAA', '10.9.2.2')
    expect((await step(codeAt(secret, 1), '10.9.3.3')).status).toBe(429)
    expect((await step(second, '10.9.3.3')).status).toBe(429)
    expect((await step(second, '10.9.1.1')).status).toBe(200)
    expect((await step(codeAt(secret, 1), '10.9.1.1')).status).toBe(200)
    // A known network has its own limit.
    for (let count = 0; count < 10; count++)
      expect((await step('000000', '10.9.1.1')).status).toBe(422)
    expect((await step('000000', '10.9.1.1')).status).toBe(429)
  })

  it('stays open for ten minutes and ends with the sessions of the account', async () => {
    const { user, secret } = await enrol(await withPassword())
    const { api_token: old } = (await firstStep(user)).body
    const slow = await createTestApp({ sharing: test, config: { publicUrl: ORIGIN } })
    slow.advance(11 * MINUTE_MS)
    expect((await secondStep(old, codeAt(secret, 22), slow)).error.code).toBe('invalid_token')
    await slow.close()
    await test.call(sessionsApi.endAll, { as: user.token })
    expect((await secondStep(old, codeAt(secret))).error.code).toBe('invalid_token')
  })

  it('cannot be bypassed with a mailed link, a new password or a confirmation', async () => {
    const { user, secret } = await enrol(await withPassword())
    const link = await createToken(orm(), 'login', user, new Date())
    const byLink = await test.call(accountsApi.loginWithToken, { body: { token: link } })
    const reset = await createToken(orm(), 'password_reset', user, new Date())
    const byReset = await test.call(accountsApi.resetPassword, {
      body: { token: reset, password: `${PASSWORD} im Mai` },
      ip: ip(),
    })
    await orm().update(users).set({ email_confirmed_at: null }).where(eq(users.id, user.id))
    const confirmation = await createToken(orm(), 'email_confirmation', user, new Date())
    const byConfirmation = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: confirmation },
      ip: ip(),
    })
    for (const { body } of [byLink, byReset, byConfirmation]) {
      expect(body.second_step).toBe(true)
      expect(await isLoggedIn(body.api_token)).toBe(false)
    }
    expect((await secondStep(byConfirmation.body.api_token, codeAt(secret))).status).toBe(200)
  })

  it('never opens a session without the second step', async () => {
    const { user } = await enrol(await withPassword())
    await expect(createSession(orm(), { userId: user.id }, new Date())).rejects.toThrow(
      'without its second step',
    )
  })

  it('is refused to a suspended account and with the code of another account', async () => {
    const { user, secret } = await enrol(await withPassword())
    const { user: other } = await enrol(await withPassword())
    const { api_token: half } = (await firstStep(other)).body
    expect((await secondStep(half, codeAt(secret))).status).toBe(422)
    const { api_token: own } = (await firstStep(user)).body
    await orm().update(users).set({ suspended_at: new Date() }).where(eq(users.id, user.id))
    expect((await secondStep(own, codeAt(secret))).error.code).toBe('account_suspended')
  })
})

describe('switching off the second step and making new codes', () => {
  it('requires a fresh proof with the app, not with the password', async () => {
    const { user, secret } = await enrol(await withPassword())
    const slow = await createTestApp({ sharing: test, config: { publicUrl: ORIGIN } })
    slow.advance(11 * MINUTE_MS)
    const remove = () => slow.call(secondFactorsApi.remove, { as: user.token, ip: ip() })
    const prove = (body: { code: string } | { current_password: string }) =>
      slow.call(secondFactorsApi.prove, { as: user.token, body, ip: ip() })
    expect((await remove()).error.code).toBe('fresh_proof_needed')
    expect((await prove({ current_password: PASSWORD })).status).toBe(403)
    expect((await prove({ code: codeAt(secret, 22) })).status).toBe(204)
    const { body } = await slow.call(secondFactorsApi.newCodes, { as: user.token, ip: ip() })
    expect(body.codes).toHaveLength(10)
    expect((await remove()).status).toBe(204)
    expect((await firstStep(user)).body.second_step).toBeUndefined()
    expect((await subjectsTo(user)).sort()).toEqual([
      'The second step is switched off',
      'The second step is switched on',
      'You have new codes for logging in',
    ])
    await slow.close()
  })

  it('happens by “it was not me” only for members and recent changes', async () => {
    const notMe = async (user: TestUser) => {
      const token = await createToken(orm(), 'not_me', user, new Date())
      expect((await test.call(accountsApi.notMe, { body: { token } })).status).toBe(204)
      return (await orm().select().from(users).where(eq(users.id, user.id)))[0]
    }
    const { user } = await enrol(await withPassword())
    expect((await notMe(user))?.second_factor_since).toBeNull()
    const { user: staff } = await enrol(await withPassword({ role_id: 3 }))
    expect((await notMe(staff))?.second_factor_since).not.toBeNull()
  })
})

describe('a fresh proof', () => {
  it('is required for calls that concern persons, money and roles, and for no other call of a task', async () => {
    const admin = await withPassword({ role_id: 3 })
    const member = await createUser(orm())
    const slow = await createTestApp({ sharing: test, config: { publicUrl: ORIGIN } })
    slow.advance(11 * MINUTE_MS)
    const version = 0
    const give = () =>
      slow.call(rolesApi.set, { as: admin.token, body: { id: member.id, version, tasks: ['map'] } })
    expect((await give()).error.code).toBe('fresh_proof_needed')
    const exportData = () =>
      slow.call(adminUsersApi.exportData, { as: admin.token, body: { id: member.id } })
    expect((await exportData()).error.code).toBe('fresh_proof_needed')
    const id = randomUUID()
    const labels = () =>
      slow.call(adminParcelsApi.addressLabels, { as: admin.token, body: { ids: [id] } })
    expect((await labels()).error.code).toBe('fresh_proof_needed')
    const slip = await slow.call(adminParcelsApi.packingSlip, { as: admin.token, query: { id } })
    expect(slip.status).toBe(404)
    const save = (key: 'prices' | 'banner') =>
      slow.call(settingsApi.save, { as: admin.token, body: { key, version: 0, value: null } })
    expect((await save('prices')).error.code).toBe('fresh_proof_needed')
    expect((await save('banner')).status).toBe(200)
    expect((await slow.call(adminUsersApi.list, { as: admin.token })).status).toBe(200)

    const prove = (current_password: string) =>
      slow.call(secondFactorsApi.prove, { as: admin.token, body: { current_password }, ip: ip() })
    expect((await prove('guess guess')).status).toBe(422)
    expect((await give()).status).toBe(403)
    expect((await prove(PASSWORD)).status).toBe(204)
    expect([(await give()).status, (await exportData()).status]).toEqual([200, 200])
    expect((await labels()).error.code).toBe('wrong_status')
    slow.advance(11 * MINUTE_MS)
    expect((await exportData()).error.code).toBe('fresh_proof_needed')
    await slow.close()
  })

  it('counts only for the session in which it was given', async () => {
    const admin = await withPassword({ role_id: 3 })
    const other = (await firstStep(admin)).body.api_token
    const slow = await createTestApp({ sharing: test, config: { publicUrl: ORIGIN } })
    slow.advance(11 * MINUTE_MS)
    const body = { current_password: PASSWORD }
    await slow.call(secondFactorsApi.prove, { as: admin.token, body, ip: ip() })
    const begin = async (as: string) =>
      (await slow.call(secondFactorsApi.begin, { as, ip: ip() })).status
    expect([await begin(admin.token), await begin(other)]).toEqual([200, 403])
    await slow.close()
  })
})

describe('an account with a task', () => {
  const actsOn = async ({ id }: TestUser) => {
    const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
    return acts.map(({ verb }) => verb)
  }
  const list = (as: string, app: TestApp) => app.call(rolesApi.list, { as })

  it('loses the back office after a week without a second factor', async () => {
    const admin = await withPassword({ role_id: 3 })
    const slow = await createTestApp({
      sharing: test,
      config: { publicUrl: ORIGIN, staffSecondFactor: required },
    })
    slow.advance(6 * DAY_MS)
    expect((await list(admin.token, slow)).status).toBe(200)
    slow.advance(2 * DAY_MS)
    const refused = await list(admin.token, slow)
    expect([refused.status, refused.error.code]).toEqual([403, 'second_factor_required'])
    // Outside the back office, they are a member like others.
    expect((await slow.call(profileApi.userinfo, { as: admin.token })).status).toBe(200)
    const body = { current_password: PASSWORD }
    await slow.call(secondFactorsApi.prove, { as: admin.token, body, ip: ip() })
    expect((await list(admin.token, slow)).error.code).toBe('second_factor_required')

    const { body: app } = await slow.call(secondFactorsApi.begin, { as: admin.token, ip: ip() })
    const code = new TOTP({ secret: app.secret }).generate({ timestamp: Date.now() + 8 * DAY_MS })
    await slow.call(secondFactorsApi.confirm, { as: admin.token, body: { code }, ip: ip() })
    expect((await list(admin.token, slow)).status).toBe(200)
    expect(await actsOn(admin)).toEqual(['set_up_second_factor'])
    await slow.close()
  })

  it('is recorded in the audit log if it adds a second factor by password alone after the week', async () => {
    const slow = await createTestApp({
      sharing: test,
      config: { publicUrl: ORIGIN, staffSecondFactor: required },
    })
    const member = await withPassword()
    const [early, late] = [await withPassword({ role_id: 3 }), await withPassword({ role_id: 3 })]
    await addPasskey(early)
    slow.advance(8 * DAY_MS)
    const body = { current_password: PASSWORD }
    for (const { token } of [late, member]) {
      await slow.call(secondFactorsApi.prove, { as: token, body, ip: ip() })
    }
    await addPasskey(late, slow)
    await addPasskey(member, slow)
    const acts = await Promise.all([early, late, member].map(actsOn))
    expect(acts).toEqual([[], ['set_up_second_factor'], []])
    await slow.close()
  })

  it('needs no second factor if the community does not require it', async () => {
    const admin = await withPassword({ role_id: 3 })
    const off = await createTestApp({
      sharing: test,
      config: { staffSecondFactor: { required: false, graceDays: 7 } },
    })
    off.advance(80 * DAY_MS)
    expect((await list(admin.token, off)).status).toBe(200)
    await off.close()
  })

  it('starts its week with the first task, however it is given', async () => {
    const member = await createUser(orm())
    const since = async () =>
      (await orm().select().from(users).where(eq(users.id, member.id)))[0]?.staff_since
    expect(await since()).toBeNull()
    await orm()
      .update(users)
      .set({ tasks: ['map'] })
      .where(eq(users.id, member.id))
    const first = await since()
    expect(first).toBeInstanceOf(Date)
    await orm().update(users).set({ role_id: 3, tasks: [] }).where(eq(users.id, member.id))
    expect(await since()).toEqual(first)
    await orm().update(users).set({ role_id: 1 }).where(eq(users.id, member.id))
    expect(await since()).toBeNull()
  })

  async function addPasskey(user: TestUser, app = test) {
    const device = new SoftwareAuthenticator(ORIGIN)
    const options = await app.call(passkeysApi.startRegistration, {
      as: user.token,
      body: {},
      ip: ip(),
    })
    const credential = device.create(options.body)
    const { status, body } = await app.call(passkeysApi.register, {
      as: user.token,
      body: { name: 'Phone', credential },
      ip: ip(),
    })
    expect(status).toBe(201)
    return { device, passkey: body }
  }
  const sign = async (device: SoftwareAuthenticator) =>
    device.get((await test.call(passkeysApi.startLogin, { body: {}, ip: ip() })).body)

  it('gets in with its own passkey, at the login or later, but not with another account’s', async () => {
    const admin = await withPassword({ role_id: 3 })
    const { device } = await addPasskey(admin)
    const { device: stranger } = await addPasskey(await createUser(orm()))
    const slow = await createTestApp({
      sharing: test,
      config: { publicUrl: ORIGIN, staffSecondFactor: required },
    })
    slow.advance(8 * DAY_MS)
    const body = async (by: SoftwareAuthenticator) => ({ credential: await sign(by) })
    const strong = await test.call(passkeysApi.login, { body: await body(device), ip: ip() })
    expect((await list(strong.body.api_token, slow)).status).toBe(200)
    expect((await list(admin.token, slow)).status).toBe(403)
    const prove = async (by: SoftwareAuthenticator) =>
      (await test.call(passkeysApi.prove, { as: admin.token, body: await body(by), ip: ip() }))
        .status
    expect(await prove(stranger)).toBe(422)
    expect((await list(admin.token, slow)).status).toBe(403)
    expect(await prove(device)).toBe(204)
    expect((await list(admin.token, slow)).status).toBe(200)
    await slow.close()
  })

  it('whose password is stolen keeps its passkey, and the thief cannot add a second factor', async () => {
    const admin = await withPassword({ role_id: 3 })
    const { passkey } = await addPasskey(admin)
    const as = (await firstStep(admin)).body.api_token
    const begun = await test.call(secondFactorsApi.begin, { as, ip: ip() })
    const removed = await test.call(passkeysApi.remove, { as, body: { id: passkey.id } })
    const added = await test.call(passkeysApi.startRegistration, {
      as,
      body: { current_password: PASSWORD },
      ip: ip(),
    })
    const codes = [begun, removed, added].map(({ error }) => error.code)
    expect(codes).toEqual(Array(3).fill('fresh_proof_needed'))
    const { body } = await test.call(secondFactorsApi.get, { as })
    expect(body.proofs).toEqual(['passkey'])
  })

  it('loses the back office after the week if it removes its last second factor', async () => {
    const { user: admin } = await enrol(await withPassword({ role_id: 3 }))
    const slow = await createTestApp({
      sharing: test,
      config: { publicUrl: ORIGIN, staffSecondFactor: required },
    })
    expect((await test.call(secondFactorsApi.remove, { as: admin.token })).status).toBe(204)
    slow.advance(8 * DAY_MS)
    expect((await list(admin.token, slow)).error.code).toBe('second_factor_required')
    await slow.close()
  })
})

describe('resetting the second step', () => {
  it('is done by another administrator, recorded and mailed, and ends all sessions', async () => {
    const admin = await withPassword({ role_id: 3 })
    const { user } = await enrol(await withPassword({ role_id: 3 }))
    const versionOf = async (id: string) =>
      (await test.call(adminUsersApi.byId, { as: admin.token, query: { id } })).body.version
    const reset = async (id: string) =>
      test.call(adminUsersApi.resetSecondFactor, {
        as: admin.token,
        body: { id, version: await versionOf(id) },
      })
    expect((await reset(admin.id)).error.code).toBe('own_account')
    const { status, body } = await reset(user.id)
    expect([status, body.has_second_factor]).toEqual([200, false])
    expect(await isLoggedIn(user.token)).toBe(false)
    expect((await firstStep(user)).body.second_step).toBeUndefined()
    expect(await subjectsTo(user)).toContain('Your second step was reset')
    const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, user.id))
    expect(acts.map(({ verb }) => verb)).toContain('reset_second_factor')
    const rows = await orm()
      .select()
      .from(second_factors)
      .where(eq(second_factors.user_id, user.id))
    expect(rows).toEqual([])
  })
})
