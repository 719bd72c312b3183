import { describe, expect, it } from 'vitest'
import {
  type DaysQuestion,
  daysPlan,
  decisionReminderAt,
  type SentReminders,
  type WaitingRequest,
  waitingPlan,
  yesQuestionAt,
} from './urgency.rules.ts'

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

const askedAt = (wanted_at: Date, more: Partial<WaitingRequest> = {}): WaitingRequest => ({
  wanted_at,
  wanted_from: null,
  wanted_until: null,
  dates_by: 'borrower',
  answered_at: null,
  written_at: null,
  borrower_wrote_at: null,
  updated_at: wanted_at,
  ...more,
})

function planOf(wanted_at: Date, more: Partial<WaitingRequest>) {
  const { remindAt, offerAt, endsAt } = waitingPlan(askedAt(wanted_at, more), ZURICH)
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
  `('gets more urgent as its day comes closer: $wanted', ({ asked, from, until, ...expected }) => {
    expect(planOf(asked, { wanted_from: from, wanted_until: until })).toEqual([
      expected.first,
      expected.second,
      expected.offer,
      expected.ends,
    ])
  })
})

/** Asked on Monday at ten; the lender wrote for the first time on Tuesday at nine. */
const written = (at: Date, more: Partial<WaitingRequest> = {}) =>
  askedAt(november(23, 10), {
    answered_at: november(24, 9),
    written_at: at,
    updated_at: at,
    ...more,
  })

describe('a request with the lender’s words and no decision', () => {
  // When the lender is reminded, when the borrower is offered others, and when the request ends, counted from the last
  // word of either side.
  it.each<[string, Date, Partial<WaitingRequest>, (string | null)[]]>([
    [
      'no day: a month after the last word',
      november(24, 9),
      {},
      ['2026-11-25 09:00', '2026-11-28 09:00', null, '2026-12-24 09:00'],
    ],
    [
      'with its day',
      november(24, 9),
      { wanted_from: '2026-11-28' },
      ['2026-11-25 09:00', '2026-11-26 19:00', '2026-11-26 08:00', '2026-11-29 00:00'],
    ],
    [
      'wanted tomorrow: the same day',
      november(24, 9),
      { wanted_from: '2026-11-25' },
      ['2026-11-24 14:00', null, '2026-11-24 16:30', '2026-11-26 09:00'],
    ],
    [
      'at night: the next morning',
      november(24, 22),
      { wanted_from: '2026-11-25' },
      ['2026-11-25 08:00', null, '2026-11-25 08:00', '2026-11-26 22:00'],
    ],
    [
      'after the borrower thanked for it: from then on',
      november(24, 9),
      { updated_at: november(24, 18) },
      ['2026-11-25 18:00', '2026-11-28 18:00', null, '2026-12-24 18:00'],
    ],
    [
      'two days after the last word, where its day has passed',
      november(29, 9),
      { wanted_from: '2026-11-28' },
      ['2026-11-30 09:00', null, null, '2026-12-01 09:00'],
    ],
  ])('gets its reminders and its end at the right time: %s', (_name, at, more, expected) => {
    const { wanted_at, ...request } = written(at, more)
    expect(planOf(wanted_at, request)).toEqual(expected)
  })

  it('counts as a new question once the borrower names other days', () => {
    const more = {
      wanted_from: '2026-12-02',
      answered_at: november(24, 9),
      updated_at: november(28, 15),
    }
    expect(planOf(november(28, 10), more).slice(0, 3)).toEqual([
      '2026-11-29 10:00',
      '2026-11-30 19:20',
      '2026-11-30 08:00',
    ])
  })
})

describe('a reminder to decide', () => {
  const none: SentReminders = { decisions: [], yesQuestions: [] }
  const reminder = (request: WaitingRequest, sent: Partial<SentReminders> = {}) =>
    inZurich(decisionReminderAt(request, { ...none, ...sent }, ZURICH))
  const tuesday = written(november(24, 9))

  it('is sent twice in a pause and again in the next pause, four times in all', () => {
    const decisions: Date[] = []
    expect(reminder(tuesday, { decisions })).toBe('2026-11-25 09:00')
    decisions.push(november(25, 9))
    expect(reminder(tuesday, { decisions })).toBe('2026-11-28 09:00')
    decisions.push(november(28, 9))
    expect(reminder(tuesday, { decisions })).toBeNull()
    const again = written(november(30, 9))
    expect(reminder(again, { decisions })).toBe('2026-12-01 09:00')
    decisions.push(new Date('2026-12-01T08:00:00Z'), new Date('2026-12-04T08:00:00Z'))
    expect(
      reminder({ ...again, updated_at: new Date('2026-12-08T08:00:00Z') }, { decisions }),
    ).toBe(null)
    // Other days start a new count.
    const anew = { ...again, wanted_at: new Date('2026-12-06T08:00:00Z') }
    expect(reminder(anew, { decisions })).not.toBeNull()
  })

  it('is sent six hours after the previous one and after "is this a yes?", by day', () => {
    const near = written(november(24, 9), { wanted_from: '2026-11-25' })
    expect(reminder(near)).toBe('2026-11-24 14:00')
    expect(reminder(near, { yesQuestions: [november(24, 9)] })).toBe('2026-11-24 15:00')
    expect(reminder(near, { yesQuestions: [november(24, 18)] })).toBe('2026-11-25 08:00')
  })

  it('is not sent if the lender has written nothing', () => {
    expect(reminder(askedAt(november(23, 10)))).toBeNull()
  })

  it('is sent about days that the lender proposed, without an offer of others', () => {
    const proposed = askedAt(november(24, 9), {
      dates_by: 'lender',
      answered_at: november(24, 9),
      wanted_from: '2026-11-28',
    })
    expect(reminder(proposed)).toBe('2026-11-25 09:00')
    expect(planOf(november(24, 9), proposed)[2]).toBeNull()
  })
})

describe('"is this a yes?"', () => {
  const ask = (request: WaitingRequest, isReply: boolean, asked: Date[] = []) =>
    inZurich(yesQuestionAt(request, isReply, asked))

  it('is sent at once after a reply by mail, and minutes after typed words', () => {
    expect(ask(written(november(24, 9)), true)).toBe('2026-11-24 09:00')
    expect(ask(written(november(24, 9)), false)).toBe('2026-11-24 09:05')
    expect(ask(written(november(24, 9), { updated_at: november(24, 10) }), false)).toBe(
      '2026-11-24 10:05',
    )
    expect(ask(askedAt(november(23, 10)), false)).toBeNull()
  })

  it('is sent again once both sides have written, three times at most', () => {
    const asked = [november(24, 9)]
    expect(ask(written(november(24, 12)), false, asked)).toBeNull()
    const borrower_wrote_at = november(24, 11)
    expect(ask(written(november(24, 8), { borrower_wrote_at }), false, asked)).toBeNull()
    expect(ask(written(november(24, 12), { borrower_wrote_at }), false, asked)).toBe(
      '2026-11-24 12:05',
    )
    const often = [...asked, november(24, 10), november(24, 10)]
    expect(ask(written(november(24, 12), { borrower_wrote_at }), false, often)).toBeNull()
  })

  it('is sent again about other days', () => {
    const wanted_at = november(24, 11)
    expect(ask(written(november(24, 12), { wanted_at }), false, [november(24, 9)])).not.toBeNull()
  })

  it('is sent about the lender’s own days only after the borrower wrote about them', () => {
    const own = (more: Partial<WaitingRequest>) =>
      ask(written(november(24, 12), { dates_by: 'lender', ...more }), true)
    expect(own({})).toBeNull()
    expect(own({ borrower_wrote_at: november(24, 13) })).toBeNull()
    expect(own({ borrower_wrote_at: november(24, 11) })).not.toBeNull()
  })
})

describe('a proposal of other days', () => {
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
  ])(
    'gets its reminder and its end at the right time: %s',
    (_name, asked_at, days, remindAt, endsAt) => {
      const plan = daysPlan({ asked_at, ...days }, ZURICH)
      expect([plan.remindAt, plan.endsAt].map(inZurich)).toEqual([remindAt, endsAt])
    },
  )

  function back(return_by: string | null, asked_return_by: string) {
    return { handover_at: null, return_by, asked_handover_at: null, asked_return_by }
  }
  function fetched(handover_at: Date, asked_handover_at: Date) {
    return { handover_at, return_by: null, asked_handover_at, asked_return_by: null }
  }
})
