import { expect, it } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { nextSignStep, type SignFacts } from './signs-of-life.rules.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const SEASON = 180

interface Example {
  sign?: number
  secondExpired?: number
  asked?: number
  again?: number
  silent?: number
  gone?: number
  season?: number
  unreachable?: boolean
}

const factsOf = (example: Example): SignFacts => {
  const at = (days: number | undefined) => (days === undefined ? null : ago(days))
  return {
    can_be_asked: !example.unreachable,
    last_sign_at: ago(example.sign ?? 300),
    second_expired_at: at(example.secondExpired),
    sign_asked_at: at(example.asked),
    sign_asked_again_at: at(example.again),
    silent_since: at(example.silent),
    gone_since: at(example.gone),
  }
}

/** All numbers are days ago. */
it.each<[string, Example, ReturnType<typeof nextSignStep>]>([
  ['a sign within the season', { sign: 179 }, null],
  ['a season without a sign', { sign: 180 }, 'ask'],
  ['the season switched off', { sign: 5000, secondExpired: 1, season: 0 }, null],
  ['another season', { sign: 30, season: 30 }, 'ask'],
  ['two unanswered requests', { sign: 20, secondExpired: 3 }, 'ask'],
  ['two of them, and a sign since', { sign: 2, secondExpired: 3 }, null],
  ['no one could ask it anyway', { sign: 300, unreachable: true }, null],
  ['asked a while ago', { asked: 9.9 }, null],
  ['no answer for ten days', { asked: 10 }, 'ask_again'],
  ['asked twice, within three weeks', { asked: 20.9, again: 10.9 }, null],
  ['asked twice, three weeks', { asked: 21, again: 11 }, 'call_silent'],
  ['the second mail came late', { asked: 40, again: 6.9 }, null],
  ['the second mail came late, a week ago', { asked: 40, again: 7 }, 'call_silent'],
  ['months without a second mail', { asked: 200 }, 'ask_again'],
  ['silent, within eight weeks', { asked: 55.9, again: 45.9, silent: 34.9 }, null],
  ['silent, eight weeks', { asked: 56, again: 46, silent: 35 }, 'take_off'],
  ['called silent late', { asked: 90, again: 80, silent: 34.9 }, null],
  ['gone', { sign: 600, asked: 400, again: 390, silent: 380, gone: 300 }, null],
  ['a sign after the first mail', { asked: 5, sign: 4 }, 'forget'],
  ['a sign after the second mail', { asked: 15, again: 5, sign: 1 }, 'forget'],
  ['a sign of a silent one', { asked: 30, again: 20, silent: 9, sign: 0.1 }, 'forget'],
  ['a sign of one that is gone', { asked: 90, again: 80, silent: 69, gone: 34, sign: 0 }, 'forget'],
  ['a sign before the first mail', { asked: 9, sign: 9.1 }, null],
  ['switched off since', { asked: 30, again: 20, silent: 9, season: 0 }, 'forget'],
  ['on holiday since', { asked: 30, again: 20, unreachable: true }, 'forget'],
])('nextSignStep is right for: %s', (_name, example, step) => {
  expect(nextSignStep(factsOf(example), example.season ?? SEASON, NOW)).toBe(step)
})

it('nextSignStep takes one step after the other, however long the server stood still', () => {
  const facts = factsOf({ sign: 1000 })
  const steps: ReturnType<typeof nextSignStep>[] = []
  let now = NOW
  for (let round = 0; round < 5; round++) {
    const step = nextSignStep(facts, SEASON, now)
    steps.push(step)
    if (step === 'ask') facts.sign_asked_at = now
    if (step === 'ask_again') facts.sign_asked_again_at = now
    if (step === 'call_silent') facts.silent_since = now
    if (step === 'take_off') facts.gone_since = now
    now = new Date(now.getTime() + 200 * DAY_MS)
  }
  expect(steps).toEqual(['ask', 'ask_again', 'call_silent', 'take_off', null])
})
