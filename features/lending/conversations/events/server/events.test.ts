import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EventStream, openEventStream } from '#app/server/testing/event-stream.ts'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { liveSource } from '#features/lending/conversations/lists/server/lists.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { findViewer, revokeSession } from '#platform/server/identity/sessions.queries.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import type { LiveEvent } from '../contract.ts'
import { EventHub } from './event-hub.ts'

let test: TestApp
let second: TestApp
let streams: EventStream[] = []

beforeAll(async () => {
  test = await createTestApp()
  second = await createTestApp({ sharing: test })
})
afterEach(() => {
  for (const stream of streams) stream.close()
  streams = []
})
afterAll(async () => {
  await second.close()
  await test.close()
})

const orm = () => test.deps.database.orm

async function open(user: TestUser, process: TestApp = test): Promise<EventStream> {
  const stream = await openEventStream(process, user.token)
  streams.push(stream)
  await stream.next('count')
  return stream
}

async function people() {
  const borrower = await createUser(orm(), { enable_messaging: true })
  const { owner: lender } = await createLetterbox(orm(), {
    items: [1],
    ownerFields: { enable_messaging: true },
  })
  const stranger = await createUser(orm(), { enable_messaging: true })
  return { borrower, lender, stranger }
}

async function ask(borrower: TestUser, lender: TestUser) {
  const { body, status } = await test.call(requestsApi.create, {
    as: borrower.token,
    body: { renter_id: lender.id, item_id: 1, text: 'May I?' },
  })
  expect(status).toBe(201)
  return body
}

const types = (stream: EventStream) => stream.received.map(({ type }: LiveEvent) => type)

