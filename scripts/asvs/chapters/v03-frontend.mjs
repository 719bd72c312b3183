// @ts-check
import { met, notApplicable, open } from '../row.mjs'

const HEADERS = 'app/server/security/headers.test.ts > comes with strict headers'
const EXACT =
  'app/server/security/exact-headers.test.ts > every answer has exactly the headers that are recorded'
const NO_COOKIES = 'scripts/asvs/absent.test.ts > cookies'
const WHY_NO_COOKIES = 'No cookie is used: the token of a session is sent in `Authorization`.'

export const frontend = [
  met(
    '3.2.1',
    'Nothing is shown as something that it is not',
    [
      HEADERS,
      'features/items/server/admin-items.test.ts > is kept with its item, served for ever and unable to do anything',
      'features/settings/server/logo.test.ts > loses what of an SVG could do something, and is served so that it never could',
    ],
    'Answers of calls may load and run nothing, pictures of people are in a sandbox, downloads are attachments.',
  ),
  met('3.2.2', 'Text is put into pages as text', [
    'scripts/asvs/absent.test.ts > HTML that is put into a page',
    'platform/web/ui/markdown-text.test.tsx > shows what was meant as HTML as its text',
  ]),
  notApplicable('3.3.1', 'Cookies are secure', WHY_NO_COOKIES, [NO_COOKIES]),
  notApplicable('3.3.2', 'Cookies are of the same site', WHY_NO_COOKIES, [NO_COOKIES]),
  notApplicable('3.3.3', 'Cookies are of one host', WHY_NO_COOKIES, [NO_COOKIES]),
  notApplicable(
    '3.3.4',
    'Cookies are hidden from scripts',
    `${WHY_NO_COOKIES} It lies in the browser’s storage, which 14.3.3 allows; the policy lets no script of others run that could read it.`,
    [NO_COOKIES],
  ),
  notApplicable('3.3.5', 'Cookies are short enough', WHY_NO_COOKIES, [NO_COOKIES]),
  open(
    '3.4.1',
    'HSTS for a year, names below included',
    'A year is there wherever `PUBLIC_URL` is https. Names below are included by `HSTS_SUBDOMAINS=on` only: by itself the program cannot know whether all of them have https, and would lock out those that have not, for a year. Whoever runs a community sets it ([security](security.md#what-you-have-to-do)).',
    ['app/server/security/headers.test.ts > asks for https where the community has it'],
  ),
  met('3.4.2', 'Other sites may not read answers', [
    'app/server/security/headers.test.ts > lets no other site ask whether it may call',
    HEADERS,
  ]),
  met('3.4.3', 'A policy says what may run, without objects and bases', [
    'platform/server/http/content-security.ts',
    HEADERS,
    'app/server/security/paying-headers.test.ts > lets Stripe in, there alone',
  ]),
  met('3.4.4', 'No type is guessed', [HEADERS, EXACT]),
  met(
    '3.4.5',
    'Addresses of pages are told nobody',
    [
      HEADERS,
      'app/server/security/paying-headers.test.ts > lets PayPal in, there alone, with a nonce that each page has for itself',
    ],
    'With PayPal the origin alone is told, where one pays.',
  ),
  met('3.4.6', 'No other site may frame a page, but the one made for it', [
    HEADERS,
    'e2e/embed.spec.ts > another site may frame the map, and nothing but the map',
  ]),
  met('3.4.8', 'Windows of other sites are kept apart', [
    'platform/server/http/content-security.ts',
    EXACT,
  ]),
  met(
    '3.5.1',
    'A request of another site does nothing',
    [
      'platform/server/http/endpoints.ts',
      NO_COOKIES,
      'app/server/security/links.test.ts > is used up by a POST alone, whatever looks at its address before',
    ],
    'Who somebody is says a header that no other site can set, or a secret of a mail.',
  ),
  met(
    '3.5.2',
    'Calls take nothing that is sent without being asked first',
    [
      'app/server/app.test.ts > answers %s with a stable code',
      'app/server/security/headers.test.ts > lets no other site ask whether it may call',
    ],
    'JSON alone; text and forms are refused with 415.',
  ),
  met('3.5.3', 'What is only looked at changes nothing', [
    'app/server/security/links.test.ts > is used up by a POST alone, whatever looks at its address before',
    'platform/server/mail/one-click.ts',
  ]),
  notApplicable(
    '3.5.4',
    'Applications have host names of their own',
    'There is one application. A community gives it a name of its own; `PUBLIC_URL` takes no path.',
    ['platform/server/setting-schemas.ts'],
  ),
  notApplicable(
    '3.5.5',
    'Messages of other windows are checked',
    'None is listened to: messages come from our own workers and service worker alone.',
    ['scripts/asvs/absent.test.ts > messages of other windows'],
  ),
  met('3.5.6', 'There is no JSONP', ['scripts/asvs/absent.test.ts > other protocols']),
  met(
    '3.5.7',
    'Scripts hold nothing of anybody',
    ['platform/server/http/static-files.ts', EXACT],
    'They are files of the build.',
  ),
  met(
    '3.5.8',
    'Other sites cannot load what is somebody’s',
    [EXACT],
    '`Cross-Origin-Resource-Policy: same-origin`, and no cookie that would go along.',
  ),
  met('3.7.1', 'Nothing old runs in the browser', [HEADERS], '`object-src` is none.'),
  met('3.7.2', 'Nobody is led on to other hosts', [
    'platform/server/mail/one-click.ts',
    'platform/web/data/return-path.test.ts > does not lead back to the login or out again',
    'app/server/security/links.test.ts > lead to the configured address, whatever the request says it came to',
  ]),
]
