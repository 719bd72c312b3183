import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import {
  createLetterbox,
  createUser,
  keepProved,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { SoftwareAuthenticator } from '#app/server/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { adminUsersApi, userSecurityEventsApi } from '#features/community/members/contract.admin.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { sessionsApi } from '#features/people/accounts/sessions/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { rolesApi } from '#features/people/roles/contract.admin.ts'
import { accessTokensApi } from '#features/people/sign-in/access-tokens/contract.ts'
import { passkeysApi } from '#features/people/sign-in/passkeys/contract.ts'
import { secondFactorsApi } from '#features/people/sign-in/second-factors/contract.ts'
import { cashBookApi } from '#features/shop/orders/cash-book/contract.admin.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { securityEventsApi } from '../contract.ts'
import {
  SECURITY_EVENT_KINDS,
  SECURITY_EVENT_WAYS,
  type SecurityEventKind,
} from '../event-kinds.ts'
import { security_events } from '../tables.ts'

const ORIGIN = 'https://lend.example.org'
const PASSWORD = 'Kirschbaum am Gartenzaun'
const NEW_PASSWORD = 'Holunderstrauch hinterm Haus'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ADDRESS = { address: 'Langstrasse 12', postcode: '8004', city: 'Zürich', country: 'CH' }

let test: TestApp
let admin: TestUser
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  test = await createTestApp({
    config: { publicUrl: ORIGIN, staffSecondFactor: { required: false, graceDays: 7 } },
  })
  admin = await keepProved(orm(), await createUser(orm(), { role_id: 3 }))
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let networks = 0
/** Each call uses another network, so that no limit is reached. */
const ip = () => `10.6.${++networks >> 8}.${networks & 255}`
const withPassword = () => createUser(orm(), { password_hash: passwordHash })

const eventsOf = async ({ token }: Pick<TestUser, 'token'>, page = 1) =>
  (await test.call(securityEventsApi.list, { as: token, query: { page: `${page}` } as never })).body

/** All security events of an account, oldest first, as `kind way by`. */
const writtenOf = async ({ id }: Pick<TestUser, 'id'>) => {
  const rows = await orm()
    .select()
    .from(security_events)
    .where(eq(security_events.user_id, id))
    .orderBy(security_events.at)
  return rows.map(({ kind, way, by }) => [kind, way, by].filter(Boolean).join(' '))
}

const logIn = ({ email }: TestUser, password = PASSWORD, as?: string) =>
  test.call(accountsApi.login, {
    body: { email, password },
    ip: ip(),
    ...(as && { as }),
    headers: { 'user-agent': FIREFOX },
  })

const update = (user: TestUser, change: object) =>
  test.call(profileApi.updateAccountInfo, {
    as: user.token,
    ip: ip(),
    body: {
      firstname: 'Ada',
      lastname: 'Muster',
      email: user.email,
      ...ADDRESS,
      current_password: PASSWORD,
      ...change,
    },
  })

const secretOfLastMail = async (to: string, parameter = 'token') => {
  const mails = (await test.mails()).filter(({ recipient }) => recipient === to)
  return new RegExp(`${parameter}=([\\w-]{43})`).exec(mails.at(-1)?.html ?? '')?.[1] ?? ''
}

const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

async function switchSecondStepOn(user: TestUser) {
  const { body } = await test.call(secondFactorsApi.begin, { as: user.token, ip: ip() })
  const call = { as: user.token, body: { code: codeAt(body.secret, -1) }, ip: ip() }
  const confirmed = await test.call(secondFactorsApi.confirm, call)
  return { secret: body.secret, codes: confirmed.body.codes }
}

const version = async (id: string) =>
  (await test.call(adminUsersApi.byId, { as: admin.token, query: { id } })).body.version

/**
 * Each entry causes something to happen to an account, and returns the events that must be
 * recorded.
 */
const HAPPENINGS: Record<string, () => Promise<[TestUser, string[]]>> = {
  async 'a password'() {
    const user = await withPassword()
    await logIn(user, 'wrong')
    const { body } = await logIn(user)
    await test.call(accountsApi.logout, { as: body.api_token })
    return [user, ['login_refused password self', 'login password self', 'logout self']]
  },
  async 'an access token that is made and ended'() {
    const user = await withPassword()
    const made = await test.call(accessTokensApi.create, {
      as: user.token,
      body: { name: 'Script', writes: false, tasks: [], days: 30 },
    })
    await test.call(accessTokensApi.end, { as: user.token, body: { id: made.body.id } })
    return [user, ['token_made self', 'token_ended self']]
  },
  async 'a new login of the same browser'() {
    const user = await withPassword()
    await logIn(user, PASSWORD, user.token)
    return [user, ['session_ended new_login system', 'login password self']]
  },
  async 'registering, confirming and a first password'() {
    const email = 'new.neighbour@example.org'
    const person = { firstname: 'Ida', lastname: 'Neu', email, ...ADDRESS, lang: 'en' as const }
    await test.call(registrationApi.register, { body: person, ip: ip() })
    const token = await secretOfLastMail(email, 'email_confirmation_token')
    const confirmed = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: token },
      ip: ip(),
    })
    const as = confirmed.body.api_token
    const set = await test.call(accountsApi.setPassword, { as, body: { password: NEW_PASSWORD } })
    expect(set.status).toBe(204)
    const { id } = (await test.call(profileApi.userinfo, { as })).body
    const written = ['login registration self', 'login confirmation self']
    return [{ id, email, token: as }, [...written, 'password_changed first self']]
  },
  async 'the links of mails'() {
    const user = await withPassword()
    const token = await createToken(orm(), 'login', user, new Date())
    await test.call(accountsApi.loginWithToken, { body: { token }, ip: ip() })
    const reset = await createToken(orm(), 'password_reset', user, new Date())
    const body = { token: reset, password: NEW_PASSWORD }
    await test.call(accountsApi.resetPassword, { body, ip: ip() })
    const changed = ['password_changed recovery self', 'login recovery self']
    return [user, ['login link self', ...changed]]
  },
  async 'the link of a conversation'() {
    const user = await withPassword()
    const { id: letterbox_id, owner } = await createLetterbox(orm(), { items: [4] })
    const sides = { borrower_id: user.id, lender_id: owner.id, letterbox_id, item_id: 4 }
    const [{ id: conversation } = { id: '' }] = await orm()
      .insert(transactions)
      .values(sides)
      .returning()
    const token = await createToken(orm(), 'conversation_link', user, new Date(), conversation)
    await test.call(accountsApi.loginWithToken, { body: { token }, ip: ip() })
    return [user, ['login conversation self']]
  },
  async 'ending sessions'() {
    const user = await withPassword()
    const other = await createSession(orm(), { userId: user.id }, new Date())
    const sessions = (await test.call(sessionsApi.list, { as: other })).body
    const id = sessions.find(({ current }) => current)?.id ?? ''
    await test.call(sessionsApi.end, { as: user.token, body: { id } })
    await test.call(sessionsApi.endOthers, { as: user.token })
    const body = { id: user.id, version: await version(user.id) }
    await test.call(adminUsersApi.endSessions, { as: admin.token, body })
    const user2 = ['session_ended self', 'sessions_ended self', 'sessions_ended staff']
    return [user, user2]
  },
  async 'too many sessions'() {
    const user = await withPassword()
    for (let session = 1; session < test.deps.config.maxSessions; session++)
      await createSession(orm(), { userId: user.id }, new Date())
    await logIn(user)
    return [user, ['session_ended too_many system', 'login password self']]
  },
  async 'changes of the account'() {
    const user = await withPassword()
    await update(user, { current_password: 'wrong password' })
    await update(user, { new_password: NEW_PASSWORD })
    const email = 'changed.address@example.org'
    await update(user, { email, current_password: NEW_PASSWORD })
    const body = {
      email_confirmation_token: await secretOfLastMail(email, 'email_confirmation_token'),
    }
    await test.call(accountsApi.emailConfirmation, { body, ip: ip() })
    const token = await secretOfLastMail(user.email)
    const restored = await test.call(accountsApi.restoreEmail, {
      body: { token, former_password: PASSWORD },
      ip: ip(),
    })
    expect(restored.status).toBe(204)
    const changes = ['proof_refused password self', 'password_changed self']
    const emails = ['email_change_asked self', 'email_changed self', 'login confirmation self']
    return [user, [...changes, ...emails, 'email_restored self']]
  },
  async 'it was not me'() {
    const user = await withPassword()
    const token = await createToken(orm(), 'not_me', user, new Date())
    await test.call(accountsApi.notMe, { body: { token } })
    return [user, ['not_me self']]
  },
  async 'a passkey'() {
    const user = await withPassword()
    const device = new SoftwareAuthenticator(ORIGIN)
    const start = await test.call(passkeysApi.startRegistration, {
      as: user.token,
      body: {},
      ip: ip(),
    })
    const added = await test.call(passkeysApi.register, {
      as: user.token,
      body: { name: 'Phone', credential: device.create(start.body) },
      ip: ip(),
    })
    const signed = async () =>
      device.get((await test.call(passkeysApi.startLogin, { body: {}, ip: ip() })).body)
    const old = await signed()
    const credential = await signed()
    await test.call(passkeysApi.login, { body: { credential }, ip: ip() })
    // The same signature again.
    await test.call(passkeysApi.login, { body: { credential }, ip: ip() })
    await test.call(passkeysApi.prove, { as: user.token, body: { credential: await signed() } })
    await test.call(passkeysApi.prove, { as: user.token, body: { credential: old } })
    await test.call(passkeysApi.remove, { as: user.token, body: { id: added.body.id } })
    const logins = ['passkey_added self', 'login passkey self', 'login_refused passkey self']
    const proofs = ['proof_given passkey self', 'proof_refused passkey self']
    return [user, [...logins, ...proofs, 'passkey_removed self']]
  },
  async 'a second step'() {
    const user = await withPassword()
    const { codes, secret } = await switchSecondStepOn(user)
    const { api_token: token } = (await logIn(user)).body
    const step = (code: string) =>
      test.call(secondFactorsApi.logIn, { body: { token, code }, ip: ip() })
    await step('000000')
    await step(codes[0] ?? '')
    const prove = (code: string) =>
      test.call(secondFactorsApi.prove, { as: user.token, body: { code }, ip: ip() })
    await prove('000000')
    await prove(codeAt(secret))
    await test.call(secondFactorsApi.newCodes, { as: user.token })
    await test.call(secondFactorsApi.remove, { as: user.token })
    await switchSecondStepOn(user)
    const body = { id: user.id, version: await version(user.id) }
    await test.call(adminUsersApi.resetSecondFactor, { as: admin.token, body })
    return [
      user,
      [
        'second_factor_on self',
        'login_refused second_step self',
        'recovery_code_used self',
        'login second_step self',
        'proof_refused code self',
        'proof_given code self',
        'recovery_codes_made self',
        'second_factor_off self',
        'second_factor_on self',
        'second_factor_reset staff',
      ],
    ]
  },
  async 'a proof by the password'() {
    const user = await withPassword()
    const body = { current_password: PASSWORD }
    await test.call(secondFactorsApi.prove, { as: user.token, body, ip: ip() })
    return [user, ['proof_given password self']]
  },
  async 'a download'() {
    const user = await withPassword()
    await test.call(accountsApi.exportData, { as: user.token, ip: ip() })
    await test.call(adminUsersApi.exportData, { as: admin.token, body: { id: user.id }, ip: ip() })
    return [user, ['data_exported self', 'data_exported staff']]
  },
  async 'files with other people’s data'() {
    const staff = await keepProved(orm(), await createUser(orm(), { role_id: 3 }))
    const fetchFile = async (path: string) => {
      const headers = { authorization: `Bearer ${staff.token}` }
      const { statusCode } = await test.app.inject({ url: API_BASE + path, headers })
      expect(statusCode).toBe(200)
    }
    await fetchFile(adminOrdersApi.export.path)
    await fetchFile(`${cashBookApi.cashBookExport.path}?month=2026-03`)
    const of = await withPassword()
    await test.call(adminUsersApi.exportData, { as: staff.token, body: { id: of.id }, ip: ip() })
    return [staff, Array(3).fill('file_taken self')]
  },
  async tasks() {
    const user = await withPassword()
    const set = async (tasks: ('moderation' | 'texts')[]) => {
      const read = await test.call(rolesApi.byId, { as: admin.token, query: { id: user.id } })
      const body = { id: user.id, version: read.body.version, tasks }
      expect((await test.call(rolesApi.set, { as: admin.token, body })).status).toBe(200)
    }
    await set(['texts'])
    await set([])
    return [user, ['role_given staff', 'role_taken staff']]
  },
  async 'a suspension'() {
    const user = await withPassword()
    const suspended = { id: user.id, version: await version(user.id), reason: 'No' }
    await test.call(adminUsersApi.suspend, { as: admin.token, body: suspended })
    const body = { id: user.id, version: await version(user.id) }
    await test.call(adminUsersApi.restore, { as: admin.token, body })
    return [user, ['account_suspended staff', 'account_restored staff']]
  },
  async 'merging with what happened to the other account'() {
    const [user, other] = [await withPassword(), await withPassword()]
    await Promise.all([logIn(user, 'wrong'), logIn(other, 'wrong')])
    const pair = { id: user.id, from: other.id }
    const { seen } = (await test.call(adminUsersApi.mergePreview, { as: admin.token, query: pair }))
      .body
    await test.call(adminUsersApi.merge, { as: admin.token, body: { ...pair, seen } })
    const refused = 'login_refused password self'
    return [user, [refused, refused, 'accounts_merged staff']]
  },
}

