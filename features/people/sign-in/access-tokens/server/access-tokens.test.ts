import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementOf } from '#app/server/testing/bank-statement.ts'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { adminOverviewApi } from '#features/community/statistics/overview/contract.admin.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { sessionsApi } from '#features/people/accounts/sessions/contract.ts'
import { userSettingsApi } from '#features/people/accounts/user-settings/contract.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { rolesApi } from '#features/people/roles/contract.admin.ts'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { order_events } from '#features/shop/orders/tables.ts'
import { weakenSessions } from '#platform/server/identity/sessions.queries.ts'
import { access_tokens, attempts, tokens, users } from '#platform/server/identity/tables.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { adminAccessTokensApi } from '../contract.admin.ts'
import { accessTokensApi, MAX_TOKENS, type NewToken } from '../contract.ts'

const GRACE_DAYS = 7

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp({
    config: { staffSecondFactor: { required: true, graceDays: GRACE_DAYS } },
  })
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const NEW: NewToken = { name: ' Script ', writes: true, tasks: [], days: 30 }

const make = async ({ token }: TestUser, fields: Partial<NewToken> = {}) =>
  test.call(accessTokensApi.create, { as: token, body: { ...NEW, ...fields } })
const makeForCommunity = async (fields: Partial<NewToken> = {}) =>
  test.call(adminAccessTokensApi.create, {
    as: admin.token,
    body: { ...NEW, tasks: ['shipping'], ...fields },
  })

const statusOf = async (as: string) => (await test.call(profileApi.userinfo, { as })).status
const orders = (as: string) => test.call(adminOrdersApi.list, { as })

