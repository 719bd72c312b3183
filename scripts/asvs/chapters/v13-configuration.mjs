// @ts-check
import { met, open } from '../row.mjs'

const EXACT =
  'app/server/security/exact-headers.test.ts > every answer has exactly the headers that are recorded'

export const configuration = [
  met('13.1.1', 'Whom the program talks to is written', [
    'docs/protected-data.md',
    'docs/notifications.md',
    'docs/payments.md',
  ]),
  open(
    '13.2.1',
    'Services within prove who they are, and not by passwords',
    'PostgreSQL is entered with a password, which nothing replaces by itself; by its socket it could be the system’s user (`peer`). Only who is on the machine reaches it.',
    ['docs/operation.md', 'platform/server/db/servers.test.ts > may lie behind a socket'],
  ),
  open(
    '13.2.2',
    'With no more rights than needed',
    'The app runs as a user of its own without rights beyond its folder, and its role owns one database and nothing else. But the role that serves also migrates: it could take away what keeps the audit log from being changed. Whoever runs code in the server has its settings, and with them the role that migrates, unless updates are made by hand from elsewhere: for that a copy of the backups on another machine is what helps.',
    ['docs/operation.md', 'scripts/examples.test.ts > systemd takes its units', 'compose.yaml'],
  ),
  met('13.2.3', 'No password that everybody knows', [
    'compose.yaml',
    'app/server/demo/published-accounts.test.ts > locks whoever administers, or is about to, with that password under another address',
  ]),
  met(
    '13.2.4',
    'The program talks to whom it is told to alone',
    [
      'features/notifications/server/push.test.ts > of no known push service is refused: %s',
      'features/payments/server/paypal-client.test.ts > follows PayPal nowhere else: %s',
      'docs/protected-data.md',
    ],
    'Hosts are constants, settings, or on the list of push services.',
  ),
  open(
    '13.2.5',
    'The machine lets it talk to nobody else',
    'Files: systemd lets it write to one folder. Network: the program asks constants and settings alone (13.2.4), and docs/operation.md has an addition to the unit that closes the networks of one’s own, or all but what is named. It is no part of the unit itself: addresses of push services change, and a database or mail server in a network of one’s own would be cut off.',
    [
      'docs/operation.md',
      'docs/protected-data.md',
      'scripts/examples.test.ts > systemd takes its units',
    ],
  ),
  met(
    '13.3.1',
    'Secrets come from a vault',
    [
      'platform/server/secret-files.test.ts > is read as if it stood in the settings, with the line that an editor ends',
      'platform/server/secret-files.test.ts > may be each setting that holds one, and nothing else',
      'scripts/examples.test.ts > systemd takes its units',
      'docs/operation.md',
      '.dockerignore',
      'app/server/security/paying-headers.test.ts > tells pages the keys that are meant for them, and no secret',
    ],
    'Each secret of the settings may come from a file of its own, which is how vaults, containers and systemd’s encrypted credentials hand them over; docs/operation.md shows the last. `.env` is the short way. None is in the source, a release or an image.',
  ),
  met('13.3.2', 'Secrets are readable by whoever needs them alone', [
    'docs/operation.md',
    'commands/checking/sender.test.ts > makes a key that nobody else may read, once',
    'platform/server/backup/backup.test.ts > is its owner’s alone, has its name only when it is whole, and replaces none',
  ]),
  met(
    '13.4.1',
    'The history of the source is not on the server',
    [
      '.dockerignore',
      'docs/updates.md',
      'e2e/release.spec.ts > a release starts with node alone, writes nothing but its data and stops cleanly @servers',
    ],
    'A release is made of a list of files; of these the web app’s folder alone is served.',
  ),
  met('13.4.2', 'Nothing for developers is open', [
    'platform/server/mail/mail.test.ts > is not there in production, nor where mails are really sent',
    'platform/server/config.test.ts > lets nobody pay with the sandbox in production unless it is named',
  ]),
  met('13.4.3', 'Folders are not listed', ['platform/server/http/static-files.ts', EXACT]),
  met('13.4.4', 'TRACE is not answered', [
    'app/server/security/headers.test.ts > TRACE repeats no request: %s',
  ]),
  met(
    '13.4.5',
    'Documents of calls and measurements are open on purpose alone',
    [
      'platform/server/http/watching/metrics.test.ts > answers whoever has the token, from anywhere',
      'docs/watching.md',
      'platform/server/http/api-document.ts',
    ],
    'The calls are described to everybody on purpose: the source is public as well.',
  ),
]
