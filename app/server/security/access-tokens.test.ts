import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '#platform/server/identity/access-tokens.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { SINGLE_TASKS } from '#platform/shared/tasks.ts'
import { TOKEN_OWNERS, type TokenOwner, takesToken } from '#platform/shared/tokens-taken.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { contractCalls } from './contract-calls.ts'
import { createWorld, ROUTES, send, type World } from './routes.ts'

let test: TestApp
/** The world in which the administrator calls with a personal token, or with one of the community. */
const worlds = {} as Record<TokenOwner, World>
const taken = new Map<string, Record<TokenOwner, boolean>>()
/** Calls that identify nobody. */
const open = new Set<string>()
beforeAll(async () => {
  test = await createTestApp()
  const world = await createWorld(test)
  const { orm } = test.deps.database
  const now = new Date()
  const expiresAt = new Date(now.getTime() + DAY_MS)
  for (const owner of TOKEN_OWNERS) {
    const userId = owner === 'person' ? world.admin.id : null
    const values = { userId, name: 'Script', writes: true, tasks: [...SINGLE_TASKS], strong: true }
    const { secret } = await createAccessToken(orm, { ...values, expiresAt }, now)
    worlds[owner] = { ...world, admin: { ...world.admin, token: secret } }
  }
  for (const { call } of await contractCalls()) {
    const name = `${call.method} ${API_BASE}${call.path}`
    if (call.access === 'public') open.add(name)
    taken.set(name, {
      person: takesToken(call, 'person'),
      community: takesToken(call, 'community'),
    })
  }
})
afterAll(() => test.close())

/** A call that a token with single tasks may not make anyway is refused before. */
const REFUSED = ['token_not_taken', 'task_missing']

const listened = ROUTES.filter(({ statuses }) => !statuses.includes(null))

describe.each(TOKEN_OWNERS)('an access token of a %s', (owner) => {
  it.each(listened)('makes only calls that take it: $name', async (route) => {
    const takes = taken.get(route.name)
    if (takes === undefined || open.has(route.name)) return
    const { status, code } = await send(test, route, worlds[owner], 'admin')
    expect(status).toBeLessThan(500)
    if (takes[owner]) expect(code).not.toBe('token_not_taken')
    else expect(REFUSED).toContain(code)
  })
})

it('the calls that take access tokens are those on record', async () => {
  const width = Math.max(...[...taken.keys()].map((name) => name.length)) - API_BASE.length
  const mark = (is: boolean, owner: string) => (is ? 'x' : '.').padEnd(owner.length)
  const lines = [...taken]
    .filter(([name]) => !open.has(name))
    .map(
      ([name, takes]) =>
        `${name.replace(API_BASE, '').padEnd(width)}  ${mark(takes.person, 'person')}  ${mark(takes.community, '')}`,
    )
    .sort()
  const head = `${' '.repeat(width)}  person  community`
  await expect(`${[head, ...lines].join('\n')}\n`).toMatchFileSnapshot('./access-tokens.txt')
})

it('the description of the API names the tokens that each call takes', async () => {
  const document = (await test.app.inject(`${API_BASE}/openapi.json`)).json()
  expect(Object.keys(document.components.securitySchemes)).toEqual([
    'api_token',
    'personal_token',
    'community_token',
  ])
  const takes = (path: string, method: string) =>
    (document.paths[API_BASE + path][method].security ?? []).flatMap(Object.keys)
  expect(takes('/admin/orders/ship', 'post')).toEqual([
    'api_token',
    'personal_token',
    'community_token',
  ])
  expect(takes('/users/userinfo', 'get')).toEqual(['api_token', 'personal_token'])
  expect(takes('/users/remove', 'post')).toEqual(['api_token'])
  expect(takes('/config', 'get')).toEqual([])
})
