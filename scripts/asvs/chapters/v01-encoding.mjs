// @ts-check
import { met, notApplicable } from '../row.mjs'

export const encoding = [
  met('1.1.1', 'Input is decoded once, before it is looked at', [
    'platform/server/http/error-handler.ts',
    'app/server/security/lone-surrogates.test.ts > stores no sign of replacement for bytes that are no UTF-8',
    'app/server/app.test.ts > answers a broken encoding in a path',
  ]),
  met(
    '1.1.2',
    'Output is escaped last, where it is put in',
    [
      'features/pages/server/page-template.test.ts > never turns a name into markup',
      'features/accounts/server/accounts.test.ts > keeps a name with markup as text in the mail',
    ],
    'Pages of the app are made by React, mails by React Email; what is stored is what was typed.',
  ),
  met('1.2.1', 'HTML, headers and XML are escaped for their place', [
    'features/pages/server/page-template.test.ts > never turns a name into markup',
    'platform/server/mail/mail.test.ts > cannot be given another recipient, header or markup by what users type',
    'features/loans/server/calendar-file.test.ts > cannot be given lines of its own by what people write',
  ]),
  met('1.2.2', 'Addresses are put together safely, and only of safe kinds', [
    'platform/web/data/api-client.test.ts > escapes what it fills in',
    'platform/shared/settings/footer-links.ts',
    'platform/web/ui/markdown-text.tsx',
    'platform/web/ui/markdown-text.test.tsx > leads on inside the app, and out of it without telling where from',
  ]),
  met(
    '1.2.3',
    'JavaScript and JSON that are made hold nobody’s code',
    [
      'features/pages/server/page-template.test.ts > never turns a name into markup',
      'platform/server/http/answer-writing.test.ts > lets only fields of the contract leave (checked: %s)',
      'app/server/security/headers.test.ts > comes with strict headers',
    ],
    'Pages hold no inline script; data comes as JSON that a serializer writes.',
  ),
  met(
    '1.2.4',
    'Queries take their values as parameters',
    [
      'platform/server/db/prepared.ts',
      'platform/server/db/prepared.test.ts > puts a query together once, and runs it with other values',
      'e2e/malformed-requests.spec.ts > are refused with a stable code in every call of the OpenAPI document',
    ],
    'Drizzle everywhere; the few places with `sql.raw` write constants of the program.',
  ),
  met(
    '1.2.5',
    'No command line is made of what somebody sent',
    ['scripts/asvs/absent.test.ts > programs that are started'],
    'The server starts no program.',
  ),
  notApplicable('1.2.6', 'LDAP injection', 'There is no LDAP.', [
    'scripts/asvs/absent.test.ts > other languages of queries',
  ]),
  notApplicable('1.2.7', 'XPath injection', 'There is no XPath.', [
    'scripts/asvs/absent.test.ts > other languages of queries',
  ]),
  notApplicable('1.2.8', 'LaTeX injection', 'There is no LaTeX; papers are drawn by pdfkit.'),
  met(
    '1.2.9',
    'Regular expressions are made of nobody’s text',
    ['platform/server/masking.ts', 'platform/server/masking.test.ts'],
    'All are constants but one, of the settings’ secrets, which are escaped.',
  ),
  notApplicable(
    '1.3.1',
    'Cleaning of HTML that people write',
    'Nobody writes HTML: what is typed is text or Markdown, in which HTML is shown as text.',
    [
      'platform/web/ui/markdown-text.test.tsx > shows what was meant as HTML as its text',
      'scripts/asvs/absent.test.ts > HTML that is put into a page',
    ],
  ),
  met(
    '1.3.2',
    'No text is run as code',
    [
      'scripts/asvs/absent.test.ts > text that is run',
      'app/server/security/headers.test.ts > comes with strict headers',
    ],
    'The policy of the pages forbids it as well.',
  ),
  met('1.3.3', 'What goes to a dangerous place is cut down to what is safe there', [
    'platform/server/artwork/svg-allowed.ts',
    'features/accounts/server/accounts.test.ts > makes one line of a name, and takes no address with another header in it',
    'platform/server/mail/mail.test.ts > cannot be given another recipient, header or markup by what users type',
  ]),
  met('1.3.4', 'SVG of people keeps nothing but what draws', [
    'platform/server/artwork/svg-allowed.ts',
    'platform/server/artwork/picture-reading.test.ts > loses %s and keeps its drawing',
    'features/settings/server/logo.test.ts > loses what of an SVG could do something, and is served so that it never could',
  ]),
  met('1.3.5', 'Markdown can run nothing', [
    'platform/web/ui/markdown-text.tsx',
    'platform/web/ui/markdown-text.test.tsx > shows what was meant as HTML as its text',
  ]),
  met('1.3.6', 'The server can be sent to no address of somebody’s choice', [
    'features/notifications/server/push.test.ts > of no known push service is refused: %s',
    'features/notifications/server/push.test.ts > that refuses is not asked again, nor followed elsewhere; the mail goes',
    'docs/protected-data.md',
  ]),
  notApplicable(
    '1.3.7',
    'Templates made of input',
    'Templates are code; texts that the staff writes are filled with nothing.',
    ['features/pages/server/page-template.ts'],
  ),
  notApplicable('1.3.8', 'JNDI', 'There is no Java.'),
  notApplicable('1.3.9', 'Memcache', 'Caches are memory of the process.'),
  notApplicable(
    '1.3.10',
    'Format strings',
    'JavaScript has none that could do harm; messages of the log are constants.',
  ),
  met('1.3.11', 'Mails cannot be given headers or recipients', [
    'platform/server/mail/mail.transport.ts',
    'platform/server/mail/mail.test.ts > cannot be given another recipient, header or markup by what users type',
    'features/household/server/household.test.ts > answers alike whether somebody has the address or not, and makes one line of a name',
  ]),
  notApplicable(
    '1.4.1',
    'Overflows of memory',
    'JavaScript looks after memory. Packages with machine code (argon2, resvg) are in Rust, PGlite is WebAssembly.',
  ),
  met(
    '1.4.2',
    'Numbers stay within what has room for them',
    [
      'features/bank-statements/server/bank-statements.test.ts > lists an amount that the books have no room for, as the bank wrote it',
      'e2e/malformed-requests.spec.ts > are refused with a stable code in every call of the OpenAPI document',
    ],
    'Each number of a contract has bounds; `1e999` and 2^53 are among what is tried.',
  ),
  notApplicable(
    '1.4.3',
    'Memory that is used after it was freed',
    'JavaScript frees memory itself.',
  ),
  met(
    '1.5.1',
    'XML brings no entities along',
    [
      'features/bank-statements/server/camt.ts',
      'features/bank-statements/server/bank-statements.test.ts > lists what no bank would write, instead of failing',
      'platform/server/artwork/picture-reading.test.ts > is refused: %s',
    ],
    'A document type or an entity refuses the file; the parser resolves none from elsewhere.',
  ),
  met(
    '1.5.2',
    'What is read becomes plain data that is checked',
    [
      'app/server/app.test.ts > answers %s with a stable code',
      'platform/server/uploads/read-apart.ts',
    ],
    'JSON, CSV, XML and PNG alone, each by a schema or a parser of its own; nothing names a class.',
  ),
]
