import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from './testing/factories.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

let test: TestApp
let user: TestUser
beforeAll(async () => {
  test = await createTestApp()
  user = await createUser(test.deps.database.orm)
})
afterAll(() => test.close())

const post = (payload: string, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/privacy/update',
    payload,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${user.token}`,
      ...headers,
    },
  })

describe('an invalid request', () => {
  it.each([
    ['a broken body', '{"show_name":', {}, 400, 'malformed_json'],
    ['no object', '"x"', {}, 400, 'bad_request'],
    ['a field of the wrong type', '{"show_name":"yes"}', {}, 422, 'validation'],
    ['a prototype', '{"__proto__":{"show_name":true}}', {}, 400, 'malformed_json'],
    ['a right that only the server gives', '{"role_id":3}', {}, 400, 'forbidden_field'],
    [
      'another format',
      'show_name=1',
      { 'content-type': 'text/plain' },
      415,
      'unsupported_media_type',
    ],
    ['a huge body', JSON.stringify({ a: 'x'.repeat(100_000) }), {}, 413, 'payload_too_large'],
  ])('with %s gets a stable error code', async (_name, payload, headers, status, code) => {
    const response = await post(payload, headers)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(response.json()).toMatchObject({
      statusCode: status,
      message: expect.any(String),
      error: expect.any(String),
    })
  })

  it('for an unknown path or method returns 404', async () => {
    expect((await test.app.inject('/api/v1/nothing')).json()).toMatchObject({
      statusCode: 404,
      code: 'not_found',
    })
    const wrongMethod = await test.app.inject({ method: 'DELETE', url: '/api/v1/items' })
    expect(wrongMethod.json()).toMatchObject({ statusCode: 404, code: 'not_found' })
  })

  it('without a session returns 401 and reveals no fields', async () => {
    const response = await test.app.inject('/api/v1/letterboxes/tiles/%E0%A4%A/0/0')
    expect(response.statusCode).toBe(400)
  })

  it('tells a stranger nothing about fields', async () => {
    const response = await post('{"show_name":"yes"}', { authorization: 'Bearer wrong' })
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
  })
})

describe('the headers', () => {
  it('are strict on every response', async () => {
    for (const [url, scripts] of [
      ['/', "script-src 'self';"],
      ['/api/v1/items', "default-src 'none';"],
      ['/img/stickers/none.svg', "default-src 'none';"],
    ] as const) {
      const { headers } = await test.app.inject(url)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain(scripts)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      const open = url === '/api/v1/items' ? '*' : undefined
      expect(headers['access-control-allow-origin']).toBe(open)
    }
  })

  it('contain HSTS only if the community is served over HTTPS', async () => {
    expect((await test.app.inject('/healthz')).headers['strict-transport-security']).toBeUndefined()
    const secure = await createTestApp({
      sharing: test,
      config: { publicUrl: 'https://lend.example' },
    })
    expect((await secure.app.inject('/healthz')).headers['strict-transport-security']).toMatch(
      /max-age=\d{8}/,
    )
    await secure.close()
  })
})

describe('the server', () => {
  it('reports liveness, readiness and metrics', async () => {
    expect((await test.app.inject('/healthz')).statusCode).toBe(200)
    expect((await test.app.inject('/readyz')).statusCode).toBe(200)
    expect((await test.app.inject('/metrics')).body).toContain(
      'http_request_duration_seconds_bucket',
    )
  })

  it('documents every call in OpenAPI 3.1', async () => {
    const document = (await test.app.inject('/api/v1/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const call = document.paths['/api/v1/privacy/update'].post
    expect(Object.keys(call.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '422', '429', '503']),
    )
    expect(call.requestBody.content['application/json'].schema.properties).toHaveProperty(
      'show_on_map',
    )
  })
})
