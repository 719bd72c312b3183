import { describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '#features/lending/conversations/outbox/web/data/outbox.ts'
import type { Message, Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { testEvent, testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { conversationEntries, otherParty, plainText, stillOutgoing } from './conversation.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()

function message(id: string, created_at: string, fields: Partial<Message> = {}): Message {
  return testMessage({ id, text: id, author_id: null, created_at, ...fields })
}

function outgoing(text: string, fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    kind: 'message',
    request_id: `request ${text}`,
    transaction_id: 't',
    from_id: 'ada',
    author_id: 'ada',
    text,
    created_at: at(21, 12),
    state: 'sending',
    ...fields,
  }
}

const mine = (text: string, created_at: string) =>
  message(text, created_at, { from_id: 'ada', to_id: 'ben' })

describe('plainText', () => {
  it('turns the line breaks of old data into newlines and leaves everything else alone', () => {
    expect(plainText('a<br>b<br />c<BR/>\nd <b>e</b>')).toBe('a\nb\nc\nd <b>e</b>')
  })
})

describe('otherParty', () => {
  it('returns the side that the viewer is not', () => {
    const transaction = { borrower_id: 'ada', borrower: { id: 'ada' }, renter: { id: 'ben' } }
    expect(otherParty(transaction as Transaction, 'ada')).toMatchObject({ id: 'ben' })
    expect(otherParty(transaction as Transaction, 'ben')).toMatchObject({ id: 'ada' })
  })
})

describe('stillOutgoing', () => {
  it('drops an entry whose live event arrived before the answer to its call', () => {
    const messages = [mine('Hello', at(21, 12))]
    expect(stillOutgoing(messages, [outgoing('Hello')], 'ada')).toEqual([])
    expect(stillOutgoing(messages, [outgoing('Other')], 'ada')).toHaveLength(1)
  })

  it('drops only as many equal texts as have arrived', () => {
    const entries = [outgoing('ok'), outgoing('ok', { request_id: 'second' })]
    expect(stillOutgoing([mine('ok', at(21, 12))], entries, 'ada')).toHaveLength(1)
  })

  it('keeps failed entries and those that only equal an earlier message', () => {
    const earlier = [mine('ok', at(20, 12))]
    expect(stillOutgoing(earlier, [outgoing('ok')], 'ada')).toHaveLength(1)
    const failed = outgoing('ok', { state: 'failed' })
    expect(stillOutgoing([mine('ok', at(21, 12))], [failed], 'ada')).toEqual([failed])
  })
})

describe('conversationEntries', () => {
  it('puts outgoing messages at the end', () => {
    const transaction = testTransaction({
      messages: [
        message('a', at(20, 23)),
        mine('b', at(21, 1)),
        { ...mine('c', at(21, 2)), seen: true },
        { ...mine('d', at(21, 3)), held: true },
        { ...mine('x', at(21, 4)), held: true, refused: true },
      ],
    })
    const entries = [
      outgoing('e'),
      outgoing('f', { transaction_id: 'other' }),
      outgoing('g', { from_id: 'somebody else' }),
    ]
    expect(
      conversationEntries(transaction, entries, 'ada').map(
        (entry) => entry.kind === 'bubble' && [entry.text, entry.state],
      ),
    ).toEqual([
      ['a', 'received'],
      ['b', 'sent'],
      ['c', 'seen'],
      ['d', 'held'],
      ['x', 'refused'],
      ['e', 'sending'],
    ])
  })

  it('shows warnings for messages of others, not for own ones', () => {
    const warnings = ['link'] as const
    const transaction = testTransaction({
      messages: [
        message('a', at(20, 10), { warnings: [...warnings] }),
        { ...mine('b', at(20, 11)), warnings: [...warnings] },
      ],
    })
    const [theirs, own] = conversationEntries(transaction, [], 'ada')
    expect([theirs, own]).toMatchObject([{ warnings }, { warnings: [] }])
  })

  const happeningsOf = (transaction: Transaction) =>
    conversationEntries(transaction, [], 'ada').map((entry) =>
      entry.kind === 'bubble' ? entry.text : `${entry.before} > ${entry.event.status}`,
    )

  it('puts events between the messages, and a change above the words sent with it', () => {
    const transaction = testTransaction({
      events: [
        testEvent({ id: '1', at: at(20, 10) }),
        testEvent({ id: '2', at: at(21, 10), reason: 'another_day', side: 'lender' }),
        testEvent({ id: '3', at: at(21, 12), status: 'accepted', side: 'borrower' }),
      ],
      messages: [mine('May I?', at(20, 10)), message('Rather then', at(21, 10))],
    })
    expect(happeningsOf(transaction)).toEqual([
      'May I?',
      'requested > requested',
      'Rather then',
      'requested > accepted',
    ])
  })

  it('shows the first event if it has days, and leaves out events older than the messages', () => {
    const events = [testEvent({ at: at(20, 10), wanted_from: '2026-11-22' })]
    const messages = [mine('May I?', at(20, 10))]
    expect(happeningsOf(testTransaction({ events, messages }))).toEqual([
      'requested > requested',
      'May I?',
    ])
    const later = [mine('Thanks', at(21, 10))]
    expect(happeningsOf(testTransaction({ events, messages: later }))).toEqual(['Thanks'])
  })
})
