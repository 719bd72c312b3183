// @ts-check
import { LEVELS } from '../requirements.mjs'
import { met, notApplicable } from '../row.mjs'

/** @type {Readonly<Record<string, string>>} */
const SUBJECTS = {
  10.3: 'A server whose calls are made with tokens of OAuth',
  10.4: 'A server that gives tokens of OAuth',
  10.5: 'A client of OpenID Connect',
  10.6: 'A provider of OpenID Connect',
  10.7: 'Consent to tokens of OAuth',
}

const LOGINS = 'features/identity-providers/server/identity-providers.test.ts'
const LIES = 'features/identity-providers/server/lying-providers.test.ts'

/** What a client of providers of accounts has to do; see docs/login-providers.md. */
const OF_CLIENTS = [
  met(
    '10.1.1',
    'Tokens are where they are needed alone',
    [
      'features/payments/server/paypal-client.ts',
      'features/identity-providers/server/identity-provider.ts',
      'app/server/security/paying-headers.test.ts > tells pages the keys that are meant for them, and no secret',
    ],
    'PayPal and providers of accounts give the server one for its own calls; it is not stored, and no browser ever has it.',
  ),
  met('10.1.2', 'An answer counts in the browser alone that began', [
    `${LOGINS} > belongs to the browser that began it: a link with the answer of a stranger logs nobody in`,
    `${LOGINS} > works once: the same answer again, also at another process, and also at the same time`,
  ]),
  met('10.2.1', 'Nobody is logged in by a request of another site', [
    `${LOGINS} > asks with PKCE, state and nonce, and for an address of its own`,
    `${LIES} > whose state is missing, or another one`,
  ]),
  met('10.2.2', 'Answers of several providers are not mixed up', [
    `${LIES} > that names another issuer, as in a mix-up`,
    `${LIES} > to the address of another provider than the login was begun at`,
    `${LIES} > is not believed where it does not`,
  ]),
  met('10.5.1', 'An ID token works for the login that it was made for', [
    `${LIES} > of another login`,
    `${LIES} > without a nonce`,
  ]),
  met(
    '10.5.2',
    'Who somebody is follows from what never changes',
    [
      'features/identity-providers/tables.ts',
      `${LOGINS} > is never linked by its e-mail address: whoever has the account logs in to it first`,
    ],
    'Issuer and subject, and nothing else.',
  ),
  met('10.5.3', 'A provider cannot pass itself off as another', [
    `${LIES} > is asked again by the next one, and by many at the same time once`,
    `${LIES} > an issuer without its slash is another one`,
  ]),
  met('10.5.4', 'An ID token is for us', [
    `${LIES} > for another client`,
    `${LIES} > for several clients, and meant for another`,
  ]),
]

/** @param {string} id */
const ofOthers = (id) =>
  notApplicable(
    id,
    SUBJECTS[id.split('.').slice(0, 2).join('.')] ?? '',
    id === '10.5.5'
      ? 'No provider is told to end sessions here: logging out there ends none.'
      : 'The program is a client of providers of accounts, and none itself.',
    ['docs/authentication.md'],
  )

export const oauth = [...LEVELS]
  .filter(([id, level]) => id.startsWith('10.') && level < 3)
  .map(([id]) => OF_CLIENTS.find((each) => each.id === id) ?? ofOthers(id))
