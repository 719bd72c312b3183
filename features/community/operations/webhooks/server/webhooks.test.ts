import { createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq, gt } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import {
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { ROOT } from '#platform/server/paths.ts'
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { type NewWebhook, type Webhook, webhooksApi } from '../contract.admin.ts'
import { webhook_deliveries, webhooks } from '../tables.ts'
import { WEBHOOK_EVENTS } from '../webhook-events.ts'
import { isPublicAddress, mayBeCalled, postMessage } from './posting.ts'
import { SELF_SIGNED } from './self-signed.ts'
import { webhooks as webhooksFeature } from './webhooks.ts'

/** What names lead to, at one lookup after the other. */
const NAMES = vi.hoisted(() => new Map<string, { address: string; family: number }[][]>())
vi.mock('node:dns', async (importOriginal) => {
  const dns = await importOriginal<typeof import('node:dns')>()
  const lookup = (
    ...[name, options, callback]: [string, object, (...found: unknown[]) => void]
  ) => {
    const addresses = NAMES.get(name)?.shift()
    if (addresses) return callback(null, addresses)
    return (dns.lookup as (...args: unknown[]) => void)(name, options, callback)
  }
  return { ...dns, lookup }
})

interface Received {
  url?: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver that answers as the test says. */
const received: Received[] = []
let answer: (response: ServerResponse) => unknown
const accept = (response: ServerResponse) => response.writeHead(204).end()
const saying = (status: number) => (response: ServerResponse) => response.writeHead(status).end()

const receiver = createServer(async (request, response) => {
  received.push({
    url: request.url,
    headers: request.headers,
    body: await text(request),
  })
  answer(response)
})
let origin: string
let test: TestApp
let admin: TestUser
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  test = await createTestApp({ config: { webhookOrigins: [origin] } })
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await test.close()
})
afterEach(async () => {
  received.length = 0
  await orm().delete(webhooks)
})

const orm = () => test.deps.database.orm

async function add(fields: Partial<NewWebhook> = {}): Promise<Webhook> {
  answer = accept
  const body = { url: `${origin}/hook`, events: [...WEBHOOK_EVENTS], ...fields }
  return (await test.call(webhooksApi.create, { as: admin.token, body })).body
}
const drain = async () => {
  await test.deps.jobs.drain('webhook-events')
  await test.deps.jobs.drain('webhooks')
}
const makeRetriesDue = () =>
  orm()
    .update(webhook_deliveries)
    .set({ tried_at: new Date(Date.now() - DAY_MS) })
const secretOf = async (id: string) =>
  (await test.call(webhooksApi.secret, { as: admin.token, query: { id } })).body
const rotate = async (id: string, at_once = false) =>
  (await test.call(webhooksApi.rotate, { as: admin.token, body: { id, at_once } })).body

/** For each signature of a request, in order, whether it is by the secret at the same place. */
function signersOf(request: Received | undefined, secrets: string[]): boolean[] {
  const { headers, body } = request ?? { headers: {}, body: '' }
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers
  return String(signatures)
    .split(' ')
    .map((signature, index) => {
      const key = Buffer.from((secrets[index] ?? '').replace('whsec_', ''), 'base64')
      const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
      return signature === `v1,${expected}`
    })
}
const deliveries = async ({ id }: Pick<Webhook, 'id'>) =>
  (await test.call(webhooksApi.deliveries, { as: admin.token, query: { id } })).body
const only = async (webhook: Webhook) => (await deliveries(webhook))[0]
const stateOf = async ({ id }: Webhook) =>
  (await test.call(webhooksApi.list, { as: admin.token })).body.find((each) => each.id === id)

