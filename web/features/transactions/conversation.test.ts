import type { Message, Transaction } from '@letterlend/contract/transactions.ts'
import { describe, expect, it } from 'vitest'
import type { Outgoing } from '../../data/outbox.ts'
import { conversationDays, otherParty, plainText, stillOutgoing } from './conversation.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()

function message(id: string, created_at: string, fields: Partial<Message> = {}): Message {
  const sides = { from_id: 'ben', to_id: 'ada', author_id: null }
  return { id, text: id, ...sides, created_at, seen: false, ...fields }
}

function outgoing(text: string, fields: Partial<Outgoing> = {}): Outgoing {
  return {
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
  it('reads the line breaks of old data and leaves everything else alone', () => {
    expect(plainText('a<br>b<br />c<BR/>\nd <b>e</b>')).toBe('a\nb\nc\nd <b>e</b>')
  })
})

describe('otherParty', () => {
  it('is the side that one is not', () => {
    const transaction = { borrower_id: 'ada', borrower: { id: 'ada' }, renter: { id: 'ben' } }
    expect(otherParty(transaction as Transaction, 'ada')).toMatchObject({ id: 'ben' })
    expect(otherParty(transaction as Transaction, 'ben')).toMatchObject({ id: 'ada' })
  })
})

describe('stillOutgoing', () => {
  it('drops what came back as a live event before its call was answered', () => {
    const messages = [mine('Hello', at(21, 12))]
    expect(stillOutgoing(messages, [outgoing('Hello')], 'ada')).toEqual([])
    expect(stillOutgoing(messages, [outgoing('Other')], 'ada')).toHaveLength(1)
  })

  it('counts equal texts', () => {
    const entries = [outgoing('ok'), outgoing('ok', { request_id: 'second' })]
    expect(stillOutgoing([mine('ok', at(21, 12))], entries, 'ada')).toHaveLength(1)
  })

  it('keeps what failed, and what only looks like an earlier message', () => {
    const earlier = [mine('ok', at(20, 12))]
    expect(stillOutgoing(earlier, [outgoing('ok')], 'ada')).toHaveLength(1)
    const failed = outgoing('ok', { state: 'failed' })
    expect(stillOutgoing([mine('ok', at(21, 12))], [failed], 'ada')).toEqual([failed])
  })
})

describe('conversationDays', () => {
  it('groups by local days and shows what is on its way at the end', () => {
    const transaction = {
      id: 't',
      messages: [
        message('a', at(20, 23)),
        mine('b', at(21, 1)),
        { ...mine('c', at(21, 2)), seen: true },
      ],
    } as Transaction
    const entries = [
      outgoing('d'),
      outgoing('e', { transaction_id: 'other' }),
      outgoing('f', { from_id: 'somebody else' }),
    ]
    const days = conversationDays(transaction, entries, 'ada')
    expect(
      days.map(({ date, bubbles }) => [date, bubbles.map(({ text, state }) => [text, state])]),
    ).toEqual([
      ['2026-11-20', [['a', 'received']]],
      [
        '2026-11-21',
        [
          ['b', 'sent'],
          ['c', 'seen'],
          ['d', 'sending'],
        ],
      ],
    ])
  })
})
