import { expect, it } from 'vitest'
import { testTransaction } from '#platform/web/testing/transaction.ts'
import { whenWords } from './request-when.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const words = (fields: Parameters<typeof testTransaction>[0]) =>
  whenWords(testTransaction(fields), 'en', NOW).map(({ key, when }) => [key, when])

it('says until when a promise without a day for the return stands, and nothing of any other', () => {
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
