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
    'The mailbox of replies and other services are. `smtp://` takes STARTTLS where the server offers it and goes on without where it does not, unless `requireTLS=true` is set; PostgreSQL is asked for TLS by `sslmode`. Both are often on the same machine or network, where neither has a certificate; `docs/security.md` asks for it elsewhere.',
    ['platform/server/inbound-mail/mailbox.ts', 'docs/protected-data.md', 'docs/security.md'],
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
