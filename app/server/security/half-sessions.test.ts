import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInto } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { TestUser } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createWorld, ROUTES, send, type World } from './routes.ts'

let test: TestApp
/** Sessions of users who completed the first of two login steps. */
let halfway: World
beforeAll(async () => {
  test = await createTestApp()
  const { orm } = test.deps.database
  const world = await createWorld(test)
  const halfLogin = async (user: TestUser) => {
    const now = new Date()
    await orm.update(users).set({ second_factor_since: now }).where(eq(users.id, user.id))
    const { api_token, second_step } = await logInto(orm, { userId: user.id }, now)
    expect(second_step).toBe(true)
    return { ...user, token: api_token }
  }
  halfway = {
    ...world,
    owner: await halfLogin(world.owner),
    admin: await halfLogin(world.admin),
  }
})
afterAll(() => test.close())

it.each(ROUTES)('$name treats a login without its second step as a visitor', async (route) => {
  const visitor = await send(test, route, halfway, 'visitor')
  for (const actor of ['owner', 'admin'] as const) {
    expect(await send(test, route, halfway, actor)).toEqual(visitor)
  }
})
