import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { createUser } from '../testing/factories.ts'
import { createTestAppAndRoutes } from '../testing/registered-routes.ts'
import type { TestApp } from '../testing/test-app.ts'
import { ACTORS, createWorld, ROUTES, type Route, send, type World } from './routes.ts'

let test: TestApp
let registered: Set<string>
beforeAll(async () => {
  ;({ test, routes: registered } = await createTestAppAndRoutes())
  await setContact()
})
afterAll(() => test.close())

/** Invitation letters require a contact of the operator. */
async function setContact() {
  const value = { ...test.deps.settings.current().operator, email: 'contact@example.org' }
  const { token } = await createUser(test.deps.database.orm, { role_id: 3 })
  const body = { key: 'operator', version: 0, value } as const
  expect((await test.call(settingsApi.save, { as: token, body })).status).toBe(200)
}

/** All data of a user. */
async function belongings({ id }: World['owner']): Promise<unknown> {
  return test.deps.database.query(
    `SELECT to_jsonb(u) - 'last_seen_at' AS account,
       (SELECT jsonb_agg(l ORDER BY l.id) FROM letterboxes l WHERE l.user_id = u.id) AS letterboxes,
       (SELECT jsonb_agg(i ORDER BY i.item_id) FROM letterbox_items i
          JOIN letterboxes l ON l.id = i.letterbox_id WHERE l.user_id = u.id) AS items,
       (SELECT jsonb_agg(m ORDER BY m.id) FROM messages m WHERE u.id IN (m.from_id, m.to_id)) AS messages,
       (SELECT jsonb_agg(t ORDER BY t.id) FROM transactions t WHERE u.id IN (t.borrower_id, t.renter_id)) AS transactions,
       (SELECT jsonb_agg(o ORDER BY o.id) FROM orders o WHERE o.user_id = u.id) AS orders,
       (SELECT jsonb_agg(w ORDER BY w.id) FROM wishes w WHERE w.user_id = u.id) AS wishes,
       (SELECT jsonb_agg(h ORDER BY h.user_id) FROM household_members h
          JOIN letterboxes l ON l.id = h.letterbox_id WHERE l.user_id = u.id) AS household,
       (SELECT jsonb_agg(i ORDER BY i.id) FROM household_invitations i WHERE i.invited_by = u.id) AS invitations,
       (SELECT count(*) FROM tokens k WHERE k.user_id = u.id AND k.kind = 'session') AS sessions
     FROM users u WHERE u.id = $1`,
    [id],
  )
}

it('the tested routes are exactly those of the running app', () => {
  const testedRoutes = ROUTES.map(({ name }) => name)
  expect([...registered].sort()).toEqual(testedRoutes.sort())
})

let unchanged: World | undefined

it.each(ROUTES)(
  '$name returns $statuses and leaves the data of another account unchanged',
  async (route) => {
    // Reads do not change the world, so they can share one.
    if (route.method === 'GET') unchanged ??= await createWorld(test)
    const world = route.method === 'GET' && unchanged ? unchanged : await createWorld(test)
    const before = await belongings(world.owner)
    const statuses: Record<string, number> = {}
    const answered = ACTORS.filter((_, i) => route.statuses[i] !== null)
    for (const actor of answered.filter((each) => each !== 'owner')) {
      statuses[actor] = (await send(test, route, world, actor)).status
    }
    expect(await belongings(world.owner)).toEqual(before)
    if (answered.includes('owner'))
      statuses.owner = (await send(test, route, world, 'owner')).status
    if (route.method === 'GET') expect(await belongings(world.owner)).toEqual(before)
    expect(ACTORS.map((actor) => statuses[actor])).toEqual(
      route.statuses.map((status) => status ?? undefined),
    )
  },
)

/** Fields that only the server decides, as sent by a malicious client. */
const CLAIMS = (world: World) => ({
  role_id: 3,
  tasks: ['treasury'],
  user_id: world.other.id,
  email_confirmed: true,
  beta_tester: true,
  reseller: true,
  role_name: 'reseller',
  from_id: world.other.id,
  to_id: world.other.id,
  borrower_id: world.other.id,
  location_verified: true,
  address_verified: true,
  has_password: true,
})

/** The same as column names, which no call accepts. */
const COLUMNS = {
  email_confirmed_at: '2020-01-01T00:00:00Z',
  membership_until: '2036-01-01T00:00:00Z',
  password_hash: 'x',
  roleId: 3,
  role: 'admin',
  viewer: { role_id: 3 },
  user: { role_id: 3, beta_tester: true },
}

describe('a field that only the server may set', () => {
  /** The rights of all accounts as one text: comparing hundreds of rows hundreds of times would be slow. */
  const rights = () =>
    test.deps.database.query(
      `SELECT json_agg(json_build_array(id, role_id, tasks, beta_tester, reseller, membership_until, email_confirmed_at)
         ORDER BY id)::text AS rights
       FROM users WHERE role_id > 1 OR tasks <> '{}' OR beta_tester OR reseller OR membership_until IS NOT NULL
         OR email_confirmed_at IS NOT NULL`,
    )
  const posts = ROUTES.filter(({ method }) => method === 'POST')
  let shared: World | undefined
  /** Mail programs send a form to these calls, which is not read. */
  const readsBody = ({ name }: Route) => !/unsubscribe$|stopConfirmation$/.test(name)

  it.each(posts.filter(readsBody))('is refused by $name', async (route) => {
    shared ??= await createWorld(test)
    const world = shared
    const before = await rights()
    const bodyFields = Object.keys(route.body?.(world) ?? {})
    const claims = Object.entries(CLAIMS(world)).filter(([field]) => !bodyFields.includes(field))
    for (const [field, value] of claims) {
      const { code } = await send(test, route, world, 'admin', { [field]: value })
      expect([field, code]).toEqual([field, 'forbidden_field'])
    }
    expect(await rights()).toEqual(before)
  })

  it.each(posts.filter(({ name }) => !name.endsWith('/remove')))(
    'gives no rights through $name',
    async (route) => {
      shared ??= await createWorld(test)
      const orm = test.deps.database.orm
      const other = await createUser(orm, { enable_messaging: true })
      const world = { ...shared, other, owner: await createUser(orm, { email_confirmed_at: null }) }
      const before = await rights()
      for (const actor of ['visitor', 'other', 'owner'] as const) {
        await send(test, route, world, actor, COLUMNS)
      }
      expect(await rights()).toEqual(before)
    },
  )
})
