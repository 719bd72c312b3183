import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { requestRaw } from '#app/server/testing/raw-request.ts'
import { readConfig } from '../config.ts'
import type { Subscription } from '../db/listener.ts'
import { AnswerBytes, KeptWhileSame } from './answer-bytes.ts'
import { KeptAnswers } from './kept-answers.ts'
import { ReadyFirst } from './ready-answers.ts'

const LONG = 'x'.repeat(2000)
const NOTE = z.object({ text: z.string() })

let app: FastifyInstance
let subscription: Subscription
let keptAnswers: KeptAnswers
/** How often the answer was made, and what it says. */
let made: number
let text: string
/** How often the framework was asked. */
let asked: number
/** What making it waits for. */
let gate: Promise<void>

beforeEach(async () => {
  made = 0
  text = 'first'
  gate = Promise.resolve()
  keptAnswers = new KeptAnswers({
    async listen(given) {
      subscription = given
      return async () => {}
    },
  })
  await keptAnswers.start()
  asked = 0
  app = Fastify()
  new ReadyFirst(app, readConfig({})).add(keptAnswers.ready)
  const handler = keptAnswers.handler('note', 'no-cache', async () => {
    made += 1
    const answer = AnswerBytes.of(NOTE, { text })
    await gate
    return answer
  })
  app.get('/', (request, reply) => {
    asked += 1
    reply.header('x-ratelimit-remaining', '7')
    return handler({ request, reply })
  })
})
afterEach(() => app.close())

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers })
const textNow = async () => (await get()).json().text

describe('a kept answer', () => {
  it('is made once, and again when it was announced or said that it has changed', async () => {
    expect([await textNow(), await textNow(), made]).toEqual(['first', 'first', 1])
    text = 'second'
    expect(await textNow()).toBe('first')
    subscription.onPayload('something else')
    expect(await textNow()).toBe('first')
    subscription.onPayload('note')
    expect([await textNow(), made]).toEqual(['second', 2])
    text = 'third'
    keptAnswers.drop('note')
    expect([await textNow(), made]).toEqual(['third', 3])
  })

  it('is ready for whoever asks again, until it is dropped or the database is not heard', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const now = async () => {
      const { headers, body } = await requestRaw(app, { url: '/' })
      return [JSON.parse(body.toString()).text, headers.join().includes('ratelimit'), asked]
    }
    // What is made is kept, what is kept is ready once it was sent.
    expect([await now(), await now()]).toEqual([
      ['first', true, 1],
      ['first', true, 2],
    ])
    expect(await now()).toEqual(['first', false, 2])
    text = 'second'
    subscription.onPayload('note')
    expect([await now(), await now()]).toEqual([
      ['second', true, 3],
      ['second', true, 4],
    ])
    expect(await now()).toEqual(['second', false, 4])
    text = 'third'
    subscription.onLost?.()
    expect([await now(), await now(), await now()]).toEqual([
      ['third', true, 5],
      ['third', true, 6],
      ['third', true, 7],
    ])
  })

  it('is made once for all who ask meanwhile', async () => {
    expect(await Promise.all([textNow(), textNow(), textNow()])).toEqual(Array(3).fill('first'))
    expect(made).toBe(1)
  })

  it('is not kept when it changed while it was made', async () => {
    let open = () => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    const early = textNow()
    await expect.poll(() => made).toBe(1)
    text = 'second'
    keptAnswers.drop('note')
    const late = textNow()
    await expect.poll(() => made).toBe(2)
    open()
    expect([await early, await late, await textNow(), made]).toEqual([
      'first',
      'second',
      'second',
      2,
    ])
  })

  it('is not kept when it failed', async () => {
    gate = Promise.reject(new Error('The database is away'))
    expect((await get()).statusCode).toBe(500)
    gate = Promise.resolve()
    expect(await textNow()).toBe('first')
  })

  it('is made each time while the database cannot be heard', async () => {
    await textNow()
    text = 'second'
    subscription.onLost?.()
    expect(await textNow()).toBe('second')
    text = 'third'
    expect(await textNow()).toBe('third')
    subscription.onReconnect?.()
    text = 'fourth'
    expect([await textNow(), await textNow(), made]).toEqual(['fourth', 'fourth', 4])
  })

  it('leaves compressed as it is asked for, under one tag', async () => {
    text = LONG
    const plain = await get()
    const gzip = await get({ 'accept-encoding': 'gzip' })
    const brotli = await get({ 'accept-encoding': 'gzip, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    const tags = new Set([plain, gzip, brotli].map(({ headers }) => headers.etag))
    expect(tags.size).toBe(1)
    expect(plain.headers.vary).toBe('accept-encoding')
  })

  it('is plain where compressing it would save nothing', async () => {
    expect((await get({ 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
  })

  it('is answered in a word to whoever has it', async () => {
    const { headers } = await get()
    const again = await get({ 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    text = 'second'
    keptAnswers.drop('note')
    expect((await get({ 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  })
})

it('says nothing but what the contract lists', async () => {
  const bytes = AnswerBytes.of(NOTE, { text, secret: 1 } as z.output<typeof NOTE>)
  app.get('/once', (request, reply) => bytes.send(request, reply, 'no-cache'))
  expect((await app.inject('/once')).json()).toEqual({ text: 'first' })
})

describe('An answer whose parts are looked at each time', () => {
  let parts: [number, string]
  let kept: KeptWhileSame<[number, string]>
  beforeEach(() => {
    parts = [1, 'a']
    kept = new KeptWhileSame(
      () => parts,
      async (number, letter) => {
        made += 1
        await gate
        return AnswerBytes.of(NOTE, { text: `${number}${letter}` })
      },
    )
    app.get('/parts', (request, reply) => kept.send(request, reply, 'no-cache'))
  })
  const URL = '/parts'
  const textOf = async () => (await app.inject(URL)).json().text

  it('is made again when it would be made of something else', async () => {
    expect([await textOf(), await textOf(), made]).toEqual(['1a', '1a', 1])
    parts = [1, 'b']
    expect([await textOf(), await textOf(), made]).toEqual(['1b', '1b', 2])
    parts = [2, 'b']
    expect([await textOf(), made]).toEqual(['2b', 3])
  })

  it('is ready for whoever asks in the same words, until a part is another', async () => {
    const { headers } = await app.inject(URL)
    const words = `${URL} `
    expect(kept.ready.find(words)).toBeUndefined()
    await app.inject(URL)
    expect(kept.ready.find(words)?.etag).toBe(headers.etag)
    parts = [1, 'b']
    expect(kept.ready.find(words)).toBeUndefined()
    // Nor is it ready again when what was goes on as it was.
    parts = [1, 'a']
    expect(kept.ready.find(words)).toBeUndefined()
  })

  it('is not kept where a part changed while it was made', async () => {
    let goOn = () => {}
    gate = new Promise((resolve) => {
      goOn = resolve
    })
    const slow = app.inject(URL)
    await vi.waitFor(() => expect(made).toBe(1))
    parts = [1, 'b']
    goOn()
    expect((await slow).json().text).toBe('1a')
    expect(await textOf()).toBe('1b')
  })
})
