import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
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
])('%s is not a page', async (url) => {
  const answer = await test.app.inject(url)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

it('a screen of the app is a page', async () => {
  for (const url of ['/', '/map?back=/.x', '/profile/inbox']) {
    expect((await test.app.inject(url)).statusCode).toBe(200)
  }
})

it('an unknown address returns 404 with the page that says so', async () => {
  for (const url of ['/nothing', '/profile/nothing', '/map/letterbox/a/b']) {
    const answer = await test.app.inject({ url, headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
  }
})

describe('an invalid request to the back office', () => {
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

  it.each(bodies)(
    'returns the same as an unknown path to outsiders: %s',
    async (_, type, payload) => {
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
    },
  )

  it('returns its specific error to the staff', async () => {
    const { token } = await createUser(test.deps.database.orm, { role_id: 3 })
    const statuses = bodies.map(async ([, type, payload]) => {
      const answer = await send(bankStatementsApi.import.path, type, payload, token)
      return answer.statusCode
    })
    expect(await Promise.all(statuses)).toEqual([415, 415, 400, 413])
  })

  it('gets a response, whatever its Content-Encoding', async () => {
    const { token } = await createUser(test.deps.database.orm, { role_id: 3 })
    const unpacking = vi.spyOn(zlib, 'createGunzip')
    const watched = await createTestApp({ sharing: test })
    const { $client } = watched.deps.database.orm as unknown as {
      $client: { query(...args: unknown[]): Promise<unknown> }
    }
    const query = $client.query.bind($client)
    const send = async (payload: string | Buffer) => {
      // Delays the caller's lookup until the body turns out not to be gzip.
      const lookup = vi.spyOn($client, 'query').mockImplementationOnce(async (...args) => {
        const unpacked: zlib.Gunzip | undefined = unpacking.mock.results.at(-1)?.value
        if (unpacked && !unpacked.closed) {
          await new Promise<void>((resolve) => unpacked.once('close', resolve))
        }
        return query(...args)
      })
      const answer = await watched.app.inject({
        method: 'POST',
        url: API_BASE + adminOrdersApi.bulk.path,
        payload,
        headers: {
          authorization: `Bearer ${token}`,
          'content-encoding': 'gzip',
          'content-type': 'application/json',
        },
      })
      lookup.mockRestore()
      return [answer.statusCode, answer.json().code]
    }
    expect(await send('{}')).toEqual([400, 'bad_request'])
    expect(await send(zlib.gzipSync('{}').subarray(0, 10))).toEqual([400, 'bad_request'])
    expect(unpacking).toHaveBeenCalledTimes(2)
    unpacking.mockRestore()
    await watched.close()
  })
})
