import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { nextPause, type Pause, readRefusal } from './mail-refusal.rules.ts'

/** Replies of large providers. */
it.each([
  [
    '550-5.1.1 The email account that you tried to reach does not exist.',
    550,
    'RCPT TO',
    '5.1.1',
    'address',
  ],
  [
    '550 5.1.1 <a@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
    550,
    'RCPT TO',
    '5.1.1',
    'address',
  ],
  [
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    550,
    'DATA',
    '5.1.10',
    'address',
  ],
  ['552 5.2.2 Mailbox full', 552, 'RCPT TO', '5.2.2', 'mailbox'],
  [
    '550 5.2.1 The email account that you tried to reach is disabled',
    550,
    'RCPT TO',
    '5.2.1',
    'mailbox',
  ],
  ['550 Requested action not taken: mailbox unavailable', 550, 'RCPT TO', '550', 'address'],
  [
    '553 sorry, that domain is not in my list of allowed rcpthosts',
    553,
    'RCPT TO',
    '553',
    'address',
  ],
  // Errors about our server or the mail's content, not about the address.
  [
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated.',
    550,
    'DATA',
    '5.7.26',
    'mail',
  ],
  [
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    554,
    'RCPT TO',
    '5.7.1',
    'mail',
  ],
  [
    '550 5.1.8 <noreply@example.org>: Sender address rejected: Domain not found',
    550,
    'RCPT TO',
    '5.1.8',
    'mail',
  ],
  ['554 Transaction failed: spam message rejected', 554, 'DATA', '554', 'mail'],
  ['552 5.3.4 Message size exceeds fixed limit', 552, 'DATA', '5.3.4', 'mail'],
  ['552 Requested mail action aborted: exceeded storage', 552, 'RCPT TO', '552', 'mailbox'],
  ['452 4.2.2 over quota', 452, 'RCPT TO', '4.2.2', 'mailbox'],
  ['450 4.2.1 The user is receiving mail at a rate that', 450, 'RCPT TO', '4.2.1', 'mailbox'],
  ['552 5.2.3 Message length exceeds the limit', 552, 'DATA', '5.2.3', 'mail'],
] as const)('%s', (response, responseCode, command, code, of) => {
  expect(readRefusal(Object.assign(new Error(), { response, responseCode, command }))).toEqual({
    code,
    of,
    final: responseCode >= 500,
  })
})

it.each([
  [
    'a refusal for now',
    { response: '450 4.2.0 Greylisted', responseCode: 450, command: 'RCPT TO' },
  ],
  [
    'a wrong password of ours',
    { response: '535 5.7.8 Bad', responseCode: 535, command: 'AUTH PLAIN' },
  ],
  [
    'a sender that is refused',
    { response: '550 5.7.1 No', responseCode: 550, command: 'MAIL FROM' },
  ],
  ['no connection', { code: 'ECONNREFUSED', command: 'CONN' }],
  ['no error of a server', new Error('550 unknown')],
  ['nothing', undefined],
])('the error is not a refusal of the address: %s', (_, error) => {
  expect(readRefusal(error)).toBeNull()
})

describe('the pause of a mailbox that refuses mails', () => {
  const BEGIN = new Date('2026-11-01T12:00:00Z')
  const later = (milliseconds: number) => new Date(BEGIN.getTime() + milliseconds)

  it('doubles from ten minutes up to a day, and ends after two weeks', () => {
    const minutes: number[] = []
    let pause: Pause | null = null
    let now = BEGIN
    for (;;) {
      const next = nextPause(pause, now, false)
      if (!next) break
      minutes.push((next.until.getTime() - now.getTime()) / MINUTE_MS)
      now = next.until
      pause = next
    }
    expect(minutes.slice(0, 5)).toEqual([10, 20, 40, 80, 160])
    expect(Math.max(...minutes)).toBe(24 * 60)
    const days = (now.getTime() - BEGIN.getTime()) / DAY_MS
    expect(days).toBeGreaterThanOrEqual(14)
    expect(days).toBeLessThanOrEqual(15)
  })

  it('is shared by several mails at a time', () => {
    const first = nextPause(null, BEGIN, false)
    expect(nextPause(first, later(MINUTE_MS), false)).toBe(first)
  })

  it('continues if an accepted mail bounces soon, and starts again if one bounces later', () => {
    const pause = nextPause(null, BEGIN, true)
    const taken = pause && { ...pause, taken_at: later(DAY_MS), until: later(DAY_MS) }
    expect(nextPause(taken, later(2 * DAY_MS), true)).toMatchObject({ since: BEGIN })
    expect(nextPause(taken, later(5 * DAY_MS), true)).toMatchObject({ since: later(5 * DAY_MS) })
  })
})
