import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { TRANSACTIONS_KEY } from '#features/lending/conversations/transactions/web/data/known-transactions.ts'
import { outboxStep } from '#features/lending/loans/web/data/loan-steps.ts'
import { logIn } from '#features/people/accounts/web/data/session.ts'
import * as connection from '#platform/web/data/connection.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { outbox } from './outbox.ts'
import { deliverOutbox } from './outbox-delivery.ts'

type Reply = { status?: number; body?: unknown; retryAfter?: number } | 'no network'
interface Asked {
  name: string
  token: string
  body: Record<string, unknown>
}

let calls: Asked[]
let reply: (call: Asked) => Reply
let connected: boolean
let changed: () => void
let ends: (() => void)[]

const users = new Map([
  ['adas', testUser({ id: 'ada' })],
  ['bens', testUser({ id: 'ben' })],
])

async function answer(url: string, init: RequestInit = {}): Promise<Response> {
  const token = new Headers(init.headers).get('Authorization')?.slice('Bearer '.length) ?? ''
  const name = `${init.method} ${url.replace('/api/v1', '').split('?')[0]}`
  const json = (body: unknown, status = 200, headers = {}) =>
    new Response(JSON.stringify(body), { status, headers })
  if (name === 'GET /users/userinfo') return json(users.get(token))
  if (init.method !== 'POST') return json([])
  const call = { name, token, body: JSON.parse(String(init.body)) }
  calls.push(call)
  const serverAnswer = reply(call)
  if (serverAnswer === 'no network') throw new TypeError('Failed to fetch')
  const { status = 201, body, retryAfter } = serverAnswer
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return json(body ?? testMessage({ id: String(call.body.request_id) }), status, headers)
}

beforeEach(async () => {
  vi.useFakeTimers()
  calls = []
  ends = []
  connected = true
  reply = () => ({})
  vi.stubGlobal('fetch', answer)
  vi.spyOn(connection, 'isConnected').mockImplementation(() => connected)
  vi.spyOn(connection, 'noteNoAnswer').mockResolvedValue()
  vi.spyOn(connection, 'subscribeToConnection').mockImplementation((listener) => {
    changed = listener
    return () => undefined
  })
  await logIn('adas')
})
afterEach(() => {
  for (const end of ends) end()
  writeToken(null)
  queryClient.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const write = (text: string, author_id = 'ada') =>
  outbox.add({ kind: 'message', transaction_id: 't', from_id: author_id, author_id, text })
const follow = (userId = 'ada') => ends.push(deliverOutbox(userId))
const becomes = (next: boolean) => {
  connected = next
  changed()
}
const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)
const sentTexts = () => calls.map(({ body }) => body.text)
const states = () => outbox.all('ada').map(({ state }) => state)

describe('an outbox entry without network', () => {
  it('waits, and is delivered once and in order when the network returns', async () => {
    connected = false
    follow()
    const ids = [write('One'), write('Two'), write('Three')]
    await settle()
    expect([calls, states()]).toEqual([[], ['waiting', 'waiting', 'waiting']])
    becomes(true)
    await settle()
    expect(sentTexts()).toEqual(['One', 'Two', 'Three'])
    expect(calls.map(({ body }) => body.request_id)).toEqual(ids)
    becomes(false)
    becomes(true)
    await settle(120_000)
    expect(calls).toHaveLength(3)
    expect(outbox.all('ada')).toEqual([])
  })

  it('is delivered at the next start of the app', async () => {
    write('Left')
    follow()
    await settle()
    expect(sentTexts()).toEqual(['Left'])
  })

  it('is retried under the same id after a lost answer or a 503', async () => {
    const replies: Reply[] = ['no network', { status: 503, body: {}, retryAfter: 20 }]
    reply = () => replies.shift() ?? {}
    follow()
    write('Hello')
    await settle(1_000)
    expect([calls.length, states()]).toEqual([1, ['waiting']])
    await settle(2_000)
    expect(calls).toHaveLength(2)
    await settle(10_000)
    expect(calls).toHaveLength(2)
    await settle(15_000)
    expect(new Set(calls.map(({ body }) => body.request_id)).size).toBe(1)
    expect(outbox.all('ada')).toEqual([])
  })

  it('does not block the other entries when the server refuses it', async () => {
    reply = ({ body }) => (body.text === 'Bad' ? { status: 422, body: { code: 'validation' } } : {})
    follow()
    write('Bad')
    write('Good')
    await settle(120_000)
    expect(sentTexts()).toEqual(['Bad', 'Good'])
    expect(outbox.all('ada')).toMatchObject([{ state: 'failed', error: { code: 'validation' } }])
  })
})

describe('an outbox entry in two tabs', () => {
  it('is sent once', async () => {
    let release = () => {}
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await answer(url, init)
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return response
    })
    let turn = Promise.resolve()
    const request = (_name: string, _options: unknown, work: () => Promise<void>) => {
      turn = turn.then(work)
      return turn
    }
    vi.stubGlobal('navigator', { ...navigator, locks: { request } })
    write('Hello')
    follow()
    follow()
    await settle()
    expect(calls).toHaveLength(1)
    release()
    await settle()
    expect(calls).toHaveLength(1)
  })
})

