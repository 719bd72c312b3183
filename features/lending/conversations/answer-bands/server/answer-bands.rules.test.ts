import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { answerBand, type RequestToLender, type SignQuestion } from './answer-bands.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')

/** A request made `daysAgo`, and answered or withdrawn a number of hours later. */
function requestMade(
  daysAgo: number,
  then: { answered?: number; withdrawn?: number; excused?: number } = {},
): RequestToLender {
  const created_at = new Date(now.getTime() - daysAgo * DAY_MS)
  const after = (hours: number | undefined) =>
    hours === undefined ? null : new Date(created_at.getTime() + hours * HOUR_MS)
  return {
    created_at,
    answered_at: after(then.answered),
    withdrawn_at: after(then.withdrawn),
    excused_at: after(then.excused),
  }
}
const answered = (...hours: number[]) => hours.map((hour) => requestMade(30, { answered: hour }))
const ignored = (count: number) => Array.from({ length: count }, () => requestMade(30))
const bandOf = (...requests: RequestToLender[]) => answerBand(requests, now)

describe('the answer band', () => {
  it('is "new" below three requests', () => {
    expect(bandOf()).toBe('new')
    expect(bandOf(...answered(1, 1))).toBe('new')
    expect(bandOf(...answered(1, 1, 1))).toBe('day')
  })

  it('is "day" when the median is within a day and at least two of three were answered', () => {
    expect(bandOf(...answered(1, 24, 100))).toBe('day')
    expect(bandOf(...answered(1, 25, 26))).toBe('days')
    expect(bandOf(...answered(1, 20, 28, 100))).toBe('day')
    expect(bandOf(...answered(1, 20, 29, 100))).toBe('days')
    expect(bandOf(...answered(1, 1), ...ignored(1))).toBe('day')
    expect(bandOf(...answered(1, 1, 1), ...ignored(2))).toBe('days')
  })

  it('is "rarely" when fewer than half of the requests were answered', () => {
    expect(bandOf(...answered(1, 1), ...ignored(2))).toBe('days')
    expect(bandOf(...answered(1, 1), ...ignored(3))).toBe('rarely')
    expect(bandOf(...ignored(3))).toBe('rarely')
  })

  it('treats an answer after the end of a request as no answer', () => {
    expect(bandOf(...answered(169, 169, 169))).toBe('rarely')
    expect(bandOf(...answered(168, 168, 168))).toBe('days')
  })

  it('ignores requests that can still be answered in time and those older than a year', () => {
    expect(bandOf(...answered(1, 1), requestMade(6.9))).toBe('new')
    expect(bandOf(...answered(1, 1), requestMade(7.1))).toBe('day')
    expect(bandOf(...answered(1, 1, 1), requestMade(366), requestMade(366), requestMade(366))).toBe(
      'day',
    )
  })

  it('ignores requests withdrawn within a day, unless they were answered', () => {
    const withdrawn = (hours: number) => requestMade(30, { withdrawn: hours })
    expect(bandOf(...answered(1, 1), withdrawn(23), withdrawn(23))).toBe('new')
    expect(bandOf(...answered(1, 1), withdrawn(25), withdrawn(25), withdrawn(25))).toBe('rarely')
    expect(bandOf(...answered(1, 1), requestMade(30, { answered: 2, withdrawn: 3 }))).toBe('day')
  })

  it('ignores requests that ended for an accepted reason, unless they were answered', () => {
    const excused = requestMade(30, { excused: 100 })
    expect(bandOf(...answered(1, 1), excused, excused, excused)).toBe('new')
    expect(bandOf(...answered(1, 1), requestMade(30, { answered: 2, excused: 3 }))).toBe('day')
  })
})

/** A question for a sign of life `daysAgo`, and the sign `answeredAfter` days later. */
const question = (daysAgo: number, answeredAfter?: number): SignQuestion => {
  const asked_at = new Date(now.getTime() - daysAgo * DAY_MS)
  const answered = answeredAfter ?? null
  return {
    asked_at,
    answered_at: answered === null ? null : new Date(asked_at.getTime() + answered * DAY_MS),
  }
}

describe('the answer band with a question for a sign of life', () => {
  it.each<[string, RequestToLender[], SignQuestion | null, ReturnType<typeof answerBand>]>([
    ['there was never a request', [], question(30, 1), 'new'],
    ['one neighbour: a band would rest on our own mail', answered(1), question(30, 1), 'new'],
    ['two quick answers and no question', answered(1, 1), null, 'new'],
    ['two quick answers and an answer', answered(1, 1), question(30, 9), 'day'],
    ['two slow answers stay slow', answered(30, 40), question(30, 0.01), 'days'],
    ['a quick and a slow one: the sign is a day', answered(1, 40), question(30, 0.01), 'day'],
    ['two quick answers, the question missed', answered(1, 1), question(30), 'day'],
    [
      'one answer, one missed request, an answer',
      [...answered(1), ...ignored(1)],
      question(30, 1),
      'day',
    ],
    [
      'one answer, one missed request, missed',
      [...answered(1), ...ignored(1)],
      question(30),
      'rarely',
    ],
    ['two missed requests and an answer', ignored(2), question(30, 1), 'rarely'],
    ['two missed requests, and missed', ignored(2), question(30), 'rarely'],
    ['the answer came once neighbours were told', answered(1, 1), question(40, 22), 'day'],
    [
      'the same, where one request was missed',
      [...answered(1), ...ignored(1)],
      question(40, 22),
      'rarely',
    ],
    ['it can still be answered', answered(1, 1), question(20), 'new'],
    ['it is more than a year ago', answered(1, 1), question(366, 1), 'new'],
    ['three requests decide alone: good ones', answered(1, 1, 1), question(30), 'day'],
    ['three requests decide alone: bad ones', ignored(3), question(30, 1), 'rarely'],
    ['neither does it tip the scales', [...answered(1, 1), ...ignored(2)], question(30), 'days'],
  ])('has the expected value: %s', (_name, requests, asked, band) => {
    expect(answerBand(requests, now, asked)).toBe(band)
  })
})
