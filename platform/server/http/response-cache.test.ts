import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addResponseCaching, ResponseCache } from './response-cache.ts'

let app: FastifyInstance
let cache: ResponseCache
let input: object
/** How many times the handler has run. */
let computed: number
let handler: () => unknown

beforeEach(async () => {
  input = {}
  computed = 0
  handler = () => ({ items: ['ladder'] })
  cache = new ResponseCache({ cacheControl: 'public, max-age=60', inputs: () => [input] })
  app = Fastify()
  await app.register(compress, { threshold: 1024 })
  addResponseCaching(app)
  app.get('/items', { config: { cache }, compress: false }, () => {
    computed++
    return handler()
  })
})
afterEach(() => app.close())

const get = (headers = {}, url = '/items') => app.inject({ url, headers })

describe('a cached response', () => {
  it('is computed once and sent again with the same headers', async () => {
    const [first, second] = [await get(), await get()]
    expect(computed).toBe(1)
    const sent = ({ headers: { date: _date, ...headers }, body, statusCode }: typeof first) => ({
      headers,
      body,
      statusCode,
    })
    expect(sent(second)).toEqual(sent(first))
    expect(second.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=60',
      vary: 'accept-encoding',
    })
  })

  it('returns 304 without a body to a client that has it, also the first time', async () => {
    const { etag } = (await get()).headers
    cache.clear()
    for (const times of [1, 2]) {
      const { statusCode, body, headers } = await get({ 'if-none-match': etag })
      expect([times, statusCode, body, headers.etag]).toEqual([times, 304, '', etag])
      expect(headers['content-type']).toBeUndefined()
    }
  })

  it('differs by address and by encoding', async () => {
    handler = () => ({ text: 'ladder '.repeat(1000) })
    const [plain, gzip, brotli] = [
      await get(),
      await get({ 'accept-encoding': 'gzip' }),
      await get({ 'accept-encoding': 'br, gzip' }),
    ]
    expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
    ])
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(1)
    await get({}, '/items?page=2')
    expect(computed).toBe(4)
    await get({ 'accept-encoding': 'gzip' })
    expect(computed).toBe(4)
  })

  it('is computed again after a clear, and after a change of its inputs', async () => {
    await get()
    cache.clear()
    await get()
    input = {}
    await get()
    await get()
    expect(computed).toBe(3)
  })

  it('is not stored if the cache was cleared while it was computed', async () => {
    handler = () => {
      cache.clear()
      return { items: [] }
    }
    await get()
    await get()
    expect(computed).toBe(2)
  })

  it('is computed for every request while the cache is disabled', async () => {
    cache.enable(false)
    await get()
    await get()
    expect(computed).toBe(2)
  })
})

it('is never made from a failure', async () => {
  handler = () => {
    throw new Error('no database')
  }
  expect((await get()).statusCode).toBe(500)
  handler = () => ({ items: [] })
  expect((await get()).statusCode).toBe(200)
})

it('has the same headers for HEAD as for GET, and no body', async () => {
  const { headers } = await get()
  const head = await app.inject({ method: 'HEAD', url: '/items' })
  expect(head.headers.etag).toBe(headers.etag)
  expect(head.body).toBe('')
})

it('keeps no more memory than the bytes of its body', () => {
  const body = Buffer.from('a slice of the pool')
  expect(body.buffer.byteLength).toBeGreaterThan(body.length)
  const response = { etag: '"a"', contentType: 'text/plain', encoding: 'identity' as const, body }
  const plain = new ResponseCache({ cacheControl: 'no-cache' })
  plain.set('key', response, plain.generation)
  expect(plain.find('key')?.body.buffer.byteLength).toBe(body.length)
})

it('is evicted first when the cache is full if it is the least recently used', async () => {
  const small = new ResponseCache({ cacheControl: 'no-cache', maxBytes: 10_000 })
  const response = { etag: '"a"', contentType: 'text/plain', encoding: 'identity' as const }
  for (let i = 0; i < 20; i++) small.set(`${i}`, { ...response, body: Buffer.alloc(1000) }, 0)
  expect(small.find('19')).toBeDefined()
  expect(small.find('0')).toBeUndefined()
})
