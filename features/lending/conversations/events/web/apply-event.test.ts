import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NEW_TRANSACTIONS_KEY } from '#features/lending/conversations/lists/web/data/new-transactions.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  SEARCHES_KEY,
  TRANSACTIONS_KEY,
} from '#features/lending/conversations/transactions/web/data/known-transactions.ts'
import { USERINFO_KEY } from '#features/people/accounts/web/data/session.ts'
import { queryClient as client } from '#platform/web/data/query-client.ts'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { applyLiveEvent } from './apply-event.ts'

const message = testMessage({ id: 'm2' })
const transaction = testTransaction()

/** The server's response, and the URLs that were requested. */
let answer: Transaction[]
let requestedUrls: string[]
beforeEach(() => {
  client.clear()
  answer = []
  requestedUrls = []
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url)
    return new Response(JSON.stringify(answer))
  })
  client.setQueryData(USERINFO_KEY, { id: 'ada' })
  client.setQueryData(TRANSACTIONS_KEY, [transaction])
  client.setQueryData(NEW_TRANSACTIONS_KEY, { count: 0 })
})

afterEach(() => vi.unstubAllGlobals())

const stale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
const cachedTransactions = () => client.getQueryData<Transaction[]>(TRANSACTIONS_KEY)

describe('applyLiveEvent', () => {
  it('updates the new count', () => {
    applyLiveEvent(client, { type: 'count', count: 3 })
    expect(client.getQueryData(NEW_TRANSACTIONS_KEY)).toEqual({ count: 3 })
  })

  it('reloads the lines, and the letterbox that is shown, when a line has moved', () => {
    const keys = [['waits', 'own'], ['waits', 'here'], ['letterboxes', 'one', 'box'], ['items']]
    for (const key of keys) client.setQueryData(key, [])
    applyLiveEvent(client, { type: 'waits' })
    expect(keys.map(stale)).toEqual([true, true, true, false])
    expect(stale(TRANSACTIONS_KEY)).toBe(false)
  })

  it('adds a message without calling the server', () => {
    applyLiveEvent(client, { type: 'message', transaction_id: 't', message })
    expect(cachedTransactions()?.[0]).toMatchObject({
      messages: [message],
      has_new_message: true,
      unread: 1,
    })
    expect(requestedUrls).toEqual([])
    expect(stale(TRANSACTIONS_KEY)).toBe(false)
  })

  it('loads only the transaction that is new or has changed', async () => {
    answer = [testTransaction({ id: 'new' })]
    applyLiveEvent(client, { type: 'message', transaction_id: 'new', message })
    await vi.waitFor(() => expect(cachedTransactions()?.map(({ id }) => id)).toContain('new'))
    answer = [{ ...transaction, status: 'accepted' }]
    applyLiveEvent(client, { type: 'transaction', transaction_id: 't' })
    await vi.waitFor(() =>
      expect(cachedTransactions()?.find(({ id }) => id === 't')).toMatchObject({
        status: 'accepted',
      }),
    )
    expect(requestedUrls).toEqual([
      expect.stringMatching(/\?transaction_id=new$/),
      expect.stringMatching(/\?transaction_id=t$/),
    ])
    expect(stale(TRANSACTIONS_KEY)).toBe(false)
  })

  it('removes a transaction that the server no longer returns', async () => {
    applyLiveEvent(client, { type: 'transaction', transaction_id: 't' })
    await vi.waitFor(() => expect(cachedTransactions()).toEqual([]))
  })

  it('invalidates a search', () => {
    const key = [...SEARCHES_KEY, null, 'ladder']
    client.setQueryData(key, { until: null, found: [] })
    applyLiveEvent(client, { type: 'message', transaction_id: 't', message })
    expect(stale(key)).toBe(true)
  })

  it('invalidates everything after a resync', () => {
    applyLiveEvent(client, { type: 'resync' })
    expect([stale(TRANSACTIONS_KEY), stale(NEW_TRANSACTIONS_KEY)]).toEqual([true, true])
  })

  it('removes the dot when another tab has seen the messages', () => {
    applyLiveEvent(client, { type: 'message', transaction_id: 't', message })
    applyLiveEvent(client, { type: 'seen', transaction_id: 't', seen_by: 'ada' })
    expect(cachedTransactions()?.[0]).toMatchObject({
      has_new_message: false,
      messages: [{ seen: true }],
    })
  })
})
