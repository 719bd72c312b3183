import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { EVENTS_PATH } from '#features/lending/conversations/events/contract.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createWorld, ROUTES, send, type World } from './routes.ts'

let test: TestApp
let second: TestApp
let world: World
beforeAll(async () => {
  test = await createTestApp()
  second = await createTestApp({ sharing: test })
  world = await createWorld(test)
  const body = { id: world.owner.id, version: 0, reason: 'A reason' }
  const { status } = await test.call(adminUsersApi.suspend, { body, as: world.admin.token })
  expect(status).toBe(200)
})
afterAll(async () => {
  await second.close()
  await test.close()
})

const listened = ROUTES.filter(({ statuses }) => !statuses.includes(null))

const asVisitor = ({ statuses }: (typeof ROUTES)[number]) => statuses[0]

it.each(listened)(
  '$name treats a suspended account as a visitor in every process',
  async (route) => {
    for (const app of [test, second]) {
      // Makes calls that visitors may make as one; the old token must make no difference.
      const { status } = await send(app, route, world, 'owner')
      const visitor = await send(app, route, world, 'visitor')
      expect([asVisitor(route), visitor.status]).toContain(status)
    }
  },
)

it('a session opened during the suspension is refused, also by the event stream', async () => {
  const { orm } = test.deps.database
  const { id } = world.owner
  const suspended = { suspended_at: new Date(), suspended_reason: 'A reason' }
  await orm.update(users).set({ suspended_at: null }).where(eq(users.id, id))
  const token = await createSession(orm, { userId: id }, new Date())
  await orm.update(users).set(suspended).where(eq(users.id, id))
  for (const { app } of [test, second]) {
    for (const path of ['/users/userinfo', EVENTS_PATH]) {
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode } = await app.inject({ method: 'GET', url: API_BASE + path, headers })
      expect([path, statusCode]).toEqual([path, 401])
    }
  }
})
