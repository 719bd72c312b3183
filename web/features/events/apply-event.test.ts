import type { Message, Transaction } from '@letterlend/contract/transactions.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { TRANSACTIONS_KEY } from '../../data/known-transactions.ts'
import { NEW_TRANSACTIONS_KEY } from '../../data/new-transactions.ts'
import { USERINFO_KEY } from '../../data/session.ts'
import { applyLiveEvent } from './apply-event.ts'

const message: Message = {
  id: 'm2',
  text: 'Yes',
  from_id: 'ben',
  to_id: 'ada',
  author_id: 'ben',
  created_at: '2026-11-21T10:00:00.000Z',
  seen: false,
}
const transaction = {
  id: 't',
  borrower_id: 'ada',
  renter_id: 'ben',
  messages: [],
  has_new_message: false,
  updated_at: '2026-11-20T10:00:00.000Z',
} as unknown as Transaction

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(USERINFO_KEY, { id: 'ada' })
  client.setQueryData(TRANSACTIONS_KEY, [transaction])
  client.setQueryData(NEW_TRANSACTIONS_KEY, { count: 0 })
})

const stale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
const known = () => client.getQueryData<Transaction[]>(TRANSACTIONS_KEY)

describe('applyLiveEvent', () => {
  it('shows the new count', () => {
    applyLiveEvent(client, { type: 'count', count: 3 })
    expect(client.getQueryData(NEW_TRANSACTIONS_KEY)).toEqual({ count: 3 })
  })

  it('adds a message without asking the server', () => {
    applyLiveEvent(client, { type: 'message', transaction_id: 't', message })
    expect(known()?.[0]).toMatchObject({ messages: [message], has_new_message: true })
    expect(stale(TRANSACTIONS_KEY)).toBe(false)
  })

  it('asks for the list when the transaction is new', () => {
    applyLiveEvent(client, { type: 'message', transaction_id: 'new', message })
    expect(stale(TRANSACTIONS_KEY)).toBe(true)
  })

  it('asks for everything after events may have been lost', () => {
    applyLiveEvent(client, { type: 'resync' })
    expect([stale(TRANSACTIONS_KEY), stale(NEW_TRANSACTIONS_KEY)]).toEqual([true, true])
  })

  it('removes the dot when another tab has seen the messages', () => {
    applyLiveEvent(client, { type: 'message', transaction_id: 't', message })
    applyLiveEvent(client, { type: 'seen', transaction_id: 't', seen_by: 'ada' })
    expect(known()?.[0]).toMatchObject({ has_new_message: false, messages: [{ seen: true }] })
  })
})
