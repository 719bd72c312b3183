import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { notify } from '#features/people/notifications/server/delivery/notify.ts'
import { setTasks } from '#features/people/roles/server/giving.ts'
import { tasksChanged } from '#features/people/roles/server/mails/tasks-changed.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { adminUsersApi as api } from '../contract.admin.ts'

const REASON = 'Du hast <b>Werbung</b> verschickt.\nBitte lass das.'
const PASSWORD = 'a long and good password'

let test: TestApp
let admin: TestUser
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3 })
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const versionOf = async (id: string) => (await findUser(orm(), id))?.staff_version ?? 0
const suspend = async (id: string, reason = REASON, as = admin.token) =>
  test.call(api.suspend, { body: { id, version: await versionOf(id), reason }, as })
const restore = async (id: string) =>
  test.call(api.restore, { body: { id, version: await versionOf(id) }, as: admin.token })
const mailsTo = async (email: string) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
const statusOf = async (user: TestUser, id: string) =>
  (await test.call(listsApi.list, { as: user.token, query: {} })).body.find(
    (each) => each.id === id,
  )
const logIn = (email: string, password: string) =>
  test.call(accountsApi.login, { body: { email, password } })

describe('a suspended user', () => {
  it('gets the reason by mail in their language, as plain text', async () => {
    const user = await createUser(orm(), { lang: 'de', firstname: 'Ben' })
    const { status, body } = await suspend(user.id)
    expect([status, body.suspended, body.suspended_reason]).toEqual([200, true, REASON])
    const [mail, ...more] = await mailsTo(user.email)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('gesperrt')
    expect(mail?.text).toContain('<b>Werbung</b>')
    expect(mail?.text).toContain('antworte auf diese E-Mail')
    expect(mail?.html).not.toContain('<b>Werbung')
    const noted = await orm().select().from(audit_log).where(eq(audit_log.subject_id, user.id))
    expect(noted).toMatchObject([{ verb: 'suspend', actor_id: admin.id, after: { reason: '…' } }])
  })

  it('sees the reason at login with the right password only', async () => {
    const password_hash = await hashPassword(PASSWORD)
    const user = await createUser(orm(), { password_hash })
    await suspend(user.id)
    const wrong = await logIn(user.email, 'another password')
    expect([wrong.status, wrong.error.code]).toEqual([401, 'invalid_credentials'])
    const right = await logIn(user.email, PASSWORD)
    expect([right.status, right.error.code, right.error.message]).toEqual([
      403,
      'account_suspended',
      REASON,
    ])
    await restore(user.id)
    expect((await logIn(user.email, PASSWORD)).status).toBe(200)
  })

  it('cannot log in by any link, sent before or after', async () => {
    const user = await createUser(orm())
    const row = { id: user.id, email: user.email }
    const link = await createToken(orm(), 'login', row, new Date())
    const reset = await createToken(orm(), 'password_reset', row, new Date())
    await suspend(user.id)
    const later = await createToken(orm(), 'login', row, new Date())
    for (const token of [link, later]) {
      const { error } = await test.call(accountsApi.loginWithToken, { body: { token } })
      expect(error.code).toBe('account_suspended')
    }
    const body = { token: reset, password: PASSWORD }
    const { error } = await test.call(accountsApi.resetPassword, { body })
    expect(error.code).toBe('account_suspended')
    const left = await orm().select().from(tokens).where(eq(tokens.user_id, user.id))
    expect(left.filter(({ kind }) => kind === 'session')).toEqual([])
  })

  it('is notified when restored, and old sessions stay ended', async () => {
    const user = await createUser(orm())
    await suspend(user.id)
    const { body } = await restore(user.id)
    expect(body).toMatchObject({ suspended: false, suspended_reason: null })
    expect((await test.call(profileApi.userinfo, { as: user.token })).status).toBe(401)
    const subjects = (await mailsTo(user.email)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual([
      expect.stringContaining('is open again'),
      expect.stringContaining('is suspended'),
    ])
  })

  it('gets no other notifications and cannot be given a task', async () => {
    const user = await createUser(orm())
    await suspend(user.id)
    const row = await findUser(orm(), user.id)
    if (!row) throw new Error('Unexpected missing account')
    const url = 'https://example.org'
    const mail = () =>
      tasksChanged({ firstname: 'Ada', tasks: ['map'], taken: [], area: null, url })
    const notice = { user: row, kind: 'request', path: '/', mail } as const
    expect(await notify(orm(), test.deps, notice, new Date())).toBe(false)
    const granting = orm().transaction((tx) =>
      setTasks(tx, test.deps, user.id, { tasks: ['administration'], by: 'command' }),
    )
    expect(await granting).toBe('no_role_possible')
    expect(await mailsTo(user.email)).toHaveLength(1)
  })

  it('has no visible letterbox, but keeps access to orders by their link', async () => {
    const lender = await loans.newLender()
    const order = await createOrder(orm(), { user_id: lender.owner.id })
    const visitor = () =>
      test.app.inject({
        method: 'GET',
        url: `/api/v1/letterboxes/getLetterboxById?letterbox_id=${lender.id}`,
      })
    expect((await visitor()).statusCode).toBe(200)
    await suspend(lender.owner.id)
    expect((await visitor()).statusCode).toBe(404)
    const loaded = await test.call(ordersApi.loadById, { query: { order_id: order.id } })
    expect(loaded.status).toBe(200)
    await restore(lender.owner.id)
    expect((await visitor()).statusCode).toBe(200)
  })
})

describe('a conversation with a suspended user', () => {
  it('is withdrawn for both sides, and the other side is notified without a name', async () => {
    const [lender, borrower] = [await loans.newLender(), await loans.newBorrower()]
    const transaction = await loans.ask(borrower, lender)
    await test.mails()
    await suspend(lender.owner.id)
    expect(await statusOf(borrower, transaction.id)).toMatchObject({ status: 'withdrawn' })
    const lastMail = (await mailsTo(borrower.email)).at(-1)
    expect(lastMail?.subject).toContain('nothing is lent')
    expect(lastMail?.text).not.toContain('suspended')
    const text = 'Are you there?'
    const sent = await test.call(messagesApi.sendMessage, {
      as: borrower.token,
      body: { transaction_id: transaction.id, text },
    })
    expect(sent.error.code).toBe('conflict')
    const again = await test.call(requestsApi.create, {
      as: borrower.token,
      body: { renter_id: lender.owner.id, item_id: LADDER, text },
    })
    expect(again.status).toBe(404)
  })

  it('keeps a running loan, and reopens once the user is restored', async () => {
    const [lender, borrower] = [await loans.newLender(), await loans.newBorrower()]
    const transaction = await loans.ask(borrower, lender)
    await loans.accept(lender.owner, transaction)
    const body = { transaction_id: transaction.id }
    await test.call(loansApi.handOver, { as: lender.owner.token, body })
    await suspend(borrower.id)
    expect(await statusOf(lender.owner, transaction.id)).toMatchObject({ status: 'handed_over' })
    await restore(borrower.id)
    const sent = await test.call(messagesApi.sendMessage, {
      as: lender.owner.token,
      body: { ...body, text: 'Welcome back' },
    })
    expect(sent.status).toBe(201)
  })

  it('stays closed after unblocking', async () => {
    const [lender, borrower] = [await loans.newLender(), await loans.newBorrower()]
    const transaction = await loans.ask(borrower, lender)
    const other = { as: lender.owner.token, body: { user_id: borrower.id } }
    await suspend(borrower.id)
    await test.call(blocksApi.block, other)
    await test.call(blocksApi.unblock, other)
    const sent = await test.call(messagesApi.sendMessage, {
      as: lender.owner.token,
      body: { transaction_id: transaction.id, text: 'Hello?' },
    })
    expect(sent.error.code).toBe('conflict')
  })
})

describe('suspending', () => {
  it('is refused for the own account, administrators and outdated versions', async () => {
    const other = await createUser(orm(), { role_id: 3 })
    const user = await createUser(orm())
    expect((await suspend(admin.id)).error.code).toBe('own_account')
    expect((await suspend(other.id)).error.code).toBe('is_admin')
    const late = { id: user.id, version: 4, reason: REASON }
    const answer = await test.call(api.suspend, { body: late, as: admin.token })
    expect(answer.error).toMatchObject({ code: 'changed_meanwhile', current: { id: user.id } })
    const none = await suspend(user.id, '  ')
    expect([none.status, Object.keys(none.error.errors ?? {})]).toEqual([422, ['reason']])
    const rows = await orm().select().from(users).where(eq(users.id, user.id))
    expect(rows).toMatchObject([{ suspended_at: null, staff_version: 0 }])
  })

  it('can be repeated with another reason, which is mailed as well', async () => {
    const user = await createUser(orm())
    const { body: first } = await suspend(user.id, 'The first reason.')
    const { body: second } = await suspend(user.id, 'The second reason.')
    expect(second.suspended_at).toBe(first.suspended_at)
    expect(second.suspended_reason).toBe('The second reason.')
    expect(await mailsTo(user.email)).toHaveLength(2)
  })
})
