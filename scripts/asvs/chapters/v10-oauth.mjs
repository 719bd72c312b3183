// @ts-check
import { LEVELS } from '../requirements.mjs'
import { met, notApplicable } from '../row.mjs'

/** @type {Readonly<Record<string, string>>} */
const SUBJECTS = {
  10.1: 'Tokens and flows of OAuth',
  10.2: 'A client of OAuth',
  10.3: 'A server whose calls are made with tokens of OAuth',
  10.4: 'A server that gives tokens of OAuth',
  10.5: 'A client of OpenID Connect',
  10.6: 'A provider of OpenID Connect',
  10.7: 'Consent to tokens of OAuth',
}

/** The only one that is about something there is. */
const PAYPAL = met(
  '10.1.1',
  'Tokens are where they are needed alone',
  [
    'features/payments/server/paypal-client.ts',
    'app/server/security/paying-headers.test.ts > tells pages the keys that are meant for them, and no secret',
  ],
  'PayPal gives the server one for its own calls (client credentials); no browser ever has it.',
)

export const oauth = [
  PAYPAL,
  ...[...LEVELS]
    .filter(([id, level]) => id.startsWith('10.') && level < 3 && id !== PAYPAL.id)
    .map(([id]) =>
      notApplicable(
        id,
        SUBJECTS[id.split('.').slice(0, 2).join('.')] ?? '',
        'Nobody logs in by an account elsewhere, and the program is no provider of accounts.',
        ['docs/authentication.md'],
      ),
    ),
]