/**
 * The mail to the owner for each kind, and whether it contains "it was not me"; null if there is no
 * mail. Logins only send a mail for a new device (features/people/accounts/server/not-me.test.ts).
 */
const TOLD: Record<SecurityEventKind, [subject: string, notMe: boolean] | null> = {
  login: null,
  login_refused: null,
  logout: null,
  session_ended: null,
  sessions_ended: ['You are logged out of Letterlend everywhere', false],
  password_changed: ['Your password has been changed', true],
  email_change_asked: ['Your e-mail address is about to change', true],
  // Its button restores the address: features/people/accounts/server/email-restoring.test.ts.
  email_changed: ['Your e-mail address has been changed', true],
  email_restored: ['Your new password', false],
  passkey_added: ['A passkey has been added', true],
  passkey_removed: ['A passkey has been removed', true],
  // Needs an identity provider:
  // features/people/sign-in/identity-providers/server/identity-providers.test.ts.
  account_linked: null,
  account_unlinked: null,
  second_factor_on: ['The second step is switched on', true],
  second_factor_off: ['The second step is switched off', true],
  second_factor_reset: ['Your second step was reset', true],
  token_made: ['A program has access to your account', true],
  token_ended: null,
  recovery_codes_made: ['You have new codes for logging in', true],
  recovery_code_used: ['A code that works once was used', true],
  proof_given: null,
  proof_refused: null,
  not_me: ['Your new password', false],
  role_given: ['You were given tasks at Letterlend', true],
  role_taken: ['You have no task at Letterlend any more', false],
  data_exported: ['Your data has been downloaded', true],
  file_taken: ['You have downloaded a file with other people’s data', true],
  account_suspended: ['Your account at Letterlend is suspended', false],
  account_restored: ['Your account at Letterlend is open again', false],
  accounts_merged: ['Your two accounts at Letterlend are one now', false],
}
/** The account sets its first password within an hour of confirming its address. */
const PART_OF_REGISTERING = 'password_changed first self'

