// @ts-check
import { met } from '../row.mjs'

export const coding = [
  met('15.1.1', 'Within how long packages are mended is written', ['SECURITY.md']),
  met(
    '15.1.2',
    'Which packages there are is written, and where they come from',
    [
      'scripts/sbom.mjs',
      'scripts/supply-chain.test.ts > the SBOM names no place where packages were fetched, and says what is missing',
      'scripts/supply-chain.test.ts > of all packages are ones that go with the AGPL',
      'docs/updates.md',
    ],
    'All are npm’s, each with the hash of its content in package-lock.json, without which `npm ci` installs none.',
  ),
  met('15.1.3', 'What takes long is written', [
    'docs/input.md',
    'docs/decisions/0021-overload.md',
    'docs/scaling.md',
  ]),
  met(
    '15.2.1',
    'No package is older than was promised',
    [
      'SECURITY.md',
      'scripts/audit.mjs',
      'scripts/outdated.mjs',
      'scripts/supply-chain.test.ts > an audit that nobody answers is said and breaks nothing; a hole does',
      'scripts/supply-chain.test.ts > a package is late once a newer one of its major version is out for longer than SECURITY.md promises',
    ],
    '`.ci/run` asks the registry both; where it does not answer that is said.',
  ),
  met('15.2.2', 'What takes long takes nobody else’s time', [
    'platform/server/http/watching/load.test.ts > leave places for the others when one route is flooded',
    'platform/server/identity/passwords.test.ts > wait in turn, and past a number of them are told to come back, known or not',
    'platform/server/uploads/read-apart.test.ts > of time is given up',
    'platform/server/http/watching/slow-requests.test.ts > gives a request well under a minute to arrive, and looks for slow ones every second',
  ]),
  met(
    '15.2.3',
    'Production has nothing of development',
    [
      'docs/updates.md',
      'platform/server/mail/mail.test.ts > is not there in production, nor where mails are really sent',
      'app/server/demo/published-accounts.test.ts > fills a demo in production without anybody who administers',
      'platform/server/config.test.ts > lets nobody pay with the sandbox in production unless it is named',
    ],
    'The demo and the sandbox come along, and do nothing unless they are named.',
  ),
  met('15.3.1', 'Answers hold the fields of their contract', [
    'platform/server/http/answer-writing.test.ts > lets only fields of the contract leave (checked: %s)',
  ]),
  met(
    '15.3.2',
    'The server follows no redirects',
    [
      'features/geocoding/server/provider-request.ts',
      'features/notifications/server/push.test.ts > that refuses is not asked again, nor followed elsewhere; the mail goes',
      'features/payments/server/paypal-client.test.ts > follows PayPal nowhere else: %s',
    ],
    'Stripe’s package speaks plain http(s) of Node, which follows none.',
  ),
  met('15.3.3', 'Calls set what they are for and nothing else', [
    'app/server/security/access.test.ts > is refused by $name, field by field',
    'features/accounts/server/accounts.test.ts > refuses fields that only the server sets',
  ]),
  met('15.3.4', 'The visitor’s address comes from proxies that are believed', [
    'app/server/security/links.test.ts > makes nobody another visitor unless a proxy is trusted',
    'platform/server/http/watching/request-id.test.ts > names the visitor, not the proxy, where that is asked for',
    'platform/server/config.test.ts > believes as many proxies as it is told',
  ]),
  met(
    '15.3.5',
    'Types are what they should be',
    ['tsconfig.base.json', 'biome.json', 'app/server/app.test.ts > answers %s with a stable code'],
    'Strict TypeScript, `===` by the linter (`== null` apart), a schema for all that comes in.',
  ),
  met('15.3.6', 'No prototype can be changed by what is sent', [
    'app/server/app.test.ts > answers %s with a stable code',
    'e2e/malformed-requests.spec.ts > are refused with a stable code in every call of the OpenAPI document',
    'platform/server/http/error-handler.ts',
  ]),
  met(
    '15.3.7',
    'A word that comes twice is refused',
    ['app/server/security/odd-requests.test.ts > is refused where one is wanted'],
    'Body, query and path are read apart, each by its own schema.',
  ),
  met('15.4.2', 'What is checked is still so when it is done', [
    'features/loans/server/loans.test.ts > is refused by the database itself',
    'features/roles/server/roles.routes.test.ts > tells the second of two administrators what the first one did',
    'features/accounts/server/login.test.ts > redeems a link once, of twenty tries at the same moment',
  ]),
]
