// @ts-check
import { met, open } from '../row.mjs'

const EXACT =
  'app/server/security/exact-headers.test.ts > every answer has exactly the headers that are recorded'
const LOGS =
  'app/server/security/logs.test.ts > at its most talkative, the log of a whole visit holds nothing of a person'
const KEPT =
  'app/server/keeping.test.ts > tells the truth: after 400 days nothing is left past its period'

export const data = [
  met('14.1.1', 'Which data is protected, and how much, is written', [
    'docs/protected-data.md',
    'app/server/keeping.test.ts > names every table once',
  ]),
  met('14.1.2', 'What each level asks for is written', [
    'docs/protected-data.md',
    'docs/keeping.md',
  ]),
  open(
    '14.2.1',
    'Nothing secret stands in addresses',
    'Links of mails and the address of the own calendar carry a secret: they can carry nothing else. They work once and not for long (the calendar’s until it is made anew), are redeemed by a POST, stand in no log and are told to no other site.',
    [
      'docs/protected-data.md',
      'app/server/security/links.test.ts > is used up by a POST alone, whatever looks at its address before',
      'e2e/recovery.spec.ts > the link leaves the address bar before anything else is loaded',
      LOGS,
      'features/loans/server/calendar-feed.test.ts > is found in no table, and asks for no cookie',
    ],
  ),
  met(
    '14.2.2',
    'Caches of servers hold nothing of anybody',
    [
      'platform/server/http/endpoints.ts',
      EXACT,
      'platform/server/http/kept-answers.test.ts > says nothing but what the contract lists',
    ],
    'Kept is what everybody is shown; all else says `no-store`.',
  ),
  met('14.2.3', 'Nobody else is told', [
    'features/config/server/map-layers.test.ts > begins with streets of its own, and asks others for what somebody chooses',
    'e2e/drivers/visitor.ts',
    'e2e/paying.spec.ts > scripts of Stripe run where one pays, once that is wanted, and nowhere else',
  ]),
  met('14.2.4', 'It is protected as it is written', [
    KEPT,
    LOGS,
    'features/accounts/server/mailed-links.test.ts > keeps nothing that could be redeemed from a stolen table',
    'features/accounts/server/own-account/account-data.test.ts > knows every table that points to a user or holds an address, and no secret of any',
    'features/audit/server/audit.test.ts > refuses changes, deletion and emptying, whoever tries',
  ]),
  met('14.2.7', 'What is over is deleted by itself', [
    KEPT,
    'app/server/cleaning.test.ts > happens by itself while the server runs',
  ]),
  met('14.2.8', 'Pictures lose what else is in their files', [
    'platform/server/artwork/picture-reading.test.ts > is written anew, in our size, without what else was in it',
  ]),
  met(
    '14.3.1',
    'Logging out leaves nothing in the browser',
    [
      'features/accounts/web/data/session.test.ts > forgets everything of the account on this device, also when the server is away',
      'features/accounts/web/logout-screen.test.tsx > leaves nothing that can be read on the device when it is discarded',
    ],
    'Messages that were not sent yet stay only where somebody says so.',
  ),
  met('14.3.2', 'Browsers keep no answers that are somebody’s', [
    'platform/server/http/endpoints.ts',
    EXACT,
    'platform/web/start/service-worker/kept-answers.test.ts > keeps nothing of an account, nothing that names an owner, and no file of the app twice',
  ]),
  open(
    '14.3.3',
    'The browser’s storage holds nothing confided',
    'Messages that wait for the network, and what was typed and not sent, lie there until they are sent or somebody logs out: without it they were lost where there is no network. It stays.',
    [
      'features/transactions/web/data/outbox.ts',
      'features/accounts/web/logout-screen.test.tsx > leaves nothing that can be read on the device when it is discarded',
    ],
  ),
]