describe('security events', () => {
  const written = new Set<string>()
  it.each(Object.entries(HAPPENINGS))(
    'are recorded once and notify the owner: %s',
    async (_, happen) => {
      const [user, expected] = await happen()
      const found = await writtenOf(user)
      for (const each of found) for (const word of each.split(' ')) written.add(word)
      expect([...found].sort()).toEqual([...expected].sort())

      const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
      for (const each of found) {
        const told = TOLD[each.split(' ')[0] as SecurityEventKind]
        if (!told || each === PART_OF_REGISTERING) continue
        const [subject, notMe] = told
        const mail = mails.find((one) => one.subject === subject)
        expect([each, mail && /\/auth\/notMe\?token=[\w-]{43}/.test(mail.html)]).toEqual([
          each,
          notMe,
        ])
        expect(`${mail?.subject} ${mail?.text}`).not.toContain(PASSWORD)
      }
    },
  )

  it('cover every kind and way in the tests above, except those of identity providers', () => {
    // Events that need an identity provider are tested in
    // features/people/sign-in/identity-providers/server/identity-providers.test.ts.
    expect(SECURITY_EVENT_KINDS.filter((kind) => !written.has(kind))).toEqual([
      'account_linked',
      'account_unlinked',
    ])
    expect(SECURITY_EVENT_WAYS.filter((way) => !written.has(way))).toEqual(['openid'])
  })

  it.each(LANGUAGES)('have a text for every kind and way in the language %s', async (language) => {
    const file = await import(`../texts/${language}.json`, { with: { type: 'json' } })
    const texts = file.default['security-events']
    expect(Object.keys(texts.kinds).sort()).toEqual([...SECURITY_EVENT_KINDS].sort())
    expect(Object.keys(texts.ways).sort()).toEqual([...SECURITY_EVENT_WAYS].sort())
  })
})

