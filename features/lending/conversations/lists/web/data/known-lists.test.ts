import { describe, expect, it } from 'vitest'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { testTransaction } from '#platform/web/testing/transaction.ts'
import {
  type Extent,
  extentAfter,
  INBOX_VIEWS,
  type InboxFilter,
  isInView,
  loadedAfter,
  queryOf,
  transactionsInList,
} from './known-lists.ts'

const time = (minute: number) => new Date(minute * MINUTE_MS).toISOString()
const one = (id: string, minute: number, fields: Partial<Transaction> = {}) =>
  testTransaction({ id, updated_at: time(minute), ...fields })
const ids = (list: { id: string }[]) => list.map(({ id }) => id)
const all: InboxFilter = { view: null, search: '' }
const everything: Extent = { until: null, foundIds: null }

describe('the views of the inbox', () => {
  it('match the lists that the server returns', () => {
    const viewsOf = (fields: Partial<Transaction>) =>
      [null, ...INBOX_VIEWS].filter((view) => isInView(one('t', 1, fields), view, 'ada'))
    expect(viewsOf({})).toEqual([null, 'borrow'])
    expect(viewsOf({ status: 'returned' })).toEqual([null, 'borrow', 'done'])
    expect(viewsOf({ borrower_id: 'ben', renter_id: 'ada' })).toEqual([null, 'waiting', 'lend'])
    expect(viewsOf({ borrower_id: null, renter_id: 'household', status: 'declined' })).toEqual([
      null,
      'lend',
      'done',
    ])
    expect(viewsOf({ has_new_message: true, status: 'returned' })).toEqual([
      null,
      'waiting',
      'borrow',
      'done',
    ])
    expect(viewsOf({ archived: true, has_new_message: true })).toEqual(['archived'])
  })

  it('are queried by role and state', () => {
    expect(queryOf({ view: 'lend', search: '' })).toEqual({ role: 'lend' })
    expect(queryOf({ view: 'waiting', search: '' })).toEqual({ state: 'waiting' })
    expect(queryOf({ view: 'done', search: 'ladder' })).toEqual({ state: 'done', search: 'ladder' })
    expect(queryOf(all)).toEqual({})
  })
})

describe('a search', () => {
  const loaded = [one('here', 9), one('kept', 8, { archived: true }), one('other', 7)]
  const foundIds = ['here', 'kept']
  const found = (view: InboxFilter['view']) =>
    ids(transactionsInList(loaded, { until: null, foundIds }, { view, search: 'saw' }, 'ada'))

  it('includes the archive, except in the waiting view', () => {
    expect([found(null), found('borrow')]).toEqual([foundIds, foundIds])
    expect(found('archived')).toEqual(['kept'])
    expect(found('waiting')).toEqual([])
  })
})

describe('a list', () => {
  const loaded = [one('new', 9), one('lent', 8, { borrower_id: 'ben' }), one('old', 1)]

  it('shows loaded transactions only up to its complete part', () => {
    expect(ids(transactionsInList(loaded, everything, all, 'ada'))).toEqual(['new', 'lent', 'old'])
    expect(ids(transactionsInList(loaded, { until: time(8), foundIds: null }, all, 'ada'))).toEqual(
      ['new', 'lent'],
    )
    const borrowed: InboxFilter = { view: 'borrow', search: '' }
    expect(ids(transactionsInList(loaded, everything, borrowed, 'ada'))).toEqual(['new', 'old'])
  })

  it('for a search shows what the server found', () => {
    const search: InboxFilter = { view: null, search: 'ladder' }
    const extent = { until: time(5), foundIds: ['old', 'unknown'] }
    expect(ids(transactionsInList(loaded, extent, search, 'ada'))).toEqual(['old'])
  })
})

describe('an answer to a list', () => {
  it('removes loaded transactions that are missing from its range', () => {
    const loaded = [one('gone', 9), one('here', 8), one('beyond', 1)]
    const answer = { fresh: [one('here', 8)], full: true }
    expect(ids(loadedAfter(loaded, loaded, answer, all, 'ada'))).toEqual(['here', 'beyond'])
    const last = { ...answer, full: false }
    expect(ids(loadedAfter(loaded, loaded, last, all, 'ada'))).toEqual(['here'])
  })

  it('keeps changes that arrived during the call', () => {
    const loadedAtCall = [one('here', 8), one('changed', 7)]
    const now = [one('live', 9), loadedAtCall[0] as Transaction, one('changed', 9)]
    const answer = { fresh: [one('here', 8)], full: false }
    expect(ids(loadedAfter(now, loadedAtCall, answer, all, 'ada'))).toEqual([
      'live',
      'changed',
      'here',
    ])
  })

  it('leaves alone what belongs to another list or is newer than its range', () => {
    const loaded = [one('newer', 9), one('away', 5, { archived: true }), one('here', 4)]
    const answer = { fresh: [one('here', 4)], full: false, before: time(8) }
    expect(ids(loadedAfter(loaded, loaded, answer, all, 'ada'))).toEqual(['newer', 'away', 'here'])
    const search: InboxFilter = { view: null, search: 'x' }
    const none = { fresh: [], full: false }
    expect(ids(loadedAfter(loaded, loaded, none, search, 'ada'))).toHaveLength(3)
  })

  it('keeps paged transactions, unless some may be missing in between', () => {
    const extent: Extent = { until: time(1), foundIds: null }
    const loaded = [one('a', 9), one('b', 1)]
    const meets = { fresh: [one('new', 10), one('a', 9)], full: true }
    expect(extentAfter(extent, loaded, meets, all)).toEqual(extent)
    const apart = { fresh: [one('x', 20), one('y', 19)], full: true }
    expect(extentAfter(extent, loaded, apart, all).until).toBe(time(19))
    expect(extentAfter(extent, loaded, { fresh: [], full: false }, all).until).toBeNull()
  })

  it('extends the list by the next page', () => {
    const extent: Extent = { until: time(5), foundIds: ['a'] }
    const page = { fresh: [one('b', 4)], full: true, before: time(5) }
    expect(extentAfter(extent, [], page, all)).toEqual({ until: time(4), foundIds: null })
    const search: InboxFilter = { view: null, search: 'x' }
    expect(extentAfter(extent, [], page, search)).toEqual({ until: time(4), foundIds: ['a', 'b'] })
  })
})
