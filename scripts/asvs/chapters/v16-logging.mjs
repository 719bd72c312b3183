// @ts-check
import { met, open } from '../row.mjs'

const REFUSED =
  'platform/server/http/watching/request-id.test.ts > says what was refused and why, and nothing of what was sent'

export const logging = [
  met('16.1.1', 'What is written down, where and for how long is written', [
    'docs/watching.md',
    'docs/keeping.md',
  ]),
  open(
    '16.2.1',
    'When, where, who and what',
    'The log says when, which process, which request, what and how it ended, but by decision not who: no account, and an address with `LOG_ADDRESSES=on` alone. Who of the staff did what stands in the audit log. What happened to an account stands in a log of its own, for its owner and those who help people, without network addresses.',
    [
      'platform/server/http/watching/request-id.test.ts > has one line for each request, which names no visitor and no query',
      'features/audit/server/audit.test.ts > is searched by actor, id, label, noun, verb and day',
      'features/security-events/server/security-events.test.ts > is written down once, and told: %s',
    ],
  ),
  met('16.2.2', 'Times are UTC, of clocks that agree', [
    'docs/watching.md',
    'platform/server/http/watching/logging.ts',
  ]),
  met('16.2.3', 'Nothing is written elsewhere', [
    'docs/watching.md',
    'platform/server/http/watching/logging.ts',
    'e2e/release.spec.ts > a release starts with node alone, writes nothing but its data and stops cleanly @servers',
  ]),
  met(
    '16.2.4',
    'Programs can read it',
    [
      'docs/watching.md',
      'platform/server/http/watching/request-id.test.ts > stands in the log and in what is answered when the server is at fault',
    ],
    'JSON, a line each, with the id of the request.',
  ),
  met('16.2.5', 'Nothing secret or confided is in it', [
    'app/server/security/logs.test.ts > at its most talkative, the log of a whole visit holds nothing of a person',
    'platform/server/http/watching/logging.test.ts > never writes the header that logs in',
    'platform/server/masking.test.ts > hides each secret as it was written, as it is meant, and inside of JSON',
  ]),
  met(
    '16.3.1',
    'Logins are in it, those that fail as well',
    [
      REFUSED,
      'docs/watching.md',
      'features/security-events/server/security-events.test.ts > are one row with a count, of twenty at the same time',
    ],
    'Way in by its call, outcome by status and word. Of whom it was see 16.2.1.',
  ),
  met('16.3.2', 'What somebody may not is in it', [REFUSED]),
  met(
    '16.3.3',
    'Tries to get round something are in it',
    [REFUSED, 'docs/watching.md'],
    '`forbidden_field`, `validation`, `rate_limited`, `captcha_required` and the others.',
  ),
  met('16.3.4', 'What fails unexpectedly is in it', [
    'platform/server/http/watching/request-id.test.ts > stands in the log and in what is answered when the server is at fault',
    'platform/server/mail/mail.queue.test.ts > is given up after a day of tries: said once, and forgotten',
    'platform/server/jobs/background.test.ts > says what failed and goes on',
  ]),
  met(
    '16.4.1',
    'Nobody can write lines into it',
    [
      'platform/server/http/watching/logging.ts',
      'platform/server/http/watching/request-id.test.ts > is that of a proxy that is believed, where it is one',
    ],
    'Each line is JSON, in which a new line is escaped.',
  ),
  met(
    '16.4.2',
    'Nobody can read or change it who should not',
    [
      'features/audit/server/audit.test.ts > refuses changes, deletion and emptying, whoever tries',
      'docs/watching.md',
      'docs/operation.md',
    ],
    'The journal is root’s; the audit log is kept by triggers (but see 13.2.2).',
  ),
  met(
    '16.4.3',
    'It is sent to another machine',
    ['docs/operation.md', 'docs/watching.md'],
    'By the journal, as docs/operation.md sets it up; the program writes to standard output alone.',
  ),
  met('16.5.1', 'Failures say nothing of the inside', [
    'platform/server/http/watching/request-id.test.ts > stands in the log and in what is answered when the server is at fault',
    'e2e/malformed-requests.spec.ts > are refused with a stable code in every call of the OpenAPI document',
    'app/server/failures.test.ts > what was not foreseen is told with where it happened, without values and secrets',
  ]),
  met('16.5.2', 'What others fail at stops nothing', [
    'platform/server/mail/mail.test.ts > keeps a mail whose server is not there',
    'features/geocoding/server/geocoding.test.ts > leaves a failing provider in peace for a while',
    'platform/server/db/client.postgres.test.ts > is answered with 503 and Retry-After, and recovered from without a restart',
    'features/payments/server/payments.test.ts > can be tried again at once where the provider was out of reach before it',
  ]),
  met('16.5.3', 'What fails is not done', [
    'platform/server/mail/mail.test.ts > sends nothing for what was rolled back',
    'platform/server/db/client.postgres.test.ts > fails the transaction it interrupts, and not the process',
    'features/payments/server/payments.test.ts > pays nothing where the provider speaks of another amount',
  ]),
]
