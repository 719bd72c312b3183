// @ts-check
import { met, notApplicable, open } from '../row.mjs'

const NGINX = 'scripts/examples.test.ts > nginx takes its site'

export const communication = [
  met(
    '12.1.1',
    'TLS 1.2 and 1.3 alone',
    ['docs/operation.md', NGINX, 'Caddyfile'],
    'By nginx as docs/operation.md sets it up; Caddy does so by itself.',
  ),
  met(
    '12.1.2',
    'Good ciphers alone',
    ['docs/operation.md', NGINX, 'Caddyfile'],
    'Mozilla’s “intermediate”, all with forward secrecy.',
  ),
  notApplicable('12.1.3', 'Certificates of clients', 'None are asked for.'),
  met(
    '12.2.1',
    'Browsers come by https alone',
    [
      'docs/operation.md',
      'app/server/security/headers.test.ts > asks for https where the community has it',
      'commands/checking/outside.ts',
    ],
    'Where it is set up as the page says; a `PUBLIC_URL` without https is warned of at the start and by `check-config`.',
  ),
  met(
    '12.2.2',
    'With a certificate that everybody trusts',
    ['docs/operation.md', 'Caddyfile'],
    'certbot or Caddy.',
  ),
  open(
    '12.3.1',
    'All connections are encrypted',
    'Mail, the mailbox of replies and all other services are, and fall back to nothing. PostgreSQL is asked for TLS by `sslmode`, and without it is not: it mostly lies on the same machine, or in a network of containers, where it has no certificate. Elsewhere `check-config` warns of it, and a start refuses nothing: an update would stop communities whose database lies in a network of their own, and this row would stay open, since on the same machine it goes in the clear anyway.',
    [
      'platform/server/mail/mail-server.test.ts > without TLS is told nothing where TLS is required, and the mail waits for a better day',
      'platform/server/inbound-mail/mailbox.ts',
      'commands/checking/database.postgres.test.ts > warns of a database elsewhere that is asked in the clear',
      'docs/protected-data.md',
    ],
  ),
  met(
    '12.3.2',
    'Certificates of others are checked',
    [
      'platform/server/mail/mail.transport.ts',
      'scripts/asvs/absent.test.ts > certificates that are not checked',
    ],
    'Unless whoever runs it says otherwise in `SMTP_URL`.',
  ),
  open(
    '12.3.3',
    'Services within are encrypted as well',
    'From nginx to the app it is http on the same machine, or within the network of the containers. On other machines a firewall is all that the page asks for.',
    ['docs/operation.md', 'compose.yaml'],
  ),
  notApplicable(
    '12.3.4',
    'Certificates of services within',
    'There are none: see 12.3.3. PostgreSQL elsewhere is checked by `sslmode=verify-full`, against `sslrootcert`.',
    ['platform/server/db/database-failures.ts'],
  ),
]
