// @ts-check
import { met, notApplicable, open } from '../row.mjs'

const PAGE = 'docs/authentication.md'
const LIES = 'features/identity-providers/server/lying-providers.test.ts'
const SECOND = 'features/second-factors/server/second-factors.test.ts'
const CODES = 'features/accounts/server/mailed-codes.test.ts'

export const authentication = [
  met('6.1.1', 'How guessing is slowed down is written, and that nobody is locked out', [
    PAGE,
    'docs/decisions/0008-accounts.md',
  ]),
  met('6.1.2', 'Words of this place that no password may be are written', [
    PAGE,
    'platform/server/identity/common-passwords.ts',
  ]),
  met('6.1.3', 'All ways in are written, each with its strength', [
    PAGE,
    'app/server/security/ways-in.test.ts > docs/authentication.md names every call that answers with a session, and no other',
  ]),
  met('6.2.1', 'Passwords have 8 characters at least', [
    'features/accounts/contract.ts',
    'features/accounts/server/accounts.test.ts > refuses %s',
  ]),
  met('6.2.2', 'Passwords can be changed', [
    'features/accounts/server/own-account/own-account.test.ts > ends all other sessions with a new password, and says so by mail',
  ]),
  met(
    '6.2.3',
    'To change a password the old one is needed',
    [
      'features/accounts/server/own-account/account-update.ts',
      'features/accounts/server/own-account/own-account.test.ts > stops guessing with a stolen session, and lets the owner in elsewhere',
    ],
    'Where there is one; for the first one see 7.5.1.',
  ),
  met('6.2.4', 'The most common passwords are refused', [
    'platform/server/identity/passwords.ts',
    'platform/server/identity/passwords.test.ts > refuses %s, which would be tried first',
    'scripts/passwords/passwords.test.ts > knows the leaked passwords of its source, in a megabyte',
  ]),
  met('6.2.5', 'Any characters will do', [
    'features/accounts/server/accounts.test.ts > takes 64 characters of any script without cutting any off',
    'platform/server/identity/passwords.test.ts > takes %s',
  ]),
  met('6.2.6', 'What is typed is hidden, and can be looked at', [
    'features/accounts/web/passwords/new-password-form.test.tsx > lets a password be pasted and looked at',
  ]),
  met('6.2.7', 'Pasting and password managers work', [
    'features/accounts/web/passwords/new-password-form.test.tsx > lets a password be pasted and looked at',
    'features/accounts/web/passwords/new-password-form.test.tsx > tells password managers what it is, and whose',
  ]),
  open(
    '6.2.8',
    'A password is compared as it was sent',
    'It is put into the normal form NFKC first, as NIST SP 800-63B asks for, so that the same letters from another keyboard fit; that is a change all the same. Nothing is cut off, and capitals count. It stays.',
    [
      'platform/server/identity/passwords.test.ts > takes the same characters typed on another keyboard',
      'features/accounts/server/accounts.test.ts > takes 64 characters of any script without cutting any off',
    ],
  ),
  met(
    '6.2.9',
    'Passwords may have 64 characters',
    [
      'features/accounts/server/accounts.test.ts > takes 64 characters of any script without cutting any off',
    ],
    '256 at most.',
  ),
  met(
    '6.2.10',
    'Passwords do not expire',
    [PAGE, 'platform/server/identity/tables.ts'],
    'Nothing stores when one was chosen.',
  ),
  met('6.2.11', 'Words of this place are refused', [
    'features/accounts/server/product-words.ts',
    'platform/server/identity/passwords.test.ts > refuses %s, which would be tried first',
    'app/server/demo/published-accounts.test.ts > is a password that nobody chooses',
  ]),
  met('6.2.12', 'Leaked passwords are refused', [
    'scripts/passwords/passwords.test.ts > knows the leaked passwords of its source, in a megabyte',
    'platform/server/identity/breached-passwords.ts',
  ]),
  met('6.3.1', 'Guessing is slowed down as it is written', [
    'features/accounts/server/login.test.ts > limits guesses from one place without locking the owner out elsewhere',
    'features/accounts/server/login.test.ts > wants a captcha for guesses from everywhere, and never locks the owner out',
    `${CODES} > may be guessed at five times, and the link works all the same`,
  ]),
  met('6.3.2', 'No account comes with the program', [
    'app/server/demo/published-accounts.test.ts > fills a demo in production without anybody who administers',
    'app/server/demo/published-accounts.test.ts > locks all accounts of a demo that goes on as a real community',
    'features/roles/server/set-up-link.test.ts > makes the first admin, once, and is stored as a hash',
  ]),
  open(
    '6.3.3',
    'Two factors for whoever comes in',
    'Of whoever has a task two are asked, and everybody may switch them on; a passkey is two. Of members they are not asked: a neighbour who needs a drill twice a year would ask no more, and there is no payment data in an account.',
    [
      `${SECOND} > has a week, and then no back office without a second factor`,
      `${SECOND} > opens a session by the code of the app, however it was typed`,
      'features/passkeys/server/passkeys.test.ts > is added and logs in without an address, as often as one likes',
    ],
  ),
  met(
    '6.3.4',
    'All ways in are equally strong, and none is hidden',
    [
      'app/server/security/ways-in.test.ts > docs/authentication.md names every call that answers with a session, and no other',
      `${SECOND} > is no way around: the link of a mail, a new password and a confirmation want it too`,
      `${SECOND} > never opens a session without it, whoever asks`,
    ],
    'Where the second step is on, every way of one factor leads to it.',
  ),
  met('6.3.5', 'Odd logins are told their owner', [
    'features/accounts/server/not-me.test.ts > is told by mail, once for each device, and never for the first one',
  ]),
  met('6.3.7', 'Changes of what one logs in with are told their owner', [
    'features/accounts/server/email-restoring.test.ts > gives the address back to whoever knows the password of before, and ends what the stranger had',
    'features/accounts/server/own-account/own-account.test.ts > ends all other sessions with a new password, and says so by mail',
    'features/accounts/server/own-account/own-account.test.ts > keeps a new address until it is confirmed, and tells the old one',
    'features/passkeys/server/passkeys.test.ts > is added and logs in without an address, as often as one likes',
  ]),
  met(
    '6.4.1',
    'First secrets are random, short-lived and used once',
    [
      'features/roles/server/set-up-link.test.ts > makes the first admin, once, and is stored as a hash',
      'features/accounts/server/accounts.test.ts > redeems a token once, of twenty tries at the same moment',
      `${CODES} > works for 30 minutes, the link for longer`,
    ],
    'Nobody is given a password: whoever registers has none until they choose one.',
  ),
  met('6.4.2', 'There are no questions in place of a password', [
    PAGE,
    'platform/server/identity/tables.ts',
  ]),
  met('6.4.3', 'A forgotten password is replaced safely', [
    'features/accounts/server/mailed-links.test.ts > is replaced by whoever reads the mail, who is then logged in everywhere anew',
    'features/accounts/server/mailed-links.test.ts > works for three hours, once, of any number of parallel tries',
    `${SECOND} > is no way around: the link of a mail, a new password and a confirmation want it too`,
  ]),
  met(
    '6.4.4',
    'Who has lost a factor proves who they are',
    [`${SECOND} > is done by another administrator, noted and mailed, and ends all sessions`, PAGE],
    'Ten codes that work once come first. Past them another administrator, or whoever has the console, knows the person; nobody resets their own.',
  ),
  met('6.4.6', 'The staff starts a new password and never knows it', [
    'features/users/server/helping.test.ts > sets a new password, by the link of somebody who has forgotten it',
  ]),
  met('6.5.1', 'Codes work once', [
    `${SECOND} > takes a code once: of twenty at the same moment, in two processes, one`,
    `${SECOND} > takes each of the ten codes once, and tells how many are left`,
    `${CODES} > sets a new one, however it is typed, once, and uses up the link`,
    'features/accounts/server/mailed-links.test.ts > logs in once, within ten minutes',
  ]),
  met(
    '6.5.2',
    'Spare codes are stored as slow hashes',
    [
      'features/second-factors/server/second-factors.test.ts > keeps slow hashes of the ten codes, and takes those that were written down before',
      'platform/server/identity/passwords.ts',
    ],
    'argon2id as for passwords, with the random id of the account as salt. Codes of mails are none of them: they live 30 minutes.',
  ),
  met('6.5.3', 'Codes and seeds are random', [
    'platform/server/identity/mailed-codes.ts',
    'features/second-factors/server/typed-codes.ts',
    'features/second-factors/server/app-codes.ts',
  ]),
  met(
    '6.5.4',
    'Codes have 20 bits at least',
    ['platform/shared/input/typed-code.ts', 'platform/server/identity/mailed-codes.ts'],
    'Those of mails and the spare ones have 39.',
  ),
  open(
    '6.5.5',
    'Codes and links to log in live ten minutes at most',
    'A login link does, and the code of an app lives half a minute, with one to either side for wrong clocks. Codes of mails live 30 minutes, recovery three hours, a link of the staff half an hour, one that confirms an address a week: people read mails late, and these make up for a lost password. They stay.',
    [
      'features/accounts/server/mailed-links.test.ts > logs in once, within ten minutes',
      `${CODES} > works for 30 minutes, the link for longer`,
    ],
  ),
  met('6.5.6', 'A factor can be taken back', [
    'features/passkeys/server/passkeys.test.ts > is renamed and removed by its owner alone',
  ]),
  notApplicable('6.6.1', 'Codes by telephone', 'There are none.', [PAGE]),
  open(
    '6.6.2',
    'A code belongs to the login for which it was made',
    'Links and codes belong to their account and purpose, the newest alone is valid, but not to the browser that asked: whoever asks on a computer often opens the mail on a phone. It stays.',
    [
      'features/accounts/server/mailed-links.test.ts > works with the newest link only',
      `${CODES} > is of its account alone, which has to be named`,
    ],
  ),
  met('6.6.3', 'Codes cannot be guessed', [
    `${CODES} > may be guessed at five times, and the link works all the same`,
    `${CODES} > is replaced when the mail is asked for again`,
  ]),
  met('6.7.2', 'Challenges are long and never the same', [
    'features/passkeys/server/passkeys.test.ts > takes no challenge of before, nor one for adding a passkey',
    'platform/server/identity/secrets.ts',
  ]),
  met(
    '6.8.1',
    'Accounts of several providers are told apart',
    [
      'features/identity-providers/tables.ts',
      `${LIES} > to the address of another provider than the login was begun at`,
    ],
    'By issuer and subject.',
  ),
  met('6.8.2', 'Signatures of providers are checked', [
    `${LIES} > that is not signed`,
    `${LIES} > that another key has signed`,
  ]),
  notApplicable('6.8.3', 'SAML is taken once', 'There is no SAML.', [PAGE]),
  notApplicable(
    '6.8.4',
    'How strong a provider’s login was is checked',
    'Nothing is expected of it: it counts as one factor, and the second step and fresh proofs are asked for here.',
    [
      'features/identity-providers/server/identity-providers.test.ts > leads to the second step where the account has one',
      PAGE,
    ],
  ),
]
