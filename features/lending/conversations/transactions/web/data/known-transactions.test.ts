import { describe, expect, it } from 'vitest'
import { testEvent, testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import type { Message, Transaction } from '../../contract.ts'
import { mergeMessages, mergeTransactions, withMessage, withSeen } from './known-transactions.ts'

const time = (second: number) => new Date(second * 1000).toISOString()

function message(id: string, second: number, fields: Partial<Message> = {}): Message {
  return testMessage({ id, text: id, created_at: time(second), ...fields })
}

function transaction(id: string, messages: Message[], fields: Partial<Transaction> = {}) {
  const updated_at = messages.at(-1)?.created_at ?? time(0)
  return testTransaction({ id, messages, updated_at, ...fields })
}

const ids = (list: { id: string }[] | null | undefined) => list?.map(({ id }) => id)

describe('mergeMessages', () => {
  it('returns each message once, oldest first', () => {
    const merged = mergeMessages(
      [message('a', 1), message('b', 2)],
      [message('b', 2), message('c', 3)],
    )
    expect(ids(merged)).toEqual(['a', 'b', 'c'])
  })

  it('keeps the object of each unchanged message', () => {
    const loaded = [message('b', 2), message('c', 3)]
    const [, b, c] = mergeMessages(loaded, [message('a', 1), message('b', 2)])
    expect([b, c]).toEqual(loaded)
    expect(b).toBe(loaded[0])
    expect(c).toBe(loaded[1])
    expect(mergeMessages(loaded, [message('c', 3)])).toBe(loaded)
  })

  it('never turns a seen message into an unseen one', () => {
    const seenMessage = message('a', 1, { seen: true })
    expect(mergeMessages([seenMessage], [message('a', 1)])[0]?.seen).toBe(true)
    expect(mergeMessages([message('a', 1)], [seenMessage])[0]?.seen).toBe(true)
  })
})

describe('mergeTransactions', () => {
  it('keeps the objects that an answer does not change', () => {
    const loaded = [
      transaction('t', [message('a', 1), message('b', 2)]),
      transaction('u', [message('c', 1)]),
    ]
    const same = [transaction('t', [message('b', 2)])]
    expect(mergeTransactions(loaded, same)).toBe(loaded)
    const more = mergeTransactions(loaded, [transaction('u', [message('d', 3)])])
    expect(more.find(({ id }) => id === 't')).toBe(loaded[0])
    expect(ids(more.find(({ id }) => id === 'u')?.messages)).toEqual(['c', 'd'])
  })

  it('keeps older messages that an answer leaves out', () => {
    const loaded = [transaction('t', [message('a', 1), message('b', 2)])]
    const fresh = [transaction('t', [message('b', 2), message('c', 3)])]
    expect(ids(mergeTransactions(loaded, fresh)[0]?.messages)).toEqual(['a', 'b', 'c'])
  })

  it('keeps what a live event brought before an older answer arrived', () => {
    const loaded = [transaction('t', [message('a', 1, { seen: true }), message('b', 5)])]
    const late = [transaction('t', [message('a', 1)], { has_new_message: true })]
    const [merged] = mergeTransactions(loaded, late)
    expect(ids(merged?.messages)).toEqual(['a', 'b'])
    expect(merged?.updated_at).toBe(time(5))
    expect(merged?.has_new_message).toBe(false)
  })

  it('takes over a new message and its dot', () => {
    const loaded = [transaction('t', [message('a', 1, { seen: true })])]
    const fresh = [transaction('t', [message('b', 2)], { has_new_message: true })]
    expect(mergeTransactions(loaded, fresh)[0]?.has_new_message).toBe(true)
  })

  it('keeps the newer state of a loan when an older answer arrives', () => {
    const accepted = testEvent({ id: '2', status: 'accepted' })
    const loaded = [
      transaction('t', [], { status: 'accepted', events: [testEvent(), accepted], archived: true }),
    ]
    const late = [transaction('t', [], { events: [testEvent()] })]
    expect(mergeTransactions(loaded, late)[0]).toMatchObject({
      status: 'accepted',
      archived: false,
    })
    expect(mergeTransactions(late, loaded)[0]).toMatchObject({ status: 'accepted' })
  })

  it('takes over the earlier state after a step was undone', () => {
    const out = testEvent({ id: '2', status: 'handed_over' })
    const loaded = transaction('t', [], { status: 'handed_over', events: [testEvent(), out] })
    const undone = transaction('t', [], {
      status: 'accepted',
      events: [testEvent()],
      updated_at: '2026-12-01T00:00:00.000Z',
    })
    expect(mergeTransactions([loaded], [undone])[0]).toMatchObject({ status: 'accepted' })
  })

  it('drops older messages instead of leaving a gap before the newest ones', () => {
    const newest = Array.from({ length: 50 }, (_, i) => message(`n${i}`, 100 + i))
    const loaded = [transaction('t', [message('a', 1)])]
    expect(mergeTransactions(loaded, [transaction('t', newest)])[0]?.messages).toEqual(newest)
    const overlapping = [message('a', 1), ...newest.slice(1)]
    expect(mergeTransactions(loaded, [transaction('t', overlapping)])[0]?.messages).toHaveLength(50)
    const few = newest.slice(0, 3)
    expect(mergeTransactions(loaded, [transaction('t', few)])[0]?.messages).toHaveLength(4)
  })

  it('keeps paged transactions and sorts by last activity', () => {
    const old = transaction('old', [message('a', 1)])
    const loaded = [transaction('t', [message('b', 9)]), old]
    const fresh = [transaction('new', [message('c', 10)]), transaction('t', [message('b', 9)])]
    expect(ids(mergeTransactions(loaded, fresh))).toEqual(['new', 't', 'old'])
  })
})

describe('withMessage', () => {
  const list = [transaction('first', [message('a', 5)]), transaction('second', [message('b', 1)])]

  it('moves the transaction to the top and marks it as new', () => {
    const next = withMessage(list, 'second', message('c', 9), 'ada')
    expect(ids(next)).toEqual(['second', 'first'])
    expect(next?.[0]).toMatchObject({ has_new_message: true, updated_at: time(9) })
  })

  it('counts each unread message once and takes the transaction out of the archive', () => {
    const away = [transaction('t', [], { archived: true })]
    const once = withMessage(away, 't', message('a', 9), 'ada') ?? []
    expect(once[0]).toMatchObject({ unread: 1, archived: false, answered: true })
    expect(withMessage(once, 't', message('a', 9), 'ada')?.[0]?.unread).toBe(1)
    const own = message('b', 9, { from_id: 'ada', to_id: 'ben', author_id: 'ada' })
    expect(withMessage(away, 't', own, 'ada')?.[0]).toMatchObject({ unread: 0, archived: true })
  })

  it('sets written_at for a lender’s words only while the request is open', () => {
    const words = message('b', 9, { from_id: 'ben', to_id: 'ada', author_id: 'ben' })
    const inStatus = (status: Transaction['status']) =>
      withMessage([transaction('t', [], { status })], 't', words, 'ben')?.[0]?.written_at
    expect(inStatus('requested')).toBe(time(9))
    expect(inStatus('accepted')).toBeNull()
    const own = message('c', 10, { from_id: 'ada', to_id: 'ben', author_id: 'ada' })
    expect(withMessage([transaction('t', [])], 't', own, 'ada')?.[0]?.written_at).toBeNull()
  })

  it('does not mark a message sent from another tab as new', () => {
    const own = message('c', 9, { from_id: 'ada', to_id: 'ben' })
    expect(withMessage(list, 'second', own, 'ada')?.[0]?.has_new_message).toBe(false)
  })

  it('returns null for an unknown transaction', () => {
    expect(withMessage(list, 'unknown', message('c', 9), 'ada')).toBeNull()
  })
})

describe('withSeen', () => {
  const mine = message('a', 1, { from_id: 'ada', to_id: 'ben' })
  const list = [transaction('t', [mine, message('b', 2)], { has_new_message: true, unread: 1 })]

  it('marks the own messages as seen when the other side has seen them', () => {
    const [next] = withSeen(list, 't', 'ben', 'ada')
    expect(next?.messages.map(({ seen }) => seen)).toEqual([true, false])
    expect(next).toMatchObject({ has_new_message: true, unread: 1 })
  })

  it('removes the dot when another tab has seen the messages', () => {
    const [next] = withSeen(list, 't', 'ada', 'ada')
    expect(next?.messages.map(({ seen }) => seen)).toEqual([false, true])
    expect(next).toMatchObject({ has_new_message: false, unread: 0 })
  })
})
