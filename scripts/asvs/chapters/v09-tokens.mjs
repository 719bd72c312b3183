// @ts-check
import { met, notApplicable } from '../row.mjs'

const SIGNED = 'platform/server/mail/signed-addresses.test.ts'
const CAPTCHA = 'platform/server/identity/captcha/captcha.test.ts'
const WHICH =
  'Signed are the addresses of replies and bounces, and the puzzles of the captcha; sessions and links are looked up.'

export const tokens = [
  met(
    '9.1.1',
    'What is signed is believed once its signature fits',
    [
      `${SIGNED} > is nobody’s with another letter or another key`,
      `${CAPTCHA} > refuses what is no solution`,
    ],
    WHICH,
  ),
  met(
    '9.1.2',
    'One algorithm, which nobody can choose',
    ['platform/server/mail/signed-addresses.ts', 'platform/server/identity/captcha/captcha.ts'],
    'HMAC-SHA-256.',
  ),
  met('9.1.3', 'The keys are our own', [
    'platform/server/mail/signed-addresses.ts',
    `${CAPTCHA} > is the same for all processes of a community, and of no other`,
  ]),
  met('9.2.1', 'What is over is refused', [
    `${SIGNED} > is over after its last day`,
    `${CAPTCHA} > expires`,
  ]),
  met(
    '9.2.2',
    'What was made for one end is good for no other',
    [
      `${SIGNED} > a bounce’s address says which mail it was, and is none with another letter`,
      'platform/server/mail/signed-addresses.ts',
    ],
    'What it is for is signed with it.',
  ),
  met(
    '9.2.3',
    'What was made for others is refused',
    [
      `${CAPTCHA} > is the same for all processes of a community, and of no other`,
      'features/transactions/server/replies/replies.test.ts > to an address that is nobody’s any more: an account is told, a stranger who may be forged is not',
    ],
    'Each installation has keys of its own.',
  ),
  notApplicable(
    '9.2.4',
    'One key for several receivers',
    'Nobody but the installation itself takes what it signs.',
  ),
]