describe('GET /events', () => {
  it('returns 401 without a valid session', async () => {
    const stream = await openEventStream(test)
    expect(stream.status).toBe(401)
    expect((await openEventStream(test, 'nonsense')).status).toBe(401)
  })

  it('is neither cached, buffered nor compressed', async () => {
    const { headers } = await open(await createUser(orm()))
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store, no-transform')
    expect(headers['x-accel-buffering']).toBe('no')
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('sends a message to both sides in every process, and to no one else', async () => {
    const { borrower, lender, stranger } = await people()
    const [own, other, strange] = await Promise.all([
      open(borrower),
      open(lender, second),
      open(stranger, second),
    ])
    const transaction = await ask(borrower, lender)
    const expected = { transaction_id: transaction.id, message: transaction.messages[0] }
    expect(await own.next('message')).toMatchObject(expected)
    expect(await other.next('message')).toMatchObject(expected)
    expect(await other.next('count')).toEqual({ type: 'count', count: 1 })
    // Events arrive in order: the next one for the stranger proves that no earlier one was sent.
    const { owner } = await createLetterbox(orm(), {
      items: [1],
      ownerFields: { enable_messaging: true },
    })
    await ask(stranger, owner)
    await strange.next('message')
    expect(types(strange)).toEqual(['count', 'message'])
    expect(types(own)).toEqual(['count', 'message'])
    expect(strange.received.some((event) => JSON.stringify(event).includes(transaction.id))).toBe(
      false,
    )
  })

  it('sends "seen" to both sides and the new count to the reader', async () => {
    const { borrower, lender, stranger } = await people()
    const transaction = await ask(borrower, lender)
    const [own, other, strange] = await Promise.all([
      open(borrower, second),
      open(lender),
      open(stranger),
    ])
    await test.call(messagesApi.markMessagesSeen, {
      as: lender.token,
      body: { transaction_id: transaction.id },
    })
    const seen = { type: 'seen', transaction_id: transaction.id, seen_by: lender.id }
    expect(await own.next('seen')).toEqual(seen)
    expect(await other.next('seen')).toEqual(seen)
    expect(await other.next('count')).toEqual({ type: 'count', count: 0 })
    expect(types(own)).toEqual(['count', 'seen'])
    expect(types(strange)).toEqual(['count'])
  })

  it('sends "seen" and the new count to all devices of a borrower who has read a yes', async () => {
    const { borrower, lender } = await people()
    const { id: transaction_id } = await ask(borrower, lender)
    const answer = { transaction_id, answer: 'accept' } as const
    await test.call(loansApi.answer, { as: lender.token, body: answer })
    const [own, other] = await Promise.all([open(borrower, second), open(lender)])
    expect(own.received).toEqual([{ type: 'count', count: 1 }])
    await test.call(messagesApi.markMessagesSeen, {
      as: borrower.token,
      body: { transaction_id },
    })
    expect(await own.next('seen')).toEqual({ type: 'seen', transaction_id, seen_by: borrower.id })
    expect(await own.next('count')).toEqual({ type: 'count', count: 0 })
    // The other side gets no event: the next one it receives proves that.
    await ask((await people()).borrower, lender)
    await other.next('message')
    expect(types(other)).not.toContain('seen')
  })

  it('sends no event for a refused message', async () => {
    const { borrower, lender } = await people()
    const other = await open(lender)
    await orm().update(users).set({ enable_messaging: false }).where(eq(users.id, borrower.id))
    const { status } = await test.call(requestsApi.create, {
      as: borrower.token,
      body: { renter_id: lender.id, item_id: 1, text: 'Refused' },
    })
    expect(status).toBe(403)
    await orm().update(users).set({ enable_messaging: true }).where(eq(users.id, borrower.id))
    await ask(borrower, lender)
    expect((await other.next('message')).message.text).toBe('May I?')
  })

  it('sends messages in their order', async () => {
    const { borrower, lender } = await people()
    const other = await open(lender, second)
    const transaction = await ask(borrower, lender)
    // Announcements reach another process late: it may receive the first one only now.
    expect((await other.next('message')).message.text).toBe('May I?')
    for (let n = 0; n < 10; n++) {
      await test.call(messagesApi.sendMessage, {
        as: borrower.token,
        body: { transaction_id: transaction.id, text: `Message ${n}` },
      })
    }
    for (let n = 0; n < 10; n++) {
      expect((await other.next('message')).message.text).toBe(`Message ${n}`)
    }
  })

  it('ends at once in every process when its session is revoked, and other streams stay open', async () => {
    const { borrower, lender } = await people()
    const [here, there, other] = await Promise.all([
      open(borrower),
      open(borrower, second),
      open(lender),
    ])
    const viewer = await findViewer(orm(), borrower.token, new Date())
    await revokeSession(orm(), viewer?.session_id ?? '')
    await Promise.all([here.ended, there.ended])
    const { borrower: another } = await people()
    await ask(another, lender)
    await other.next('message')
  })

  it('allows six streams per user, and another one after one was closed', async () => {
    const user = await createUser(orm())
    const [first] = await Promise.all(Array.from({ length: 6 }, () => open(user)))
    const refused = await openEventStream(test, user.token)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30'])
    const someone = await open(await createUser(orm()))
    expect(someone.status).toBe(200)
    first?.close()
    await expect
      .poll(async () => {
        const stream = await openEventStream(test, user.token)
        streams.push(stream)
        return stream.status
      })
      .toBe(200)
  })

  it('ends when its process stops, without delaying the stop', async () => {
    const third = await createTestApp({ sharing: test })
    const stream = await open(await createUser(orm()), third)
    await third.close()
    await stream.ended
  })

  it('sends "resync" after the database’s listening connection was lost', async () => {
    if (test.deps.database.kind === 'embedded') return
    const { borrower, lender } = await people()
    const other = await open(lender)
    await test.deps.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    )
    await other.next('resync')
    await other.next('count')
    await ask(borrower, lender)
    expect((await other.next('message')).message.text).toBe('May I?')
  })

  it('is documented in openapi.json', async () => {
    const { paths } = (await test.app.inject(`${API_BASE}/openapi.json`)).json()
    const answers = paths[`${API_BASE}/events`].get.responses
    expect(answers[200].content).toHaveProperty('text/event-stream')
    // 403: a session opened by the link of a mail, which reads only one conversation.
    expect(Object.keys(answers)).toEqual(['200', '401', '403', '429', '503'])
  })
})

describe('the heartbeat', () => {
  let server: Server
  let hub: EventHub
  afterEach(async () => {
    await hub.stop()
    await new Promise((resolve) => server.close(resolve))
  })

  it('keeps a stream alive and ends it once its session has expired', async () => {
    const user = await createUser(orm())
    const viewer = await findViewer(orm(), user.token, new Date())
    if (!viewer) throw new Error('Unexpected missing session')
    hub = new EventHub({ ...test.deps, source: liveSource }, 20)
    await hub.start()
    server = createServer((_request, response) => {
      response.writeHead(200)
      hub.add({ userId: viewer.id, sessionId: viewer.session_id, response })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes(': alive')) text += (await reader?.read())?.value ?? ''
    await orm()
      .update(tokens)
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where(eq(tokens.id, viewer.session_id))
    let done = false
    while (!done) done = (await reader?.read())?.done ?? true
    expect(done).toBe(true)
  })
})