describe('a personal access token', () => {
  it('is shown once, kept as a hash, and acts for its owner', async () => {
    const user = await createUser(orm())
    const { status, body, headers } = await make(user)
    expect([status, body.name, headers['cache-control']]).toEqual([201, 'Script', 'no-store'])
    expect(body.token).toMatch(/^llt_[\w-]{43}$/)
    const [row] = await orm().select().from(access_tokens).where(eq(access_tokens.id, body.id))
    expect(JSON.stringify(row)).not.toContain(body.token)
    const me = await test.call(profileApi.userinfo, { as: body.token })
    expect([me.status, me.body.id]).toEqual([200, user.id])
    const list = await test.call(accessTokensApi.list, { as: user.token })
    expect(list.body).toMatchObject([{ id: body.id, last_used_at: expect.any(String) }])
    expect(JSON.stringify(list.body)).not.toContain(body.token)
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['A program has access to your account'])
  })

  it('needs a fresh proof to be made', async () => {
    const user = await createUser(orm())
    const before = new Date(Date.now() - 60 * MINUTE_MS)
    await orm().update(tokens).set({ created_at: before }).where(eq(tokens.user_id, user.id))
    expect((await make(user)).error.code).toBe('fresh_proof_needed')
  })

  it('cannot make or list tokens, change the ways in, or end the account', async () => {
    const user = await createUser(orm())
    const { token: as } = (await make(user)).body
    const answers = [
      await test.call(accessTokensApi.create, { as, body: NEW }),
      await test.call(accessTokensApi.list, { as }),
      await test.call(accountsApi.remove, { as, body: {} as never }),
      await test.call(profileApi.updateAccountInfo, { as, body: { firstname: 'Eve' } as never }),
      await test.call(sessionsApi.endAll, { as }),
    ]
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
      answers.map(() => [403, 'token_not_taken']),
    )
  })

  it('that may only read changes nothing', async () => {
    const user = await createUser(orm())
    const { token: as } = (await make(user, { writes: false })).body
    expect((await test.call(userSettingsApi.get, { as })).status).toBe(200)
    const changed = await test.call(userSettingsApi.update, { as, body: {} as never })
    expect([changed.status, changed.error.code]).toEqual([403, 'token_reads_only'])
  })

  it('has of its tasks those that its owner has now', async () => {
    const helper = await createUser(orm(), { tasks: ['shipping'] })
    const { body } = await make(helper, { tasks: ['shipping', 'treasury'] })
    expect(body.tasks).toEqual(['shipping'])
    expect((await orders(body.token)).status).toBe(200)
    const without = (await make(helper)).body.token
    expect((await orders(without)).status).toBe(404)
    const { version } = (
      await test.call(rolesApi.byId, { as: admin.token, query: { id: helper.id } })
    ).body
    const taken = { id: helper.id, version, tasks: ['texts' as const] }
    await test.call(rolesApi.set, { as: admin.token, body: taken })
    expect((await orders(body.token)).status).toBe(404)
    expect(await statusOf(body.token)).toBe(200)
  })

  it('of an administrator has no more than the tasks that were chosen', async () => {
    const { token } = (await make(admin, { tasks: ['shipping'] })).body
    expect((await orders(token)).status).toBe(200)
    const listed = await test.call(adminUsersApi.list, { as: token })
    expect(listed.error.code).toBe('task_missing')
  })

  it('is dead when it has ended, expired, or its account is suspended or logged out everywhere', async () => {
    const user = await createUser(orm())
    const ended = (await make(user)).body
    await test.call(accessTokensApi.end, { as: user.token, body: { id: ended.id } })
    expect(await statusOf(ended.token)).toBe(401)

    const expired = (await make(user)).body
    const past = { expires_at: new Date(Date.now() - 1) }
    await orm().update(access_tokens).set(past).where(eq(access_tokens.id, expired.id))
    expect(await statusOf(expired.token)).toBe(401)

    const open = (await make(user)).body.token
    await orm().update(users).set({ suspended_at: new Date() }).where(eq(users.id, user.id))
    expect(await statusOf(open)).toBe(401)
    await orm().update(users).set({ suspended_at: null }).where(eq(users.id, user.id))
    expect(await statusOf(open)).toBe(200)
    await test.call(sessionsApi.endAll, { as: user.token })
    expect(await statusOf(open)).toBe(401)
  })

  it('is ended only by its owner', async () => {
    const user = await createUser(orm())
    const { id, token } = (await make(user)).body
    const stranger = await createUser(orm())
    const answer = await test.call(accessTokensApi.end, { as: stranger.token, body: { id } })
    expect(answer.status).toBe(404)
    expect(
      (await test.call(adminAccessTokensApi.end, { as: admin.token, body: { id } })).status,
    ).toBe(404)
    expect(await statusOf(token)).toBe(200)
  })

  it('works behind a second factor if it was made behind one, and no longer without it', async () => {
    const helper = await createUser(orm(), { tasks: ['shipping'] })
    const weak = (await make(helper, { tasks: ['shipping'] })).body.token
    await orm().update(tokens).set({ strong: true }).where(eq(tokens.user_id, helper.id))
    const strong = (await make(helper, { tasks: ['shipping'] })).body.token
    const since = new Date(Date.now() - (GRACE_DAYS + 1) * DAY_MS)
    await orm().update(users).set({ staff_since: since }).where(eq(users.id, helper.id))
    expect((await orders(weak)).error.code).toBe('second_factor_required')
    expect((await orders(strong)).status).toBe(200)
    await weakenSessions(orm(), helper.id)
    expect((await orders(strong)).error.code).toBe('second_factor_required')
  })

  it('is refused above a number of calls, whichever network they come from', async () => {
    const user = await createUser(orm())
    const { token } = (await make(user)).body
    await orm().delete(attempts)
    expect(await statusOf(token)).toBe(200)
    await orm().update(attempts).set({ count: 600 })
    const { status, error } = await test.call(profileApi.userinfo, { as: token, ip: '10.1.2.3' })
    expect([status, error.code]).toEqual([429, 'rate_limited'])
  })

  it('is one of a few', async () => {
    const user = await createUser(orm())
    for (let made = 0; made < MAX_TOKENS; made++) expect((await make(user)).status).toBe(201)
    expect((await make(user)).error.code).toBe('too_many_access_tokens')
  })

  it('cannot be made with an empty name or a life of years', async () => {
    const user = await createUser(orm())
    expect((await make(user, { name: ' ' })).status).toBe(422)
    expect((await make(user, { days: 5000 })).status).toBe(422)
    expect((await make(user, { tasks: ['administration' as never] })).status).toBe(422)
  })
})