describe('an outbox entry of another account', () => {
  it('is not sent, not even before the tab has noticed the other login', async () => {
    connected = false
    follow()
    write('Mine')
    await settle()
    // Another tab changes the storage like this.
    localStorage.setItem('letterlend.token', 'bens')
    becomes(true)
    await settle(120_000)
    await logIn('bens')
    follow('ben')
    await settle()
    expect(calls).toEqual([])
    expect(outbox.all('ada')).toHaveLength(1)
    for (const end of ends) end()
    await logIn('adas')
    follow()
    await settle()
    expect(calls).toMatchObject([{ token: 'adas', body: { text: 'Mine' } }])
  })

  it('is kept when its session has ended', async () => {
    reply = () => ({ status: 401, body: { code: 'unauthorized' } })
    follow()
    write('Mine')
    await settle()
    expect(outbox.next('ada')).toMatchObject({ text: 'Mine' })
  })
})

describe('an outbox step of a loan', () => {
  const transaction = testTransaction()
  const loadedTransactions = () => queryClient.getQueryData<Transaction[]>(TRANSACTIONS_KEY)

  it('is sent when the network returns, and its result is shown', async () => {
    queryClient.setQueryData(TRANSACTIONS_KEY, [transaction])
    reply = () => ({ status: 200, body: { ...transaction, status: 'accepted' } })
    connected = false
    follow()
    const id = outboxStep(transaction, 'ada', 'accept', { return_by: '2026-12-01' }, 'read')
    await settle()
    expect(calls).toEqual([])
    becomes(true)
    await settle()
    const body = { transaction_id: 't', request_id: id, answer: 'accept', return_by: '2026-12-01' }
    expect(calls).toMatchObject([{ name: 'POST /transactions/answer', body }])
    expect(loadedTransactions()?.[0]?.status).toBe('accepted')
  })

  it('calls the endpoint of the step', async () => {
    reply = () => ({ status: 200, body: transaction })
    follow()
    outboxStep(transaction, 'ada', 'decline', { reason: 'away' }, 'read')
    outboxStep(transaction, 'ada', 'propose', { wanted_from: '2026-12-01' }, 'read')
    outboxStep(transaction, 'ada', 'withdraw', {}, 'read')
    outboxStep(transaction, 'ada', 'handOver', {}, 'read')
    outboxStep(transaction, 'ada', 'return', {}, 'read')
    const days = { since: '2026-11-20', return_by: '2026-12-01' }
    outboxStep(transaction, 'ada', 'sayAgreed', { wanted_from: '2026-12-01' }, 'read')
    outboxStep(transaction, 'ada', 'sayFetched', days, 'read')
    outboxStep(transaction, 'ada', 'noteLoan', days, 'read')
    await settle()
    expect(calls.map(({ name }) => name.split('/').at(-1))).toEqual([
      'answer',
      'propose',
      'withdraw',
      'handOver',
      'return',
      'sayAgreed',
      'sayFetched',
      'noteLoan',
    ])
    expect(calls.at(-1)?.body).toMatchObject(days)
    expect(calls[0]?.body).toMatchObject({ answer: 'decline', reason: 'away' })
    expect(calls.every(({ body }) => body?.last_event_id === 'read')).toBe(true)
    expect(calls[1]?.body).toMatchObject({ wanted_from: '2026-12-01' })
  })

  it('that came too late keeps the error and is not retried by itself', async () => {
    reply = () => ({ status: 409, body: { code: 'already_answered' } })
    follow()
    outboxStep(transaction, 'ada', 'accept', {}, 'read')
    await settle(120_000)
    becomes(false)
    becomes(true)
    await settle()
    expect(calls).toHaveLength(1)
    expect(outbox.all('ada')).toMatchObject([
      { state: 'failed', error: { code: 'already_answered' } },
    ])
  })
})
