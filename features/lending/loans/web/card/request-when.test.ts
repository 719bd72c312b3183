import { expect, it } from 'vitest'
import { testTransaction } from '#platform/web/testing/transaction.ts'
import { whenWords } from './request-when.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const words = (fields: Parameters<typeof testTransaction>[0]) =>
  whenWords(testTransaction(fields), 'lender', 'en', NOW).map(({ key, when }) => [key, when])

it('whenWords returns until when a promise without a return day stands, and only then', () => {
  const promised = { status: 'accepted', stands_until: '2026-12-04' } as const
  const stands = ['loans:when.stands', 'Friday 4 December']
  expect(words(promised)).toEqual([stands])
  expect(words({ ...promised, handover_at: '2026-11-21T16:00:00.000Z' }).at(-1)).toEqual(stands)
  expect(words({ ...promised, wanted_from: '2026-11-21' }).at(-1)).toEqual(stands)
  expect(words({ status: 'accepted', return_by: '2026-11-30' })).toEqual([
    ['loans:when.back', 'Monday 30 November'],
  ])
  expect(words({ status: 'handed_over' })).toEqual([['loans:when.openReturn', '']])
})

it('whenWords adds the proposed days and their side', () => {
  const out = { status: 'handed_over', return_by: '2026-11-30' } as const
  const asked = { ...out, days_asked_by: 'borrower', asked_return_by: '2026-12-02' } as const
  const back = ['loans:when.back', 'Monday 30 November']
  expect(words(asked)).toEqual([back, ['loans:when.askedBack.other', 'Wednesday 2 December']])
  expect(words({ ...asked, days_asked_by: 'lender' }).at(-1)?.[0]).toBe('loans:when.askedBack.you')
  const asked_handover_at = new Date(2026, 11, 1, 18).toISOString()
  expect(
    words({ status: 'accepted', days_asked_by: 'borrower', asked_handover_at }).at(-1),
  ).toEqual(['loans:when.askedFetch.other', 'Tuesday 1 December, 18:00'])
})
