import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { enqueueStaffMail } from '#platform/server/mail/staff-mail.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import type { BackOfficeCall } from '#platform/shared/task-matrix.ts'
import type { Task } from '#platform/shared/tasks.ts'
import { appointAdmin, setTasks } from './giving.ts'
import { tasksChanged } from './mails/tasks-changed.ts'

const CHIEF = 'Chief@example.org'
let test: TestApp
beforeAll(async () => {
  test = await createTestApp({
    config: { adminEmail: CHIEF, publicUrl: 'https://lend.example', smtpUrl: undefined },
  })
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm
beforeEach(async () => {
  await orm().delete(users)
  await orm().delete(local_mails)
})

const roleOf = async ({ id }: Pick<TestUser, 'id'>) => {
  const [row] = await orm().select().from(users).where(eq(users.id, id))
  return row?.role_id
}
const start = () => orm().transaction((tx) => appointAdmin(tx, test.deps))
/** Subjects of the mails to an address, except those about passwords. */
const mailsTo = async (email: string) =>
  (await test.mails())
    .filter(({ recipient, subject }) => recipient === email && !/password/.test(subject))
    .map(({ subject }) => subject)

async function confirm(user: { id: string; email: string }) {
  const secret = await createToken(orm(), 'email_confirmation', user, new Date())
  return test.call(accountsApi.emailConfirmation, { body: { email_confirmation_token: secret } })
}

describe('ADMIN_EMAIL', () => {
  it('makes a confirmed account an admin at the next start and notifies its owner once', async () => {
    const user = await createUser(orm(), { email: 'chief@example.org' })
    const starts = await Promise.all([start(), start(), start()])
    expect(starts.filter(Boolean)).toHaveLength(1)
    expect(await start()).toBe(false)
    expect(await roleOf(user)).toBe(ROLE_ID.admin)
    const [mail, ...more] = await test.mails()
    expect([mail?.recipient, mail?.subject, more]).toEqual([
      'chief@example.org',
      'You administer Letterlend now',
      [],
    ])
    expect(mail?.text).toContain('May do everything')
    expect(mail?.text).toContain('https://lend.example/auth/login?from=%2Fadmin')
    expect(mail?.html).toMatch(/\/auth\/notMe\?token=[\w-]{43}/)
  })

  it('does not make an account with an unconfirmed address an admin', async () => {
    const user = await createUser(orm(), { email: 'chief@example.org', email_confirmed_at: null })
    expect(await start()).toBe(false)
    expect(await roleOf(user)).toBe(ROLE_ID.member)
    expect(await test.mails()).toEqual([])
  })

  it('makes the account an admin when the address is confirmed and notifies it once', async () => {
    const user = await createUser(orm(), { email: 'chief@example.org', email_confirmed_at: null })
    const { body } = await confirm(user)
    expect((await test.call(profileApi.userinfo, { as: body.api_token })).body.role_id).toBe(3)
    await start()
    expect(await mailsTo(user.email)).toEqual(['You administer Letterlend now'])
  })

  it('makes an account that changes to the address an admin once the address is confirmed', async () => {
    const user = await createUser(orm(), { new_email: 'chief@example.org' })
    await start()
    expect(await roleOf(user)).toBe(ROLE_ID.member)
    expect((await confirm({ id: user.id, email: 'chief@example.org' })).status).toBe(200)
    expect(await roleOf(user)).toBe(ROLE_ID.admin)
    expect(await mailsTo('chief@example.org')).toEqual(['You administer Letterlend now'])
  })

  it('makes the account an admin when it sets a password by a mailed link', async () => {
    const user = await createUser(orm(), { email: 'chief@example.org', email_confirmed_at: null })
    const token = await createToken(orm(), 'password_reset', user, new Date())
    const body = { token, password: 'a-long-and-rare-one' }
    expect((await test.call(accountsApi.resetPassword, { body })).status).toBe(200)
    expect(await roleOf(user)).toBe(ROLE_ID.admin)
    expect(await mailsTo(user.email)).toEqual(['You administer Letterlend now'])
  })

  it('changes nothing when another account confirms an address', async () => {
    const chief = await createUser(orm(), { email: 'chief@example.org' })
    const other = await createUser(orm(), { email_confirmed_at: null })
    await confirm(other)
    expect([await roleOf(chief), await roleOf(other)]).toEqual([ROLE_ID.member, ROLE_ID.member])
  })

  it('takes no role from a former admin when it names another account', async () => {
    const former = await createUser(orm(), { role_id: ROLE_ID.admin })
    const chief = await createUser(orm(), { email: 'chief@example.org' })
    await start()
    expect([await roleOf(former), await roleOf(chief)]).toEqual([ROLE_ID.admin, ROLE_ID.admin])
  })
})

describe('a task', () => {
  const give = (user: TestUser, ...tasks: Task[]) =>
    orm().transaction((tx) => setTasks(tx, test.deps, user.id, { tasks, by: 'command' }))

  it('takes effect and ends at once on an open session, in every process', async () => {
    const other = await createTestApp({ sharing: test })
    const user = await createUser(orm())
    const statuses = async () => [
      (await test.call(adminOrdersApi.list, { as: user.token })).status,
      (await other.call(adminOrdersApi.list, { as: user.token })).status,
    ]
    expect(await statuses()).toEqual([404, 404])
    await give(user, 'shipping')
    expect(await statuses()).toEqual([200, 200])
    await give(user, 'map')
    expect(await statuses()).toEqual([403, 403])
    await give(user)
    expect(await statuses()).toEqual([404, 404])
    expect((await other.call(profileApi.userinfo, { as: user.token })).body.role_id).toBe(1)
    await other.close()
  })

  it.each([
    ['de', 'Bestellungen', 'zurückgehaltene'],
    ['en', 'orders', 'held and reported'],
    ['fr', 'commandes', 'messages retenus'],
  ] as const)('is announced in the language of the account: %s', async (lang, orders, held) => {
    const moderator = await createUser(orm(), { lang })
    const shipper = await createUser(orm(), { lang })
    await give(moderator, 'moderation')
    await give(shipper, 'shipping')
    const texts = new Map((await test.mails()).map(({ recipient, text }) => [recipient, text]))
    expect(texts.get(shipper.email)).toContain(orders)
    expect(texts.get(moderator.email)).toContain(held)
    expect(texts.get(moderator.email)).not.toContain(orders)
  })

  it('is announced as given the first time and as changed after that', async () => {
    const user = await createUser(orm())
    await give(user, 'shipping')
    await give(user, 'treasury')
    const mails = await test.mails()
    const subjects = mails.filter(({ recipient }) => recipient === user.email)
    expect(subjects.map(({ subject }) => subject).sort()).toEqual([
      'You were given tasks at Letterlend',
      'Your tasks at Letterlend have changed',
    ])
  })

  it('is named in the mail that says that it has ended, together with the remaining tasks', async () => {
    const user = await createUser(orm(), { tasks: ['shipping', 'treasury'] })
    await give(user, 'treasury')
    await give(user)
    const texts = new Map((await test.mails()).map(({ subject, text }) => [subject, text]))
    const changed = texts.get('Your tasks at Letterlend have changed')
    expect(changed).toContain('– Treasury: ')
    expect(changed).toContain('not among your tasks any more: Shipping.')
    const ended = texts.get('You have no task at Letterlend any more')
    expect(ended).toContain('not among your tasks any more: Treasury.')
    // No task was given, so the mails have no "it was not me" button.
    expect(`${changed}${ended}`).not.toContain('It was not me')
  })
})

describe('back-office mail', () => {
  it('goes to the accounts whose tasks allow the call, the configured address included', async () => {
    const chief = await createUser(orm(), { email: CHIEF, tasks: ['map'] })
    const people = {
      admin: await createUser(orm(), { role_id: ROLE_ID.admin }),
      moderator: await createUser(orm(), { role_id: ROLE_ID.moderator }),
      moderation: await createUser(orm(), { tasks: ['moderation'] }),
      treasury: await createUser(orm(), { tasks: ['treasury', 'texts'] }),
      member: await createUser(orm()),
    }
    const addresses = { ...people, chief }
    const toldOf = async (call: BackOfficeCall) => {
      await orm().delete(local_mails)
      const content = tasksChanged({ firstname: '', tasks: [], taken: [], area: null, url: '' })
      await orm().transaction((tx) => enqueueStaffMail(tx, test.deps, call, content))
      const told = new Set((await test.mails()).map(({ recipient }) => recipient.toLowerCase()))
      return Object.entries(addresses).flatMap(([name, { email }]) =>
        told.has(email.toLowerCase()) ? [name] : [],
      )
    }
    expect(await toldOf('GET /admin/held-messages')).toEqual(['admin', 'moderator', 'moderation'])
    expect(await toldOf('POST /admin/orders/settle')).toEqual(['admin', 'treasury'])
    expect(await toldOf('GET /admin/reports')).toEqual([
      'admin',
      'moderator',
      'moderation',
      'chief',
    ])
  })
})

describe('an admin who leaves', () => {
  const remove = (user: TestUser) => test.call(accountsApi.remove, { as: user.token })

  it('cannot be the last one', async () => {
    const admin = await createUser(orm(), { role_id: ROLE_ID.admin })
    await createUser(orm(), { role_id: ROLE_ID.moderator })
    const { status, error } = await remove(admin)
    expect([status, error.code, await roleOf(admin)]).toEqual([409, 'conflict', ROLE_ID.admin])
    const second = await createUser(orm(), { role_id: ROLE_ID.admin })
    expect((await remove(admin)).status).toBe(204)
    expect((await remove(second)).status).toBe(409)
  })

  it('stays if the only other admin leaves at the same time', async () => {
    const pair = [
      await createUser(orm(), { role_id: ROLE_ID.admin }),
      await createUser(orm(), { role_id: ROLE_ID.admin }),
    ]
    const statuses = (await Promise.all(pair.map(remove))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, 409])
  })
})
