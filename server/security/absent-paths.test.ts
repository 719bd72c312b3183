import { adminOrdersApi } from '@letterlend/contract/admin-orders.ts'
import { bankStatementsApi } from '@letterlend/contract/bank-statements.ts'
import { API_BASE } from '@letterlend/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it.each([
  '/.git/config',
  '/.env',
  '/%2egit/config',
  '/%2Egit/HEAD',
  '/map/.git/config',
  '/.well-known/openid-configuration',
  '/.well-known/change-password/',
  '/.ssh/id_rsa',
])('%s is no page', async (url) => {
  const answer = await test.app.inject(url)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

it('a screen is a page all the same', async () => {
  for (const url of ['/', '/map?back=/.x', '/profile/inbox']) {
    expect((await test.app.inject(url)).statusCode).toBe(200)
  }
})

describe('what is sent to the back office', () => {
  const bodies: [string, string, string][] = [
    ['XML', 'text/xml', '<a/>'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['no JSON', 'application/json', '{'],
    ['more than fits', 'application/json', JSON.stringify({ xml: 'a'.repeat(3_000_000) })],
  ]
  const send = (path: string, type: string, payload: string, token?: string) =>
    test.app.inject({
      method: 'POST',
      url: API_BASE + path,
      headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
      payload,
    })

  it.each(bodies)('is answered as where nothing is: %s', async (_, type, payload) => {
    const absent = await send('/nothing/here', type, payload)
    expect(absent.statusCode).toBe(404)
    const { token } = await createUser(test.deps.database.orm)
    for (const { path } of [bankStatementsApi.import, adminOrdersApi.bulk]) {
      for (const who of [undefined, token]) {
        const answer = await send(path, type, payload, who)
        expect([answer.statusCode, answer.json()]).toEqual([404, absent.json()])
        expect(Object.keys(answer.headers).filter((name) => !name.includes('ratelimit'))).toEqual(
          Object.keys(absent.headers).filter((name) => !name.includes('ratelimit')),
        )
      }
    }
  })

  it('is told apart for whoever works there', async () => {
    const { token } = await createUser(test.deps.database.orm, { role_id: 3 })
    const statuses = bodies.map(async ([, type, payload]) => {
      const answer = await send(bankStatementsApi.import.path, type, payload, token)
      return answer.statusCode
    })
    expect(await Promise.all(statuses)).toEqual([415, 415, 400, 413])
  })
})
