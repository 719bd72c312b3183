// @ts-check
import { met, open } from '../row.mjs'

const LOGIN = 'features/accounts/server/login.test.ts'
const PROVIDERS = 'features/identity-providers/server/identity-providers.test.ts'

export const sessions = [
  met('7.1.1', 'How long sessions last is written, and why longer than NIST says', [
    'docs/authentication.md',
  ]),
  met('7.1.2', 'How many there may be at once is written', [
    'docs/authentication.md',
    'features/security-events/server/security-events.test.ts > is limited: the longest unused one ends, never the new one',
    'features/security-events/server/security-events.test.ts > is kept by logins at the same time',
  ]),
  met('7.1.3', 'Sessions with a provider are written', [
    'docs/login-providers.md',
    'docs/authentication.md',
  ]),
  met('7.2.1', 'Sessions are checked by the server', [
    'platform/server/http/endpoints.ts',
    'app/server/security/access.test.ts > $name answers $statuses and leaves alone what is not one’s own',
  ]),
  met('7.2.2', 'A session has a secret of its own', [
    'platform/server/identity/sessions.queries.ts',
    `${LOGIN} > are no other tokens`,
  ]),
  met(
    '7.2.3',
    'That secret is random, of 128 bits at least',
    [
      'platform/server/identity/secrets.ts',
      `${LOGIN} > are listed with where they were opened, without anything that opens one`,
    ],
    '256 bits.',
  ),
  met(
    '7.2.4',
    'A login makes a new session and ends the one before',
    [
      'features/security-events/server/security-events.test.ts > a new login ends the session that the browser held before',
      'features/accounts/server/accounts.test.ts > puts a new session in the place of that of the browser in which the link was opened',
    ],
    'Whichever way it takes: the session by whose token it is asked for. A fresh proof for a grave call is noted in the session and makes none.',
  ),
  met('7.3.1', 'A session that is not used ends', [
    `${LOGIN} > end after 90 days without use, and go on while used`,
  ]),
  met('7.3.2', 'A session ends in any case', [
    `${LOGIN} > end after a year, however much they are used`,
  ]),
  met('7.4.1', 'A session that was ended is none', [
    `${LOGIN} > end with logout, this one only`,
    'features/accounts/web/data/session.test.ts > forgets everything of the account on this device, also when the server is away',
  ]),
  met('7.4.2', 'Who is suspended or deleted has none', [
    'app/server/security/suspended.test.ts > no session is honoured that was opened meanwhile, nor listened to',
    'features/accounts/server/own-account/account-removal.test.ts > removes the person and the letterbox at once; messages stay with the other side',
  ]),
  met(
    '7.4.3',
    'A new password can end all others',
    [
      'features/accounts/server/own-account/own-account.test.ts > ends all other sessions with a new password, and says so by mail',
      `${LOGIN} > end everywhere else, or everywhere with the links that log in`,
    ],
    'It always does, and so does a second step that is switched on. After a passkey was added or removed the list of sessions has the button.',
  ),
  met(
    '7.4.4',
    'Logging out is easy to find',
    ['app/web/layout/top-navigation.tsx', 'features/profile/web/dashboard.tsx'],
    'Every screen leads to the own page, which has it.',
  ),
  met('7.4.5', 'Administrators can end the sessions of somebody', [
    'features/users/server/helping.test.ts > end with the links that would log in and the pushes, and the account stays open',
  ]),
  met(
    '7.5.1',
    'What one logs in with is changed after a new proof alone',
    [
      'features/accounts/server/email-restoring.test.ts > chooses its first one, and another address, after a fresh login alone',
      'features/accounts/server/own-account/account-update.ts',
      'features/passkeys/server/passkeys.test.ts > wants the password of whoever did not log in just now',
    ],
    'Changing password or address wants the password, passkeys and the second step a fresh proof, and so do the first password and another address of an account that has none.',
  ),
  open(
    '7.5.2',
    'Own sessions are listed, and ended after a new proof',
    'They are listed and ended without one: whoever fears for an account should not have to look for a password first, and ending a session opens nothing. It stays.',
    [
      `${LOGIN} > are listed with where they were opened, without anything that opens one`,
      `${LOGIN} > are ended one by one, by their owner alone`,
    ],
  ),
  met(
    '7.6.1',
    'Sessions and those of a provider end as is written',
    [
      'docs/login-providers.md',
      `${PROVIDERS} > tells where somebody logs out at the provider as well, and of no other provider`,
      'e2e/login-providers.spec.ts',
    ],
    'Each by itself; whoever logs out here is offered to do so there.',
  ),
  met(
    '7.6.2',
    'No session begins without being asked for',
    [
      `${PROVIDERS} > belongs to the browser that began it: a link with the answer of a stranger logs nobody in`,
      'app/server/security/links.test.ts > is used up by a POST alone, whatever looks at its address before',
    ],
    'A login by a provider begins with a button here, and a link of a mail logs in by one, not by being opened.',
  ),
]