describe('an access token of the community', () => {
  it('is made and ended by administrators, and acts for no person', async () => {
    const { status, body } = await makeForCommunity()
    expect(status).toBe(201)
    expect((await orders(body.token)).status).toBe(200)
    expect((await test.call(profileApi.userinfo, { as: body.token })).error.code).toBe(
      'token_not_taken',
    )
    const list = await test.call(adminAccessTokensApi.list, { as: admin.token })
    expect(list.body).toContainEqual(
      expect.objectContaining({ id: body.id, last_used_at: expect.any(String) }),
    )
    await test.call(adminAccessTokensApi.end, { as: admin.token, body: { id: body.id } })
    expect((await orders(body.token)).status).toBe(404)
    const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, body.id))
    expect(acts.map(({ verb, label, actor_id }) => [verb, label, actor_id])).toEqual(
      expect.arrayContaining([
        ['create', 'Script', admin.id],
        ['revoke', 'Script', admin.id],
      ]),
    )
  })

  it('reads and does what its tasks allow, and the audit log names it', async () => {
    const { token } = (await makeForCommunity({ name: 'Label printer' })).body
    const overview = await test.call(adminOverviewApi.overview, { as: token })
    expect(overview.error.code).toBe('task_missing')
    const { id } = await createOrder(orm(), { status: 'paid' })
    const { body: before } = await test.call(adminOrdersApi.byId, { as: token, query: { id } })
    const shipped = await test.call(adminOrdersApi.ship, {
      as: token,
      body: { id, version: before.version },
    })
    expect([shipped.status, shipped.body.order_status.name]).toEqual([200, 'processed'])
    const [event] = await orm()
      .select()
      .from(order_events)
      .where(eq(order_events.order_id, id))
      .orderBy(desc(order_events.created_at))
    expect(event?.user_id).toBeNull()
    const { body } = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject: 'order', subject_id: id },
    })
    expect(body.rows).toMatchObject([
      { verb: 'ship', actor: 'token', by: null, token: { name: 'Label printer' } },
    ])
  })

  it('imports a bank statement, and the audit log names it for what the job did', async () => {
    const { token: as } = (await makeForCommunity({ name: 'Bank', tasks: ['treasury'] })).body
    const { token: own } = (await make(admin, { name: 'My bank', tasks: ['treasury'] })).body
    const { token: reading } = (await makeForCommunity({ tasks: ['treasury'], writes: false })).body
    const callers = [
      { as, entry: { actor: 'token', by: null, token: { name: 'Bank' } } },
      { as: own, entry: { actor: 'admin', by: { id: admin.id }, token: { name: 'My bank' } } },
    ]
    for (const { as, entry } of callers) {
      const { id, refno } = await createOrder(orm())
      const body = { xml: statementOf(refno) }
      const refused = await test.call(bankStatementsApi.import, { as: reading, body })
      expect(refused.error.code).toBe('token_reads_only')
      const begun = await test.call(bankStatementsApi.import, { as, body })
      await test.deps.jobs.drain('bank-statements')
      const query = { id: begun.body.id }
      const { body: read } = await test.call(bankStatementsApi.imported, { as, query })
      expect(read).toMatchObject({ is_done: true, paid: [{ order_id: id }], unmatched: [] })
      const paid = await test.call(auditApi.list, {
        as: admin.token,
        query: { subject: 'order', subject_id: id },
      })
      expect(paid.body.rows).toMatchObject([{ verb: 'pay', ...entry }])
      const runs = await test.call(auditApi.list, {
        as: admin.token,
        query: { subject: 'bank_payment' },
      })
      expect(runs.body.rows[0]).toMatchObject({ verb: 'run', ...entry })
    }
  })

  it('of a person is named beside the person', async () => {
    const { token } = (await make(admin, { name: 'My script', tasks: ['shipping'] })).body
    const { id } = await createOrder(orm(), { status: 'paid' })
    await test.call(adminOrdersApi.note, { as: token, body: { id, version: 0, note: 'x' } })
    const { body } = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject: 'order', subject_id: id },
    })
    expect(body.rows).toMatchObject([
      { actor: 'admin', by: { id: admin.id }, token: { name: 'My script' } },
    ])
  })

  it('makes no call that needs a fresh proof, moves money or is about people', async () => {
    const { token: as } = (
      await makeForCommunity({ tasks: ['shipping', 'treasury', 'moderation'] })
    ).body
    const { id } = await createOrder(orm(), { status: 'paid' })
    const answers = [
      await test.call(adminOrdersApi.export, { as, query: {} as never }),
      await test.call(adminOrdersApi.correct, { as, body: { id, version: 0 } as never }),
      await test.call(bankStatementsApi.giveBack, { as, body: { id, version: 0 } as never }),
    ]
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'token_not_taken'))
  })

  it('needs a task', async () => {
    expect((await makeForCommunity({ tasks: [] })).status).toBe(422)
  })
})
