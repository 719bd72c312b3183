import { describe, expect, it } from 'vitest'
import type {
  Bubble,
  Entry,
  Happening,
} from '#features/lending/conversations/messages/web/conversation.ts'
import { conversationRows } from './conversation-rows.ts'

const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, day, hour, minute).toISOString()

const bubble = (key: string, created_at: string, fields: Partial<Bubble> = {}): Bubble => ({
  kind: 'bubble',
  key,
  own: false,
  author_id: 'ben',
  text: key,
  created_at,
  state: 'received',
  automatic: false,
  warnings: [],
  hasQuoted: false,
  ...fields,
})
const event = (key: string, created_at: string) =>
  ({ kind: 'event', key, created_at }) as Partial<Happening> as Happening

/** Writes rows as text: `(a` begins a group, `a)` ends it, `*` shows the time. */
const shape = (entries: Entry[], complete = true) =>
  conversationRows(entries, complete).map((row) => {
    if (row.kind === 'day') return row.date
    if (row.kind === 'event') return `- ${row.key}`
    return `${row.first ? '(' : ''}${row.key}${row.last ? ')' : ''}${row.showsMeta ? '*' : ''}`
  })

describe('conversationRows', () => {
  it('groups messages by day, author and time, with the time once per group', () => {
    const entries = [
      bubble('a', at(20, 10)),
      bubble('b', at(20, 10, 5)),
      bubble('c', at(20, 12)),
      bubble('d', at(20, 12, 1), { own: true, author_id: 'ada', state: 'sent' }),
      bubble('e', at(20, 12, 2), { own: true, author_id: 'mia', state: 'sent' }),
      bubble('f', at(20, 23, 59)),
      bubble('g', at(21, 0, 1)),
    ]
    expect(shape(entries)).toEqual([
      '2026-11-20',
      '(a',
      'b)*',
      '(c)*',
      '(d)*',
      '(e)*',
      '(f)*',
      '2026-11-21',
      '(g)*',
    ])
  })

  it('shows the delivery state within a group where it changes', () => {
    const own = { own: true, author_id: 'ada' }
    const entries = [
      bubble('a', at(20, 10), { ...own, state: 'seen' }),
      bubble('b', at(20, 10), { ...own, state: 'seen' }),
      bubble('c', at(20, 10), { ...own, state: 'failed' }),
    ]
    expect(shape(entries)).toEqual(['2026-11-20', '(a', 'b*', 'c)*'])
  })

  it('ends a group at an event', () => {
    const entries = [bubble('a', at(20, 10)), event('yes', at(20, 10)), bubble('b', at(20, 10))]
    expect(shape(entries)).toEqual(['2026-11-20', '(a)*', '- yes', '(b)*'])
  })

  it('keeps the shown rows unchanged when older messages are loaded', () => {
    const shown = [bubble('c', at(20, 12)), bubble('d', at(21, 10))]
    const before = shape(shown, false)
    expect(before).toEqual(['(c)*', '2026-11-21', '(d)*'])
    const after = shape([bubble('a', at(20, 8)), bubble('b', at(20, 9)), ...shown], false)
    expect(after.slice(-before.length)).toEqual(before)
  })
})
