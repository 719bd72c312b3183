// @ts-check
import { met, notApplicable } from '../row.mjs'

const NO_GRAPHQL = 'There is no GraphQL.'
const NO_SOCKETS =
  'There are no WebSockets: news comes by an event stream over https, with the session in a header.'
const ABSENT = 'scripts/asvs/absent.test.ts > other protocols'

export const api = [
  met('4.1.1', 'Each answer says what it is, and of text in which signs', [
    'app/server/security/headers.test.ts > says what it is, and of a text in which signs',
    'app/server/security/exact-headers.test.ts > every answer has exactly the headers that are recorded',
  ]),
  met(
    '4.1.2',
    'Calls without https are not led on in silence',
    [
      'docs/operation.md',
      'Caddyfile',
      'scripts/examples.test.ts > calls without https are not led on',
    ],
    'They are answered with 426; pages are led on.',
  ),
  met('4.1.3', 'What a proxy says nobody else can say', [
    'app/server/security/links.test.ts > makes nobody another visitor unless a proxy is trusted',
    'platform/server/http/watching/request-id.test.ts > is that of a proxy that is believed, where it is one',
    'features/accounts/server/login.test.ts > is limited for each visitor, whatever a visitor claims to be and however many addresses one has',
  ]),
  met('4.1.4', 'Methods that are not there are refused', [
    'app/server/app.test.ts > answers an unknown call and an unknown method',
    'app/server/security/headers.test.ts > TRACE repeats no request: %s',
  ]),
  met('4.2.1', 'It is clear where a request ends, or it is refused', [
    'app/server/security/odd-requests.test.ts > is refused, and what stands behind it is not read: %s',
    'e2e/attacks.spec.ts > bytes that two sides might read differently are refused, and nothing behind them is read',
  ]),
  notApplicable('4.3.1', 'Costly GraphQL', NO_GRAPHQL, [ABSENT]),
  notApplicable('4.3.2', 'GraphQL that describes itself', NO_GRAPHQL, [ABSENT]),
  notApplicable('4.4.1', 'WebSockets by TLS', NO_SOCKETS, [
    ABSENT,
    'features/events/web/live-stream.ts',
  ]),
  notApplicable('4.4.2', 'Origin of WebSockets', NO_SOCKETS, [ABSENT]),
  notApplicable('4.4.3', 'Tokens of WebSockets', NO_SOCKETS, [ABSENT]),
  notApplicable('4.4.4', 'Tokens of WebSockets come by https', NO_SOCKETS, [ABSENT]),
]
