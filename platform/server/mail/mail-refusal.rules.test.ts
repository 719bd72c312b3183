import { expect, it } from 'vitest'
import { readRefusal } from './mail-refusal.rules.ts'

/** Replies as large providers write them. */
it.each([
  [
    '550-5.1.1 The email account that you tried to reach does not exist.',
    550,
    'RCPT TO',
    '5.1.1',
    true,
  ],
  [
    '550 5.1.1 <a@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
    550,
    'RCPT TO',
    '5.1.1',
    true,
  ],
  [
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    550,
    'DATA',
    '5.1.10',
    true,
  ],
  ['552 5.2.2 Mailbox full', 552, 'RCPT TO', '5.2.2', true],
  [
    '550 5.2.1 The email account that you tried to reach is disabled',
    550,
    'RCPT TO',
    '5.2.1',
    true,
  ],
  ['550 Requested action not taken: mailbox unavailable', 550, 'RCPT TO', '550', true],
  ['553 sorry, that domain is not in my list of allowed rcpthosts', 553, 'RCPT TO', '553', true],
  // Of our own server, or of what the mail says: not of the address.
  [
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated.',
    550,
    'DATA',
    '5.7.26',
    false,
  ],
  [
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    554,
    'RCPT TO',
    '5.7.1',
    false,
  ],
  [
    '550 5.1.8 <noreply@example.org>: Sender address rejected: Domain not found',
    550,
    'RCPT TO',
    '5.1.8',
    false,
  ],
  ['554 Transaction failed: spam message rejected', 554, 'DATA', '554', false],
  ['552 5.3.4 Message size exceeds fixed limit', 552, 'DATA', '5.3.4', false],
] as const)('%s', (response, responseCode, command, code, ofAddress) => {
  expect(readRefusal(Object.assign(new Error(), { response, responseCode, command }))).toEqual({
    code,
    ofAddress,
  })
})

it.each([
  ['a refusal for now', { response: '450 4.2.1 try later', responseCode: 450, command: 'RCPT TO' }],
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
])('is none: %s', (_, error) => {
  expect(readRefusal(error)).toBeNull()
})
