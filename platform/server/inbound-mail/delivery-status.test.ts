import { describe, expect, it } from 'vitest'
import { readDeliveryStatus } from './delivery-status.ts'
import { fixturesIn, readFixture } from './fixtures/read-fixture.ts'
import { readMail } from './reading-mail.ts'

const ofAddress = (code: string) => ({ code, of: 'address', final: true })
const ofMailbox = (code: string) => ({ code, of: 'mailbox', final: true })
const ofMail = (code: string) => ({ code, of: 'mail', final: true })

/** What each server's report says about the address. */
const REPORTS: Record<string, object | null> = {
  'amazon-ses': ofAddress('5.1.1'),
  delivered: null,
  'exchange-access-denied': ofMail('5.7.1'),
  'exchange-full': ofMailbox('5.2.2'),
  'exchange-no-user': ofAddress('5.1.10'),
  'exim-content': ofMail('554'),
  'exim-no-user': ofAddress('550'),
  forwarded: ofAddress('5.1.1'),
  gmail: ofAddress('5.1.1'),
  'gmail-delayed': null,
  'gmail-full': ofMailbox('5.2.2'),
  'gmail-no-user-through-postfix': ofAddress('5.1.1'),
  'gmail-unauthenticated-through-postfix': ofMail('5.7.26'),
  gmx: ofAddress('5.1.1'),
  'icloud-full': ofMailbox('5.2.2'),
  // A code that is not about the mailbox does not mark the address, as with an immediate rejection.
  'outlook-com-no-user-through-postfix': ofMail('5.5.0'),
  'postfix-content': ofMail('550'),
  'postfix-delayed': null,
  'postfix-expired': null,
  'postfix-no-domain': ofMail('5.4.4'),
  'postfix-no-user': ofAddress('5.1.1'),
  'postfix-without-enhanced-code': ofAddress('550'),
  'yahoo-disabled-through-postfix': ofMail('554'),
  'yahoo-no-user-through-postfix': ofMail('552'),
}

describe('a delivery report', () => {
  it.each(Object.entries(REPORTS))('%s', async (name, refusal) => {
    expect(readDeliveryStatus(await readMail(readFixture(`bounces/${name}`)))).toEqual(refusal)
  })

  it('exists here for every fixture', () => {
    expect(
      Object.keys(REPORTS)
        .map((name) => `bounces/${name}`)
        .sort(),
    ).toEqual(fixturesIn('bounces'))
  })

  it('is not found in an ordinary mail that quotes one', async () => {
    const text = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No'
    expect(readDeliveryStatus({ reports: [], text })).toBeNull()
  })

  it('has no code if the mail server gave none', () => {
    const reports = [
      'Reporting-MTA: dns; a\n\nFinal-Recipient: rfc822; a@b\nAction: failed\nStatus: 5.0.0\n',
    ]
    expect(readDeliveryStatus({ reports, text: null })).toEqual(ofMail('5.0.0'))
  })
})
