import { describe, expect, it } from 'vitest'
import { type DaysQuestion, daysPlan, type WaitingRequest, waitingPlan } from './urgency.rules.ts'

const ZURICH = 'Europe/Zurich'
/** An instant as clocks show it in Zurich: `2026-11-23 10:00`. */
const inZurich = (at: Date | null) =>
  at &&
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: ZURICH,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)

/** In November 2026, when Zurich is an hour ahead of UTC; the 23rd is a Monday. */
const november = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour - 1))

function planOf(created_at: Date, more: Partial<WaitingRequest>) {
  const { remindAt, offerAt, endsAt } = waitingPlan(
    {
      created_at,
      wanted_from: null,
      wanted_until: null,
      answered_at: null,
      updated_at: created_at,
      ...more,
    },
    ZURICH,
  )
  return [remindAt.first, remindAt.second, offerAt, endsAt].map(inZurich)
}

const OCTOBER_24_AT_18 = new Date('2026-10-24T16:00:00Z')

describe('a request without an answer', () => {
  // Asked on Monday at ten unless it says otherwise. When the lender is reminded for the first and the second time,
  // when the borrower is offered others, and when the request ends.
  it.each`
    wanted                      | asked               | from            | until           | first                 | second                | offer                 | ends
    ${'no matter when'}         | ${november(23, 10)} | ${null}         | ${null}         | ${'2026-11-24 10:00'} | ${'2026-11-27 10:00'} | ${null}               | ${'2026-11-30 10:00'}
    ${'in a month'}             | ${november(23, 10)} | ${'2026-12-23'} | ${null}         | ${'2026-11-24 10:00'} | ${'2026-11-27 10:00'} | ${'2026-11-27 08:00'} | ${'2026-11-30 10:00'}
    ${'on Saturday'}            | ${november(23, 10)} | ${'2026-11-28'} | ${null}         | ${'2026-11-24 10:00'} | ${'2026-11-26 11:20'} | ${'2026-11-25 17:00'} | ${'2026-11-29 00:00'}
    ${'from Friday to Sunday'}  | ${november(23, 18)} | ${'2026-11-27'} | ${'2026-11-29'} | ${'2026-11-24 18:00'} | ${'2026-11-26 08:00'} | ${'2026-11-25 09:00'} | ${'2026-11-30 00:00'}
    ${'in two days'}            | ${november(23, 18)} | ${'2026-11-25'} | ${null}         | ${'2026-11-24 08:00'} | ${'2026-11-24 14:00'} | ${'2026-11-24 09:00'} | ${'2026-11-26 00:00'}
    ${'tomorrow'}               | ${november(23, 10)} | ${'2026-11-24'} | ${null}         | ${'2026-11-23 14:40'} | ${null}               | ${'2026-11-23 17:00'} | ${'2026-11-25 00:00'}
    ${'tomorrow, at three'}     | ${november(23, 15)} | ${'2026-11-24'} | ${null}         | ${'2026-11-23 18:00'} | ${'2026-11-24 08:00'} | ${'2026-11-23 19:30'} | ${'2026-11-25 00:00'}
    ${'tomorrow, late'}         | ${november(23, 23)} | ${'2026-11-24'} | ${null}         | ${'2026-11-24 08:00'} | ${null}               | ${'2026-11-24 08:00'} | ${'2026-11-25 00:00'}
    ${'today'}                  | ${november(23, 10)} | ${'2026-11-23'} | ${null}         | ${'2026-11-23 14:40'} | ${null}               | ${'2026-11-23 17:00'} | ${'2026-11-24 00:00'}
    ${'today, too late to ask'} | ${november(23, 22)} | ${'2026-11-23'} | ${null}         | ${null}               | ${null}               | ${null}               | ${'2026-11-24 00:00'}
    ${'from today to Sunday'}   | ${november(27, 22)} | ${'2026-11-27'} | ${'2026-11-29'} | ${'2026-11-28 08:00'} | ${null}               | ${'2026-11-28 08:00'} | ${'2026-11-30 00:00'}
    ${'as the clocks go back'}  | ${OCTOBER_24_AT_18} | ${'2026-10-25'} | ${null}         | ${'2026-10-25 08:00'} | ${null}               | ${'2026-10-25 08:00'} | ${'2026-10-26 00:00'}
  `('is urgent as far as its day is near: $wanted', ({ asked, from, until, ...expected }) => {
    expect(planOf(asked, { wanted_from: from, wanted_until: until })).toEqual([
      expected.first,
      expected.second,
      expected.offer,
      expected.ends,
    ])
  })
})

