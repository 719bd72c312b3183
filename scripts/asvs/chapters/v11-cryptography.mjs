// @ts-check
import { met, notApplicable, open } from '../row.mjs'

const PAGE = 'docs/protected-data.md'
const PUSH =
  'features/notifications/server/push.test.ts > reaches the browser: encrypted for it, signed, and no more than the mail says'
const ONLY_PUSH =
  'The one thing that the program encrypts itself is a notification on a device (AES-128-GCM, RFC 8291, by web-push).'

export const cryptography = [
  met(
    '11.1.1',
    'How keys are looked after is written, by a standard',
    [
      PAGE,
      'docs/keys.md',
      'features/keys/server/key-table.test.ts > knows every setting that is masked',
      'features/keys/server/key-table.test.ts > knows every column that holds a secret, or a hash of one',
    ],
    'By the states of NIST SP 800-57.',
  ),
  met('11.1.2', 'Which keys and algorithms there are is written', [PAGE]),
  met(
    '11.2.1',
    'Cryptography comes from those who know it',
    [
      'platform/server/identity/passwords.ts',
      'platform/server/identity/secrets.ts',
      'features/passkeys/server/passkeys.test.ts > answers everything that is wrong alike',
    ],
    'Node’s own (OpenSSL), @node-rs/argon2, @simplewebauthn/server, web-push.',
  ),
  met(
    '11.2.2',
    'Algorithms and keys can be replaced',
    [
      'features/accounts/server/login.test.ts > hashes the password anew where the parameters have changed since',
      'features/keys/server/keys.test.ts',
      PAGE,
      'docs/keys.md',
    ],
    'Hashes of passwords name their parameters, and each login brings them up to date; keys are rotated by a command, beside the running servers. Nothing is encrypted that would have to be again.',
  ),
  open(
    '11.2.3',
    '128 bits everywhere',
    'RSA 2048 of DKIM has 112: what all receivers check; a mail server that signs may do better. Signatures of reply addresses are cut to 80, which is what an address has room for: each guess is a mail, and it buys a message that says whom it is from. Both stay.',
    ['commands/dkim-key-command.ts', 'platform/server/mail/signed-addresses.ts'],
  ),
  met('11.3.1', 'No weak modes', [PUSH], ONLY_PUSH),
  met('11.3.2', 'Approved ciphers alone', [PUSH], ONLY_PUSH),
  met('11.3.3', 'What is encrypted cannot be changed', [PUSH], ONLY_PUSH),
  met(
    '11.4.1',
    'Approved hashes alone',
    [
      'platform/server/identity/secrets.ts',
      'platform/server/mail/signed-addresses.ts',
      'scripts/asvs/absent.test.ts > broken hashes',
    ],
    'SHA-256; SHA-1 names versions of answers (ETag) and protects nothing.',
  ),
  met(
    '11.4.2',
    'Passwords are hashed slowly',
    [
      'platform/server/identity/passwords.ts',
      'platform/server/identity/passwords.test.ts > does the same work for an account that is not there or has no password',
    ],
    'argon2id, 19 MiB, 2 passes: the least that OWASP names.',
  ),
  open(
    '11.4.3',
    'Hashes of what is signed are long enough',
    'SHA-256, but for reply addresses, which are cut to 80 bits (11.2.3).',
    ['platform/server/mail/signed-addresses.ts'],
  ),
  notApplicable('11.4.4', 'Keys made of passwords', 'There are none.'),
  open(
    '11.5.1',
    'What must not be guessed has 128 random bits',
    'Sessions and links have 256. Codes to type have 39 and five tries, the code of a parcel as many and ten tries a day; with its id, 122 bits (UUID), anybody can pay an order and see what that takes. These stay: they are typed, or stand on an invoice.',
    [
      'platform/server/identity/secrets.ts',
      'features/accounts/server/mailed-codes.test.ts > may be guessed at five times, and the link works all the same',
      'features/parcels/server/parcels.test.ts > stops whoever guesses, by account and by network',
      'features/orders/server/orders.test.ts > shows all of it to whoever placed it, and enough to pay to everybody else',
    ],
  ),
  met(
    '11.6.1',
    'Pairs of keys are made and used by approved algorithms',
    [
      'features/passkeys/server/passkey-registration.ts',
      'features/notifications/server/delivery/push-keys.ts',
      'commands/checking/sender.test.ts > makes a key that nobody else may read, once',
    ],
    'ECDSA P-256, Ed25519, RSA with SHA-256; made by OpenSSL.',
  ),
]