describe('a webhook', () => {
  it('is told of each event with ids alone', async () => {
    const webhook = await add()
    const { id: letterbox_id, owner } = await createLetterbox(orm(), { items: [1] })
    const { id: order_id, refno } = await createOrder(orm(), { address: 'Seestrasse 7' })
    await test.call(bankStatementsApi.recordPayment, {
      as: admin.token,
      body: { id: order_id, amount: 7, received_on: '2026-01-02', accept_less: true, note: 'x' },
    })
    const read = await test.call(adminOrdersApi.byId, { as: admin.token, query: { id: order_id } })
    await test.call(adminOrdersApi.ship, {
      as: admin.token,
      body: { id: order_id, version: read.body.version },
    })
    const [report] = await test.deps.database.query<{ id: string }>(
      `INSERT INTO cases (kind, letterbox_id, type, title, email, lang)
       VALUES ('report', $1, 'illegal', 'Gone', 'visitor@lend.example', 'de') RETURNING id`,
      [letterbox_id],
    )
    await test.call(accountsApi.remove, { as: owner.token, body: {} })
    await drain()
    const bodies = received.map(({ body }) => JSON.parse(body))
    const data = Object.fromEntries(bodies.map((body) => [body.type, body.data]))
    expect(data).toEqual({
      'letterbox.created': { letterbox_id },
      'order.paid': { order_id, refno },
      'order.shipped': { order_id, refno },
      'report.created': { report_id: report?.id, kind: 'report' },
      'account.deleted': { account_id: owner.id },
    })
    expect(bodies.map((body) => Object.keys(body))).toEqual(
      bodies.map(() => ['type', 'timestamp', 'data']),
    )
    expect((await deliveries(webhook)).map(({ state, status }) => [state, status])).toEqual(
      WEBHOOK_EVENTS.map(() => ['delivered', 204]),
    )
  })

  it('gets a request that is signed as Standard Webhooks says', async () => {
    const webhook = await add()
    await createLetterbox(orm(), { items: [1] })
    await drain()
    const { secret } = await secretOf(webhook.id)
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
    expect(Math.abs(Number(at) - Date.now() / SECOND_MS)).toBeLessThan(60)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
    expect(signature).toBe(`v1,${expected}`)
  })

  it('is believed by the code in docs/webhooks.md, also with two signatures', async () => {
    const document = readFileSync(join(ROOT, 'docs', 'webhooks.md'), 'utf8')
    const [, code = ''] = /```js\n(.*?)```/s.exec(document) ?? []
    const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const { id } = await add()
    const before = await secretOf(id)
    const after = await rotate(id)
    await createLetterbox(orm(), { items: [1] })
    await drain()
    const [{ headers, body } = { headers: {}, body: '' }] = received
    for (const { secret } of [before, after]) expect(isOurs(headers, body, secret)).toBe(true)
    const late = { ...headers, 'webhook-timestamp': Number(headers['webhook-timestamp']) - 600 }
    const wrong = { ...headers, 'webhook-signature': 'v1,abc v1,' }
    for (const refused of [{}, late, wrong]) expect(isOurs(refused, body, after.secret)).toBe(false)
    expect(isOurs(headers, `${body} `, after.secret)).toBe(false)

    const [, ...example] =
      /secret `(.+?)` the message\s`(.+?)` of the time `(.+?)` with the body `(.+?)` has the signature\s`(.+?)`/.exec(
        document,
      ) ?? []
    const [secret, message, at, content, signature] = example
    vi.useFakeTimers({ toFake: ['Date'], now: Number(at) * SECOND_MS })
    const signed = {
      'webhook-id': message,
      'webhook-timestamp': at,
      'webhook-signature': signature,
    }
    expect(isOurs(signed, content, secret)).toBe(true)
    vi.useRealTimers()
  })

  it('with a new secret is signed with both for a week', async () => {
    const { id } = await add()
    const [before, after] = [await secretOf(id), await rotate(id)]
    expect(after.secret).not.toBe(before.secret)
    expect(Date.parse(after.previous_until ?? '') - Date.now()).toBeGreaterThan(6 * DAY_MS)
    await createLetterbox(orm(), { items: [1] })
    await drain()
    expect(signersOf(received[0], [after.secret, before.secret])).toEqual([true, true])
    test.advance(8 * DAY_MS)
    try {
      await createLetterbox(orm(), { items: [1] })
      await drain()
      expect(signersOf(received[1], [after.secret])).toEqual([true])
      await cleanUp(test.deps, test.deps.clock())
      const rows = await orm().select().from(webhooks)
      expect(rows.map(({ previous_secret }) => previous_secret)).toEqual([null])
    } finally {
      test.advance(-8 * DAY_MS)
    }
  })

  it('whose secret was seen by strangers is signed with the new one alone', async () => {
    const { id } = await add()
    await rotate(id)
    const { secret, previous_until } = await rotate(id, true)
    expect(previous_until).toBeNull()
    await createLetterbox(orm(), { items: [1] })
    await drain()
    expect(signersOf(received[0], [secret])).toEqual([true])
  })

  it('keeps its secret for a week also when the command rotates all of them', async () => {
    const { id } = await add()
    const before = await secretOf(id)
    const [key] = webhooksFeature.keys ?? []
    await orm().transaction(async (tx) => key?.rotate(tx, test.deps, { atOnce: false }))
    const after = await secretOf(id)
    expect(after.secret).not.toBe(before.secret)
    const state = await key?.state(orm(), test.deps)
    expect(state?.previousUntil?.toISOString()).toBe(after.previous_until)
  })

  it('can be tried out, also while it is off, without a line in the log', async () => {
    const webhook = await add()
    const body = { id: webhook.id }
    await test.call(webhooksApi.switch, { as: admin.token, body: { ...body, on: false } })
    const { secret } = await secretOf(webhook.id)
    const fine = await test.call(webhooksApi.test, { as: admin.token, body })
    expect(fine.body).toEqual({ failure: null, status: 204, took_ms: expect.any(Number) })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: webhook.id },
    })
    expect(signersOf(received[0], [secret])).toEqual([true])
    answer = saying(410)
    const gone = await test.call(webhooksApi.test, { as: admin.token, body })
    expect(gone.body).toMatchObject({ failure: 'status', status: 410 })
    expect((await stateOf(webhook))?.failing_since).toBeNull()
    expect(await deliveries(webhook)).toEqual([])
  })

  it('is told nothing of a step that was rolled back, nor of events that it did not choose', async () => {
    const webhook = await add({ events: ['order.paid'] })
    const { id } = await createOrder(orm())
    const paid = { status: 'paid' as const }
    const failing = orm().transaction(async (tx) => {
      await tx.update(orders).set(paid).where(eq(orders.id, id))
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await createLetterbox(orm(), { items: [1] })
    await drain()
    expect([received, await deliveries(webhook)]).toEqual([[], []])
  })

  it('is told once that an order was paid, also when its shipping was undone', async () => {
    await add({ events: ['order.paid'] })
    const { id } = await createOrder(orm())
    for (const status of ['paid', 'processed', 'paid'] as const)
      await orm().update(orders).set({ status }).where(eq(orders.id, id))
    await drain()
    expect(received).toHaveLength(1)
  })

  it('that fails is tried again with the same id, and may be sent again by hand', async () => {
    const webhook = await add()
    answer = saying(500)
    await createLetterbox(orm(), { items: [1] })
    await drain()
    expect(await only(webhook)).toMatchObject({ state: 'waiting', tries: 1, status: 500 })
    expect((await stateOf(webhook))?.failing_since).not.toBeNull()
    answer = accept
    await makeRetriesDue()
    await drain()
    const delivered = await only(webhook)
    expect(delivered).toMatchObject({ state: 'delivered', tries: 2, failure: null })
    expect((await stateOf(webhook))?.failing_since).toBeNull()
    const body = { id: delivered?.id ?? '' }
    expect((await test.call(webhooksApi.resend, { as: admin.token, body })).status).toBe(200)
    await drain()
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  })

  it('is given up after the last attempt', async () => {
    const webhook = await add()
    answer = saying(500)
    await createLetterbox(orm(), { items: [1] })
    await orm().update(webhook_deliveries).set({ tries: 11 })
    await drain()
    expect(await only(webhook)).toMatchObject({ state: 'waiting', tries: 12 })
    await makeRetriesDue()
    await drain()
    expect(await only(webhook)).toMatchObject({ state: 'failed', failure: 'status', tries: 13 })
  })

  it('is not tried again before its pause is over, which doubles each time', async () => {
    const webhook = await add()
    answer = saying(500)
    await createLetterbox(orm(), { items: [1] })
    await drain()
    const afterPause = async (ms: number) => {
      test.advance(ms)
      await drain()
      return (await only(webhook))?.tries
    }
    try {
      expect(await afterPause(25 * SECOND_MS)).toBe(1)
      expect(await afterPause(10 * SECOND_MS)).toBe(2)
      expect(await afterPause(50 * SECOND_MS)).toBe(2)
      expect(await afterPause(15 * SECOND_MS)).toBe(3)
    } finally {
      test.advance(-100 * SECOND_MS)
    }
  })

  it('that fails gets one request a turn, and new events before those that failed', async () => {
    const { id } = await add()
    answer = saying(500)
    for (let count = 0; count < 3; count++) await createLetterbox(orm(), { items: [1] })
    await drain()
    expect(received).toHaveLength(1)
    const { id: failed } = await orm()
      .select()
      .from(webhook_deliveries)
      .where(gt(webhook_deliveries.tries, 0))
      .then(([row]) => row ?? { id: '' })
    await makeRetriesDue()
    await orm()
      .update(webhook_deliveries)
      .set({ tried_at: null })
      .where(eq(webhook_deliveries.tries, 0))
    answer = accept
    await drain()
    const order = received.slice(1).map(({ headers }) => headers['webhook-id'])
    expect(order.indexOf(`msg_${failed}`)).toBe(2)
    expect((await deliveries({ id })).map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
  })

  it('that is interrupted by the end of the process has not failed, and is sent again', async () => {
    const webhook = await add()
    const stopping = await createTestApp({
      sharing: test,
      config: { webhookOrigins: [origin] },
    })
    const arrived = new Promise<void>((resolve) => {
      answer = () => resolve()
    })
    await createLetterbox(orm(), { items: [1] })
    await stopping.deps.jobs.drain('webhook-events')
    const turn = stopping.deps.jobs.drain('webhooks')
    await arrived
    await stopping.deps.jobs.stop()
    await turn
    expect(await only(webhook)).toMatchObject({ state: 'waiting', tries: 0, failure: null })
    expect((await stateOf(webhook))?.failing_since).toBeNull()
    answer = accept
    await drain()
    expect(await only(webhook)).toMatchObject({ state: 'delivered', tries: 1 })
    await stopping.close()
  })

  it('whose turn failed has the next one all the same', async () => {
    const webhook = await add()
    await createLetterbox(orm(), { items: [1] })
    vi.spyOn(orm(), 'transaction').mockRejectedValueOnce(new Error('no connection'))
    await drain()
    expect(await only(webhook)).toMatchObject({ state: 'waiting', tries: 0 })
    await drain()
    expect(await only(webhook)).toMatchObject({ state: 'delivered', tries: 1 })
  })

  it('gets its events at once while hundreds are due for another that hangs', async () => {
    const never = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const hanging = await add({ url: `${origin}/hangs` })
    await orm()
      .insert(webhook_deliveries)
      .values(
        Array.from({ length: 300 }, () => ({
          webhook_id: hanging.id,
          event: 'letterbox.created' as const,
          data: {},
        })),
      )
    await orm()
      .update(webhooks)
      .set({ events: ['order.paid'] })
      .where(eq(webhooks.id, hanging.id))
    const arrivals = new EventEmitter()
    const [hung, told, toldAgain] = ['/hangs', '/hook1', '/hook2'].map((at) => once(arrivals, at))
    let answered = 0
    answer = (response) => {
      if (response.req.url === '/hangs') return arrivals.emit('/hangs')
      answered += 1
      response.writeHead(204).end()
      return arrivals.emit(`/hook${answered}`)
    }
    const process = await createTestApp({ sharing: test, config: { webhookOrigins: [origin] } })
    await process.deps.jobs.work()
    await hung
    await test.call(webhooksApi.create, {
      as: admin.token,
      body: { url: `${origin}/hook`, events: ['letterbox.created'] },
    })
    await createLetterbox(orm(), { items: [1] })
    await told
    await createLetterbox(orm(), { items: [1] })
    await toldAgain
    // Hundreds of events are due, but one request at a time is made.
    expect(received.map(({ url }) => url)).toEqual(['/hangs', '/hook', '/hook'])
    await process.close()
    never.mockRestore()
  })

  it('that has failed for days is switched off, and the administrators are told once', async () => {
    const webhook = await add()
    answer = saying(500)
    const longAgo = new Date(Date.now() - 4 * DAY_MS)
    await orm().update(webhooks).set({ failing_since: longAgo }).where(eq(webhooks.id, webhook.id))
    await createLetterbox(orm(), { items: [1] })
    await createLetterbox(orm(), { items: [1] })
    await drain()
    expect((await stateOf(webhook))?.off_since).not.toBeNull()
    const mails = (await test.mails()).filter(({ recipient }) => recipient === admin.email)
    const told = mails.filter(({ subject }) => subject === 'A webhook has been switched off')
    expect(told).toHaveLength(1)
    await createLetterbox(orm(), { items: [1] })
    await makeRetriesDue()
    await drain()
    expect(received.length).toBeLessThanOrEqual(2)
    expect(await deliveries(webhook)).toHaveLength(2)
    expect((await deliveries(webhook)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    const body = { id: webhook.id, on: true }
    const on = await test.call(webhooksApi.switch, { as: admin.token, body })
    expect([on.body.off_since, on.body.failing_since]).toEqual([null, null])
  })

  it('that says that it is gone is switched off at once', async () => {
    const webhook = await add()
    answer = saying(410)
    await createLetterbox(orm(), { items: [1] })
    await drain()
    expect((await stateOf(webhook))?.off_since).not.toBeNull()
  })

  it('leads to no address of an internal network', async () => {
    for (const url of [
      'http://hooks.example.org/',
      'https://127.0.0.1/',
      'https://10.1.2.3/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://localhost/',
      'https://user:password@hooks.example.org/',
      'ftp://hooks.example.org/',
      'no address',
    ]) {
      const body = { url, events: [...WEBHOOK_EVENTS] }
      const { status } = await test.call(webhooksApi.create, { as: admin.token, body })
      expect([url, status]).toEqual([url, 422])
    }
  })

  it('and its secret are for administrators, and each act is in the audit log', async () => {
    const { id } = await add()
    const helper = await createUser(orm(), { tasks: ['texts'] })
    const secret = await test.call(webhooksApi.secret, { as: helper.token, query: { id } })
    expect(secret.error.code).toBe('task_missing')
    const body = { id, at_once: true }
    for (const call of [webhooksApi.rotate, webhooksApi.test]) {
      const { error } = await test.call(call, { as: helper.token, body })
      expect(error.code).toBe('task_missing')
    }
    await rotate(id)
    await test.call(webhooksApi.switch, { as: admin.token, body: { id, on: false } })
    await test.call(webhooksApi.remove, { as: admin.token, body: { id } })
    const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
    expect(acts.map(({ verb }) => verb).sort()).toEqual([
      'create',
      'deactivate',
      'delete',
      'rotate',
    ])
    expect(JSON.stringify(acts)).not.toContain('whsec_')
  })

  it('has a log that forgets after a month', async () => {
    const webhook = await add()
    await createLetterbox(orm(), { items: [1] })
    await orm()
      .update(webhook_deliveries)
      .set({ created_at: new Date(Date.now() - 31 * DAY_MS) })
    await cleanUp(test.deps, new Date())
    expect(await deliveries(webhook)).toEqual([])
  })
})

describe('a receiver that misbehaves', () => {
  const post = (url = `${origin}/hook`, ownOrigins = [origin]) =>
    postMessage(
      url,
      { id: 'msg_1', body: '{}', secrets: ['whsec_c2VjcmV0'] },
      { ownOrigins, now: new Date(), timeoutMs: 300 },
    )

  const LATE = { failure: 'timeout', status: null }
  const NO_CONNECTION = { failure: 'connection', status: null }
  const raw = (bytes: string) => (response: ServerResponse) => response.socket?.write(bytes)
  const repeatedly =
    (bytes: string, first = '') =>
    ({ socket }: ServerResponse) => {
      socket?.write(first)
      const timer = setInterval(() => socket?.write(bytes), 5)
      socket?.once('close', () => clearInterval(timer))
    }

  it.each<[string, (response: ServerResponse) => void, object]>([
    ['does not answer', () => undefined, LATE],
    ['fails', saying(500), { failure: 'status', status: 500 }],
    [
      'redirects',
      (response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end(),
      { failure: 'redirect', status: 302 },
    ],
    [
      'sends a body without end',
      (response) => {
        response.writeHead(200)
        const more = () => {
          if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more)
        }
        more()
      },
      { failure: null, status: 200 },
    ],
    [
      'closes the connection',
      (response) => response.socket?.destroy(),
      { failure: 'connection', status: null },
    ],
    [
      'sends half a head',
      (response) => response.socket?.write('HTTP/1.1 200 OK\r\nx-half'),
      { failure: 'timeout', status: null },
    ],
    [
      'switches to another protocol',
      raw('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      NO_CONNECTION,
    ],
    ['only ever promises an answer', repeatedly('HTTP/1.1 103 Early Hints\r\n\r\n'), LATE],
    ['sends its head byte by byte', repeatedly('x', 'HTTP/1.1 200 OK\r\n'), LATE],
    [
      'sends a head without end',
      repeatedly(`x: ${'x'.repeat(16_384)}\r\n`, 'HTTP/1.1 200 OK\r\n'),
      NO_CONNECTION,
    ],
    [
      'answers with a number that is no status',
      raw('HTTP/1.1 999 No\r\n\r\n'),
      { failure: 'status', status: 999 },
    ],
    [
      'does not speak HTTP',
      (response) => response.socket?.end('SSH-2.0-OpenSSH\r\n'),
      { failure: 'connection', status: null },
    ],
  ])('%s', async (_, misbehave, attempt) => {
    answer = misbehave
    expect(await post()).toEqual(attempt)
    expect(received).toHaveLength(1)
  })

  const PRIVATE = { address: '10.1.2.3', family: 4 }
  /** Of a range that is not assigned, so that no connection comes about. */
  const PUBLIC = { address: '3ffe::1', family: 6 }

  it.each([
    ['an internal address', [PRIVATE]],
    ['a public and an internal address', [PUBLIC, PRIVATE]],
    ['an internal address in the form of IPv6', [{ address: '::ffff:10.1.2.3', family: 6 }]],
  ])('has a name that leads to %s', async (_, addresses) => {
    NAMES.set('hooks.example.org', [addresses])
    const url = 'https://hooks.example.org/'
    expect(mayBeCalled(url, [])).toBe(true)
    expect(await post(url)).toEqual({ failure: 'private_address', status: null })
  })

  it('has a name that leads to an internal address later', async () => {
    NAMES.set('hooks.example.org', [[PUBLIC], [PRIVATE]])
    const first = await post('https://hooks.example.org/')
    const second = await post('https://hooks.example.org/')
    expect([first.failure === 'private_address', second.failure]).toEqual([
      false,
      'private_address',
    ])
  })

  it('has a name that does not exist', async () => {
    const attempt = await post('https://nothing.invalid/')
    expect(attempt).toEqual({ failure: 'unknown_host', status: null })
  })

  it('has a certificate that it has signed itself', async () => {
    const server = createTlsServer(SELF_SIGNED, (_request, response) => accept(response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const tls = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await post(tls, [tls])).toEqual({ failure: 'certificate', status: null })
    server.close()
  })

  it.each([
    ['93.184.216.34', true],
    ['2606:4700::1111', true],
    ['127.0.0.1', false],
    ['10.0.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})