describe('refused logins', () => {
  it('are counted in one row for twenty at the same time', async () => {
    const user = await withPassword()
    const tries = await Promise.all(Array.from({ length: 20 }, () => logIn(user, 'wrong')))
    const refused = tries.filter(({ status }) => status === 401).length
    expect(refused).toBe(20)
    expect((await eventsOf(user)).rows).toMatchObject([
      { kind: 'login_refused', way: 'password', count: 20, browser: 'Firefox', system: 'Linux' },
    ])
  })

  it('start a new row in the next hour', async () => {
    const later = await createTestApp({ sharing: test })
    const user = await withPassword()
    await logIn(user, 'wrong')
    later.advance(HOUR_MS)
    const { email } = user
    await later.call(accountsApi.login, { body: { email, password: 'wrong' }, ip: ip() })
    expect((await eventsOf(user)).rows.map(({ count }) => count)).toEqual([1, 1])
    await later.close()
  })

  it('are not recorded for an address without an account', async () => {
    const before = await orm().$count(security_events)
    const body = { email: 'nobody.at.all@example.org', password: 'wrong' }
    await test.call(accountsApi.login, { body, ip: ip() })
    expect(await orm().$count(security_events)).toBe(before)
  })
})

describe('GET /securityEvents', () => {
  it('lists only the caller’s own events, page by page, newest first', async () => {
    const [user, other] = [await withPassword(), await withPassword()]
    for (let login = 0; login < 19; login++) await logIn(user)
    for (let logout = 0; logout < 3; logout++)
      await test.call(sessionsApi.endOthers, { as: user.token })
    const [first, second] = [await eventsOf(user), await eventsOf(user, 2)]
    expect([first.rows.length, first.total, first.kept_days]).toEqual([20, 22, 180])
    expect(second.rows).toHaveLength(2)
    const times = [...first.rows, ...second.rows].map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
    expect((await eventsOf(other)).rows).toEqual([])
    expect(Object.keys(first.rows[0] ?? {}).sort()).toEqual([
      'at',
      'browser',
      'by',
      'count',
      'id',
      'kind',
      'system',
      'way',
    ])
  })

  it('requires a login and a valid page', async () => {
    expect((await test.call(securityEventsApi.list, {})).status).toBe(401)
    const { token } = await createUser(orm())
    for (const page of ['0', 'x', '-1']) {
      const call = { as: token, query: { page } as never }
      expect((await test.call(securityEventsApi.list, call)).status).toBe(400)
    }
  })

  it('returns events that are part of the download and are deleted with the account', async () => {
    const user = await withPassword()
    await logIn(user)
    const { data } = (await test.call(accountsApi.exportData, { as: user.token, ip: ip() })).body
    expect(data.security_events).toHaveLength(2)
    const body = { current_password: PASSWORD }
    expect((await test.call(accountsApi.remove, { as: user.token, body })).status).toBe(204)
    expect(await writtenOf(user)).toEqual([])
  })

  it('no longer returns events older than the retention period', async () => {
    const user = await withPassword()
    await logIn(user)
    const config = { ...test.deps.config, securityEventDays: 30 }
    const forget = (days: number) =>
      cleanUp({ ...test.deps, config }, new Date(Date.now() + days * DAY_MS))
    await forget(29)
    expect(await writtenOf(user)).toHaveLength(1)
    await forget(31)
    expect(await writtenOf(user)).toEqual([])
  })
})

