import { expect, it } from 'vitest'
import { allowance, MOST_MAILS_WAITING } from './mailings.rules.ts'

it.each([
  ['nothing went out yet', 600, { lastHour: 0, lastMinute: 0, waiting: 0 }, 10],
  ['this minute has had some', 600, { lastHour: 4, lastMinute: 4, waiting: 0 }, 6],
  ['this minute has had all', 600, { lastHour: 10, lastMinute: 10, waiting: 0 }, 0],
  ['this hour has had nearly all', 600, { lastHour: 598, lastMinute: 0, waiting: 0 }, 2],
  ['less than one a minute', 6, { lastHour: 5, lastMinute: 0, waiting: 0 }, 1],
  ['an hour with less than one a minute is over', 6, { lastHour: 6, lastMinute: 0, waiting: 0 }, 0],
  ['the mail server is slow', 6000, { lastHour: 30, lastMinute: 30, waiting: 15 }, 5],
  ['the mail server stands still', 6000, { lastHour: 30, lastMinute: 0, waiting: 20 }, 0],
  ['the pace was made slower meanwhile', 60, { lastHour: 500, lastMinute: 90, waiting: 0 }, 0],
])('the pace of a mailing is kept if %s: at %i an hour', (_what, perHour, handed, expected) => {
  expect(allowance({ perHour, mostWaiting: MOST_MAILS_WAITING }, handed)).toBe(expected)
})