describe('a request that was answered and not decided', () => {
  const asked = november(23, 10)
  it.each([
    ['no day: a month after the last word', null, november(24, 9), '2026-12-24 09:00'],
    ['with its day', '2026-11-28', november(24, 9), '2026-11-29 00:00'],
    [
      'two days after the last word, where its day has passed',
      '2026-11-28',
      november(29, 9),
      '2026-12-01 09:00',
    ],
  ])('ends, %s; nobody is reminded', (_name, wanted_from, updated_at, ends) => {
    const more = { wanted_from, updated_at, answered_at: november(24, 8) }
    expect(planOf(asked, more)).toEqual([null, null, null, ends])
  })
})

describe('a question for other days', () => {
  // When the other side is reminded, and when the question ends.
  it.each<[string, Date, Omit<DaysQuestion, 'asked_at'>, string | null, string]>([
    [
      'longer, a week ahead',
      november(23, 10),
      back('2026-11-30', '2026-12-04'),
      '2026-11-24 10:00',
      '2026-12-05 00:00',
    ],
    [
      'longer, on the evening before',
      november(23, 20),
      back('2026-11-24', '2026-11-26'),
      '2026-11-24 08:00',
      '2026-11-27 00:00',
    ],
    [
      'longer, on the day of the return',
      november(23, 10),
      back('2026-11-23', '2026-11-25'),
      '2026-11-23 17:00',
      '2026-11-26 00:00',
    ],
    [
      'longer, when it should be back already',
      november(23, 10),
      back('2026-11-20', '2026-11-25'),
      '2026-11-24 08:00',
      '2026-11-26 00:00',
    ],
    [
      'sooner, in three days',
      november(23, 10),
      back('2026-12-04', '2026-11-26'),
      '2026-11-24 10:00',
      '2026-11-27 00:00',
    ],
    [
      'sooner, tomorrow',
      november(23, 10),
      back('2026-12-04', '2026-11-24'),
      '2026-11-23 17:00',
      '2026-11-25 00:00',
    ],
    [
      'sooner, today, late in the evening',
      november(23, 22),
      back('2026-12-04', '2026-11-23'),
      null,
      '2026-11-24 00:00',
    ],
    [
      'no day for the return so far',
      november(23, 10),
      back(null, '2026-11-27'),
      '2026-11-24 10:00',
      '2026-11-28 00:00',
    ],
    [
      'fetched later',
      november(23, 10),
      fetched(november(25, 18), november(28, 18)),
      '2026-11-24 10:00',
      '2026-11-29 06:00',
    ],
    [
      'fetched later, an hour before it',
      november(23, 17),
      fetched(november(23, 18), november(24, 18)),
      '2026-11-23 18:00',
      '2026-11-25 06:00',
    ],
    [
      'fetched sooner',
      november(23, 10),
      fetched(november(28, 18), november(24, 8)),
      '2026-11-23 11:00',
      '2026-11-24 20:00',
    ],
    [
      'both days',
      november(23, 10),
      {
        ...fetched(november(28, 18), november(27, 18)),
        asked_return_by: '2026-11-30',
        return_by: '2026-12-02',
      },
      '2026-11-24 10:00',
      '2026-11-28 06:00',
    ],
  ])('is answered before its day: %s', (_name, asked_at, days, remindAt, endsAt) => {
    const plan = daysPlan({ asked_at, ...days }, ZURICH)
    expect([plan.remindAt, plan.endsAt].map(inZurich)).toEqual([remindAt, endsAt])
  })

  function back(return_by: string | null, asked_return_by: string) {
    return { handover_at: null, return_by, asked_handover_at: null, asked_return_by }
  }
  function fetched(handover_at: Date, asked_handover_at: Date) {
    return { handover_at, return_by: null, asked_handover_at, asked_return_by: null }
  }
})