describe('GET /admin/securityEvents', () => {
  const look = (id: string, as: string) =>
    test.call(userSecurityEventsApi.ofUser, { as, query: { id, page: '1' } as never })

  it('shows an administrator the events of a user and records the look once a session', async () => {
    const user = await withPassword()
    await logIn(user)
    for (let time = 0; time < 2; time++)
      expect((await look(user.id, admin.token)).body.rows).toMatchObject([{ kind: 'login' }])
    const noted = await orm().select().from(audit_log).where(eq(audit_log.subject_id, user.id))
    expect(noted).toMatchObject([{ subject: 'security_event', verb: 'read', actor_id: admin.id }])
  })

  it('is refused to everyone except administrators', async () => {
    const user = await withPassword()
    const moderator = await createUser(orm(), { role_id: 2 })
    expect((await look(user.id, user.token)).status).toBe(404)
    expect((await look(user.id, moderator.token)).status).toBe(403)
    expect((await look(crypto.randomUUID(), admin.token)).status).toBe(404)
  })
})

describe('the limit on sessions', () => {
  it('ends the session unused for longest and never the new one', async () => {
    const user = await withPassword()
    const limit = test.deps.config.maxSessions
    const older = Array.from({ length: limit - 1 }, (_, index) =>
      createSession(orm(), { userId: user.id }, new Date(Date.now() - (index + 1) * DAY_MS)),
    )
    const opened = await Promise.all(older)
    const { body } = await logIn(user)
    const works = async (as: string | undefined) =>
      (await test.call(profileApi.userinfo, { as: as ?? '' })).status === 200
    expect(await works(opened.at(-1))).toBe(false)
    expect(await works(opened.at(-2))).toBe(true)
    expect([await works(user.token), await works(body.api_token)]).toEqual([true, true])
  })

  it('holds for logins at the same time', async () => {
    const user = await withPassword()
    for (let session = 0; session < 18; session++)
      await createSession(orm(), { userId: user.id }, new Date())
    const logins = await Promise.all(Array.from({ length: 8 }, () => logIn(user)))
    expect(logins.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const open = await orm().select().from(tokens).where(eq(tokens.user_id, user.id))
    expect(open.filter(({ kind }) => kind === 'session')).toHaveLength(20)
  })
})

it('a new login ends the previous session of the same browser', async () => {
  const [user, other] = [await withPassword(), await withPassword()]
  const { body } = await logIn(user, PASSWORD, user.token)
  const status = async (as: string) => (await test.call(profileApi.userinfo, { as })).status
  expect([await status(user.token), await status(body.api_token)]).toEqual([401, 200])
  // The session ends whichever account it belongs to.
  await logIn(user, PASSWORD, other.token)
  expect(await status(other.token)).toBe(401)
  expect(await writtenOf(other)).toEqual(['session_ended new_login system'])
  // A refused login ends no session.
  await logIn(user, 'wrong', body.api_token)
  expect(await status(body.api_token)).toBe(200)
})
