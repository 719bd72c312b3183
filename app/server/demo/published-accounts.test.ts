import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { passkeys } from '#features/people/sign-in/passkeys/tables.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { createUser } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { DEMO_ACCOUNTS, findDemoAccounts, holdsDemo } from './accounts.ts'
import { seedDemo } from './demo.ts'
import { lockPublishedAccounts } from './published-accounts.ts'

let test: TestApp
let published: string
beforeAll(async () => {
  test = await createTestApp()
  published = await hashPassword('letterlend-demo')
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm
// Deletes rows instead of TRUNCATE, which locks whole tables and would conflict with background work.
beforeEach(async () => {
  await orm().delete(users)
  await orm().delete(refused_addresses)
})

/** Rows without an account stay in the database, so each community needs its own ids. */
let seeds = 0
function seed(withAdmin: boolean) {
  seeds += 1
  return seedDemo(test.deps.database, { seed: seeds, count: 10, withAdmin })
}
const lock = (demo: boolean, adminEmail?: string) =>
  lockPublishedAccounts(orm(), { demo, adminEmail })
const login = async (email: string) => {
  const body = { email, password: 'letterlend-demo' }
  return (await test.call(accountsApi.login, { body })).status
}
const staff = async () => {
  const [row] = await orm()
    .select({ n: sql<number>`count(*)::int` })
    .from(users)
    .where(sql`${users.role_id} > 1`)
  return row?.n
}
const everybody = DEMO_ACCOUNTS.map(({ email }) => email)

it('a demo in production has no account of the staff', async () => {
  await seed(false)
  expect(await staff()).toBe(0)
  expect(await Promise.all(everybody.map(login))).toEqual([200, 200, 401])
  expect((await findDemoAccounts(orm())).map(({ role }) => role)).toEqual(['demo', 'borrower'])
  expect(await lock(true)).toBe(0)
})

it('a demo that becomes a real community has all published accounts locked', async () => {
  await seed(true)
  const [admin] = await orm().select().from(users).where(eq(users.role_id, ROLE_ID.admin))
  const id = admin?.id ?? ''
  await createToken(orm(), 'password_reset', { id, email: null }, new Date())
  await orm()
    .insert(passkeys)
    .values({ user_id: id, credential_id: 'c', public_key: 'k', name: 'phone', counter: 0 })
  expect(await Promise.all(everybody.map(login))).toEqual([200, 200, 200])
  expect(await lock(false)).toBe(3)
  expect(await Promise.all(everybody.map(login))).toEqual([401, 401, 401])
  expect(await staff()).toBe(0)
  expect(await orm().select().from(tokens)).toEqual([])
  expect(await orm().select().from(passkeys)).toEqual([])
  expect([await findDemoAccounts(orm()), await holdsDemo(orm())]).toEqual([[], true])
  expect(await lock(false)).toBe(0)
})

it('a configured demo keeps its published members and has its admin locked', async () => {
  await seed(true)
  expect(await lock(true)).toBe(1)
  expect(await Promise.all(everybody.map(login))).toEqual([200, 200, 401])
})

it('staff accounts and the future admin are locked if they have the published password under another address', async () => {
  const password_hash = published
  const renamed = await createUser(orm(), { role_id: ROLE_ID.moderator, password_hash })
  const named = await createUser(orm(), { email: 'Chief@example.org', password_hash })
  const member = await createUser(orm(), { password_hash })
  const own = await hashPassword('a-long-and-rare-one')
  const admin = await createUser(orm(), { role_id: ROLE_ID.admin, password_hash: own })
  expect(await lock(true, 'chief@example.org')).toBe(2)
  const statuses = await Promise.all([renamed, named, member].map(({ email }) => login(email)))
  expect(statuses).toEqual([401, 401, 200])
  const { status, body } = await test.call(profileApi.userinfo, { as: admin.token })
  expect([status, body.role_id]).toEqual([200, ROLE_ID.admin])
  expect((await test.call(profileApi.userinfo, { as: renamed.token })).status).toBe(401)
})

it('the published password cannot be chosen by a user', async () => {
  const user = await createUser(orm())
  const body = { password: 'letterlend-demo' }
  const { status } = await test.call(accountsApi.setPassword, { as: user.token, body })
  expect(status).toBe(422)
})
