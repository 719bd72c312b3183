import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestRaw } from '../testing/raw-request.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let secure: TestApp
let whole: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const publicUrl = 'https://lend.example'
  secure = await createTestApp({ sharing: test, config: { publicUrl } })
  whole = await createTestApp({ sharing: test, config: { publicUrl, hstsSubdomains: true } })
})
afterAll(async () => {
  await whole.close()
  await secure.close()
  await test.close()
})

const ADDRESSES = [
  ['a page', '/', 200],
  ['another page', '/map/letterbox/x', 200],
  ['the embedded map', '/embed', 200],
  ['an answer', '/api/v1/items', 200],
  ['a hot tile', '/api/v1/letterboxes/tiles/0/0/0', 200],
  ['a street tile', '/basemap/streets/0/0/0.mvt', 200],
  ['an unknown call', '/api/v1/nothing', 404],
  ['a refused call', '/api/v1/users/userinfo', 401],
  ['a wrong query', '/api/v1/letterboxes/geojson?limit=x', 400],
  ['a path that cannot be decoded', '/api/v1/%E0%A4%A', 400],
  ['a picture', '/img/previews/map.png', 200],
  ['a sticker', '/img/stickers/axe.svg', 200],
  ['a missing sticker', '/img/stickers/none.svg', 404],
  ['a missing file', '/none.js', 404],
  ['the description of the calls', '/api/docs', 200],
  ['the local mailbox', '/dev/mail', 200],
] as const

/** What pages of other sites may read: open-data.test.ts. */
const OPEN: readonly string[] = [
  '/api/v1/items',
  '/api/v1/letterboxes/tiles/0/0/0',
  '/api/v1/letterboxes/geojson?limit=x',
]

describe.each(ADDRESSES)('%s', (_name, url, status) => {
  it('has strict headers', async () => {
    const { statusCode, headers } = await test.app.inject({
      url,
      headers: { origin: 'https://evil.example' },
    })
    expect(statusCode).toBe(status)
    const policy = String(headers['content-security-policy'])
    const scripts =
      /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1]
    expect(scripts).toMatch(/^('self'|'none'|'sha256-[\w+/=]+'|\s)+$/)
    expect(policy).toContain(url === '/embed' ? 'frame-ancestors *' : "frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['strict-transport-security']).toBeUndefined()
    const cors = Object.keys(headers).filter((name) => name.startsWith('access-control'))
    expect(cors.length > 0).toBe(OPEN.includes(url))
  })

  it('has a content type, and a charset if it is text', async () => {
    const { headers } = await test.app.inject(url)
    const type = String(headers['content-type'])
    expect(type).toMatch(/^\w+\/[\w.+-]+/)
    if (/^text\/|json|xml|javascript/.test(type)) expect(type).toContain('; charset=utf-8')
  })

  it('has the HSTS header if the community is served over HTTPS', async () => {
    const { headers } = await secure.app.inject(url)
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    const { headers: ofWhole } = await whole.app.inject(url)
    expect(ofWhole['strict-transport-security']).toMatch(/^max-age=31536000; ?includeSubDomains$/)
  })

  it('refuses the preflight of another site', async () => {
    const { statusCode, headers } = await test.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

it.each(['/', '/api/v1/items', '/img/stickers/axe.svg'])(
  'TRACE does not echo the request: %s',
  async (url) => {
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await requestRaw(test.app, {
      method: 'TRACE',
      url,
      headers: { cookie: 'secret=1' },
    })
    expect(answer.status).toBe(404)
    expect(String(answer.body)).not.toContain('secret')
  },
)
