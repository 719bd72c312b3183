import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RawAnswer, type RawRequest, requestRaw } from '#app/server/testing/raw-request.ts'
import { createTestApp } from '#app/server/testing/test-app.ts'
import { readConfig } from '../config.ts'
import { ReadyAnswers, ReadyFirst } from './ready-answers.ts'
import { createLogger } from './watching/logging.ts'

const ETAG = '"one"'
const TILE = '/api/v1/letterboxes/tiles/0/0/0'
const STICKER = '/img/stickers/axe.svg'

/** All but what is another with each answer. */
const sameOf = ({ status, headers, body }: RawAnswer) => ({
  status,
  headers: headers.filter((line) => !/^(date|x-request-id): /i.test(line)).sort(),
  body: body.toString(),
})

describe('An app with an answer that it may keep', () => {
  let app: FastifyInstance
  let readyFirst: ReadyFirst
  let ready: ReadyAnswers
  /** How often the framework was asked. */
  let asked: number
  let body: string
  /** Called while an answer is made. */
  let during: () => void
  beforeEach(async () => {
    asked = 0
    body = 'first'
    during = () => {}
    app = Fastify()
    readyFirst = new ReadyFirst(app, readConfig({ PUBLIC_URL: 'https://try.example.org' }))
    ready = new ReadyAnswers()
    readyFirst.add(ready)
    app.get('/answer', (request, reply) => {
      asked += 1
      const { version } = ready
      const bytes = Buffer.from(body)
      during()
      reply.headers({ etag: ETAG, vary: 'accept-encoding' }).type('text/plain')
      if (request.headers['if-none-match'] === undefined)
        ready.keep(request, reply, { etag: ETAG, body: bytes }, version)
      return reply.send(bytes)
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => app.close())

  const ask = (request: Partial<RawRequest> = {}) => requestRaw(app, { url: '/answer', ...request })

  it('answers the same words again with the same bytes, without the framework', async () => {
    const first = await ask()
    expect(sameOf(await ask())).toEqual(sameOf(first))
    expect(asked).toBe(1)
  })

  it.each<[string, Partial<RawRequest>]>([
    ['another query', { url: '/answer?a=b' }],
    ['another compression', { headers: { 'accept-encoding': 'gzip' } }],
    ['another method', { method: 'HEAD' }],
    ['a part', { headers: { range: 'bytes=0-1' } }],
    ['a condition', { headers: { 'if-match': '"two"' } }],
    ['plain bytes', { headers: { 'x-no-compression': '1' } }],
  ])('leaves %s to the framework', async (_, request) => {
    await ask()
    await ask(request)
    expect(asked).toBe(2)
  })

  it('says in a word that whoever asks has it already', async () => {
    await ask()
    const known = await ask({ headers: { 'if-none-match': `W/"zero", ${ETAG}` } })
    expect(known.status).toBe(304)
    expect(known.body).toHaveLength(0)
    expect(known.headers).toContain(`etag: ${ETAG}`)
    expect(known.headers.join('\n')).not.toMatch(/^content-/im)
    const other = await ask({ headers: { 'if-none-match': '"zero"' } })
    expect([other.status, other.body.toString()]).toEqual([200, 'first'])
    expect(asked).toBe(1)
  })

  it('asks anew for what was forgotten', async () => {
    await ask()
    body = 'second'
    ready.forget()
    expect((await ask()).body.toString()).toBe('second')
  })

  it('does not keep what was outdated before it was sent', async () => {
    during = () => ready.forget()
    await ask()
    during = () => {}
    body = 'second'
    expect((await ask()).body.toString()).toBe('second')
  })

  it('keeps no endless words', async () => {
    const url = `/answer?${'a'.repeat(300)}`
    await ask({ url })
    await ask({ url })
    expect(asked).toBe(2)
  })

  it('keeps a thousand answers, not more', async () => {
    const { port } = app.server.address() as AddressInfo
    for (let i = 0; i <= 1_000; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}/answer?${i}`)
      await answer.arrayBuffer()
    }
    asked = 0
    const again = await fetch(`http://127.0.0.1:${port}/answer?0`)
    await again.arrayBuffer()
    expect(asked).toBe(1)
  })

  it('leaves a host that is not its own to the framework', async () => {
    await ask()
    await ask({ headers: { host: 'evil.example' } })
    expect(asked).toBe(2)
  })

  it('leaves everything to the framework once it is stopped', async () => {
    await ask()
    readyFirst.stop()
    await ask()
    expect(asked).toBe(2)
  })

  it('leaves to the framework what fails', async () => {
    await ask()
    ready.find = () => {
      throw new Error('Unexpected words')
    }
    expect((await ask()).status).toBe(200)
    expect(asked).toBe(2)
  })

  it('waits for an answer that is yet to come', async () => {
    const first = await ask()
    const found = ready.find('/answer ')
    ready.forget()
    readyFirst.add({ find: () => Promise.resolve(found) })
    expect(sameOf(await ask())).toEqual(sameOf(first))
    expect(asked).toBe(1)
  })

  it.each([
    ['fails meanwhile', () => Promise.reject(new Error('Unexpected words'))],
    ['is not there then', () => Promise.resolve(undefined)],
  ])('leaves to the framework what %s', async (_, find) => {
    readyFirst.add({ find })
    expect((await ask()).body.toString()).toBe('first')
  })

  it('leaves to the framework what was on its way when it was stopped', async () => {
    await ask()
    const found = ready.find('/answer ')
    ready.forget()
    readyFirst.add({
      async find() {
        readyFirst.stop()
        return found
      },
    })
    await ask()
    expect(asked).toBe(2)
  })

  it('gives each answer an id, and tells of it', async () => {
    await ask()
    const told: unknown[] = []
    readyFirst.onAnswered((answered) => told.push(answered))
    const { headers } = await ask()
    const id = /^x-request-id: (\w{12})$/m.exec(headers.join('\n'))?.[1]
    const [line] = told
    expect(line).toMatchObject({ id, method: 'GET', url: '/answer', route: '/answer', status: 200 })
  })
})

describe.each([
  ['without', false],
  ['with', true],
])('A server that writes down its requests %s addresses', (_, logAddresses) => {
  it.each([TILE, STICKER])('counts and writes down what is answered first: %s', async (url) => {
    let log = ''
    const destination = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk)
        done()
      },
    })
    const test = await createTestApp({
      config: { logAddresses },
      deps: { logger: createLogger('info', { destination }) },
    })
    try {
      await test.app.listen({ port: 0, host: '127.0.0.1' })
      const first = await requestRaw(test.app, { url })
      log = ''
      const again = await requestRaw(test.app, { url })
      expect(sameOf(again)).toEqual(sameOf(first))
      await expect.poll(() => log).toContain('"msg":"request"')
      const id = /^x-request-id: (\w{12})$/m.exec(again.headers.join('\n'))?.[1]
      expect(JSON.parse(log)).toMatchObject({ reqId: id, method: 'GET', path: url, status: 200 })
      expect(JSON.parse(log).address).toBe(logAddresses ? '127.0.0.1' : undefined)
      const metrics = await test.deps.metrics.metrics()
      const route = url === TILE ? '/api/v1/letterboxes/tiles/:z/:x/:y' : '/img/stickers/*'
      expect(metrics).toContain(
        `http_request_duration_seconds_count{method="GET",route="${route}",status="200"} 2`,
      )
    } finally {
      await test.close()
    }
  })
})
