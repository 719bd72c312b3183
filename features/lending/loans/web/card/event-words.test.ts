import { describe, expect, it } from 'vitest'
import { testEvent } from '#platform/web/testing/transaction.ts'
import { eventWords } from './event-words.ts'

const names = { otherName: 'Ben', writer: null }
const words = (
  fields: Parameters<typeof testEvent>[0],
  happening: Partial<Parameters<typeof eventWords>[0]> = {},
  of = names as { otherName: string; writer: string | null },
) => {
  const event = testEvent(fields)
  return eventWords(
    { event, own: false, role: 'borrower', before: 'requested', ...happening },
    of,
    'en',
  )
}

describe('eventWords', () => {
  it('returns the time of a yes if one was named, else the days', () => {
    const handover_at = new Date(2026, 10, 21, 10).toISOString()
    const yes = { status: 'accepted', side: 'lender', wanted_from: '2026-11-21' } as const
    expect(words({ ...yes, handover_at })).toMatchObject({
      key: 'loans:events.accepted.other',
      name: 'Ben',
      when: 'Saturday 21 November, 10:00',
    })
    expect(words({ ...yes, return_by: '2026-11-22' }).when).toBe('Saturday 21 November – Sunday')
  })

  it('returns the name of another household member, and "you" for the viewer', () => {
    const yes = { status: 'accepted', side: 'lender' } as const
    const own = { own: true, role: 'lender' } as const
    expect(words(yes, own)).toMatchObject({ key: 'loans:events.accepted.you', name: '' })
    expect(words(yes, own, { otherName: 'Ada', writer: 'Mia' })).toMatchObject({
      key: 'loans:events.accepted.other',
      name: 'Mia',
    })
  })

  it('returns which side said "not fetched", or that no side said anything', () => {
    const ended = { status: 'expired', reason: 'not_fetched' } as const
    expect(words({ ...ended, side: 'lender' }).key).toBe('loans:events.saidNotFetched.other')
    expect(words({ ...ended, side: null }).key).toBe('loans:events.notFetched')
  })

  it('distinguishes the first days, proposed days and a yes to proposed days', () => {
    expect(words({ wanted_from: '2026-11-21' }).key).toBe('loans:events.asked.other')
    expect(words({ side: 'lender', reason: 'another_day' }).key).toBe('loans:events.proposed.other')
    expect(words({ status: 'accepted', side: 'borrower' }, { own: true }).key).toBe(
      'loans:events.agreed.you',
    )
  })

  it('returns what was agreed in words and since when the item is out', () => {
    const days = { wanted_from: '2026-11-21', wanted_until: '2026-11-23' } as const
    expect(words({ ...days, reason: 'agreed_in_words' }, { own: true })).toMatchObject({
      key: 'loans:events.agreedInWords.you',
      when: 'Saturday 21 November – Monday',
    })
    const fetched = words({ ...days, reason: 'fetched_in_words' })
    expect(fetched).toMatchObject({
      key: 'loans:events.fetchedInWords.other',
      when: 'Saturday 21 November',
    })
    const noted = { ...days, status: 'handed_over', side: 'lender', reason: 'noted' } as const
    expect(words(noted)).toMatchObject({
      key: 'loans:events.noted.other',
      when: 'Saturday 21 November',
    })
  })

  it('returns the other days that were asked for and their outcome', () => {
    const out = { status: 'handed_over', side: 'borrower', return_by: '2026-11-24' } as const
    expect(words({ ...out, reason: 'days_asked' }, { own: true })).toMatchObject({
      key: 'loans:events.returnAsked.you',
      when: 'Tuesday 24 November',
    })
    const handover_at = new Date(2026, 10, 21, 10).toISOString()
    const promised = { ...out, status: 'accepted', handover_at } as const
    expect(words({ ...promised, reason: 'days_asked' })).toMatchObject({
      key: 'loans:events.daysAsked.other',
      when: 'Saturday 21 November, 10:00 – Tuesday 24 November',
    })
    // The thing is out, so it was fetched already: only the return is new.
    expect(words({ ...out, handover_at, side: 'lender', reason: 'days_agreed' })).toMatchObject({
      key: 'loans:events.agreed.other',
      when: 'Tuesday 24 November',
    })
    expect(words({ ...out, reason: 'days_kept' })).toMatchObject({
      key: 'loans:events.daysKept.other',
      when: null,
    })
    expect(words({ ...out, reason: 'days_withdrawn' }).key).toBe('loans:events.daysWithdrawn.other')
  })

  it('distinguishes a no from a revoked yes, with the reason', () => {
    const no = { status: 'declined', side: 'lender', reason: 'broken' } as const
    expect(words(no)).toMatchObject({
      key: 'loans:events.declined.other',
      because: 'loans:events.because.broken',
      when: null,
    })
    expect(words(no, { before: 'accepted' }).key).toBe('loans:events.takenBack.other')
    expect(words({ ...no, reason: 'other' }).because).toBeNull()
  })

  it('names no side for an event that happened by itself', () => {
    expect(words({ status: 'expired', side: null }).key).toBe('loans:events.expired')
    const promised = { status: 'declined', side: null, reason: 'lent' } as const
    expect(words(promised).key).toBe('loans:events.promisedElsewhere.borrower')
    expect(words(promised, { role: 'lender' }).key).toBe('loans:events.promisedElsewhere.lender')
    const away = { status: 'expired', side: null, reason: 'away' } as const
    expect(words(away).key).toBe('loans:events.expiredAway')
    const elsewhere = { status: 'withdrawn', side: null, reason: 'lent_elsewhere' } as const
    expect(words(elsewhere).key).toBe('loans:events.lentElsewhere.borrower')
    expect(words(elsewhere, { role: 'lender' }).key).toBe('loans:events.lentElsewhere.lender')
    const left = { status: 'withdrawn', side: null, reason: 'left' } as const
    expect(words(left).key).toBe('loans:events.left')
    const refused = { status: 'withdrawn', side: null, reason: 'not_delivered' } as const
    expect(words(refused).key).toBe('loans:events.notDelivered')
    const blocked = { status: 'declined', side: 'lender', reason: 'blocked' } as const
    expect(words(blocked)).toMatchObject({ key: 'loans:events.ended', name: '' })
  })
})
