import { isQRIBAN } from 'swissqrbill/utils'
import { z } from 'zod'
import { providerEnvironment } from './identity-provider-settings.ts'
import { inboundEnvironment } from './inbound-settings.ts'
import { BUNDLED_STREET_MAP } from './paths.ts'
import { pushEnvironment } from './push-settings.ts'
import {
  contactSchema,
  databaseUrl,
  geocodersSchema,
  hostSchema,
  hoursSchema,
  ibanSchema,
  mailFromSchema,
  mapStartSchema,
  networkLimitsSchema,
  onOff,
  optionalUrl,
  originSchema,
  portSchema,
  processesSchema,
  rotatingSchema,
  serverUrl,
  timeOfDaySchema,
  trustProxySchema,
  webUrl,
} from './setting-schemas.ts'
import { webhookEnvironment } from './webhook-settings.ts'

// docs/settings.md and .env.example are generated from this file (`npm run settings-docs`). `meta` of a setting has:
// - `description`: what it does, in Markdown; links are relative to docs/
// - `example`: a value as an operator would write it
// - `unset`: what happens without a value, if the schema has no default
// - `since`: the version that introduced it, if not the first one

/** What nodemailer would read from the URL, overriding `SMTP_TLS`. */
const SAYS_TLS = /[?&](requireTLS|ignoreTLS|opportunisticTLS|secure)=/i

const streetMapSchema = z
  .string()
  .default(BUNDLED_STREET_MAP)
  .transform((text) => (text === 'off' ? [] : text.split(',').map((path) => path.trim())))
  .refine((paths) => paths.every(Boolean), 'must be "off" or PMTiles files with commas between')

const timeZoneSchema = z
  .string()
  .default('Europe/Zurich')
  .refine((name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    } catch {
      return false
    }
  }, 'must be a time zone such as Europe/Zurich')

const essentials = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development').meta({
    description:
      '`production` requires `PUBLIC_URL`, turns off the mailbox at `/dev/mail`, the test payment provider and the demo community. The image for containers and the Debian package set it.',
    example: 'production',
  }),
  PUBLIC_URL: originSchema.optional().meta({
    description:
      'The address of the community, without a path. Links in mails begin with it and passkeys are bound to it. Required in production.',
    example: 'https://lend.example.org',
    unset: '`http://localhost:PORT`',
  }),
  DATABASE_URL: databaseUrl.meta({
    description:
      'PostgreSQL 15 or later. Several servers with commas between them (`postgres://user:password@a:5432,b:5432/letterlend`): the one that accepts writes is used ([fail-over](fail-over.md)).',
    example: 'postgres://letterlend:secret@localhost:5432/letterlend',
    unset: 'the embedded database in `DATA_DIR`',
  }),
  ADMIN_EMAIL: z.email().optional().meta({
    description:
      'The account with this confirmed address becomes an administrator, at the start or as soon as the address is confirmed, and is notified by mail. Earlier administrators stay ([who administers](operation.md#who-administers)). Replies to mails about orders go here.',
    example: 'you@example.org',
    unset: 'no one becomes an administrator through it',
  }),
}

const server = {
  PORT: portSchema.prefault('3000').meta({ description: 'Port to listen on.', example: '8080' }),
  HOST: hostSchema.default('127.0.0.1').meta({
    description:
      'Address to listen on. By default only programs on this machine reach the server, such as the proxy in front of it. `0.0.0.0` opens it to other machines, as a container must.',
    example: '0.0.0.0',
  }),
  PROCESSES: processesSchema.optional().meta({
    description:
      'How many processes answer on `PORT`, 1 to 64; one more starts and watches them ([several processes](operation.md#several-processes)). The embedded database allows one.',
    example: '2',
    unset: 'in production with `DATABASE_URL` one per core, at most four; otherwise one',
  }),
  TRUST_PROXY: trustProxySchema.prefault('off').meta({
    description:
      'Which proxies in front are trusted to name the visitor in `X-Forwarded-For`: how many there are, their addresses or networks with commas between them, or `on` for all.',
    example: '1',
  }),
  HSTS_SUBDOMAINS: onOff('off').meta({
    description:
      '`on` if every host name below that of `PUBLIC_URL` is served by https: browsers then use nothing else for them, for a year.',
    example: 'on',
  }),
  METRICS_TOKEN: rotatingSchema(z.string().min(16)).optional().meta({
    description:
      'A request with this token in `Authorization: Bearer` may read `/metrics` from anywhere. At least 16 characters. While you change it, write the new and the old one with a comma between them ([keys](keys.md)).',
    example: 'a-long-random-text',
    unset: 'only programs on the same machine may read `/metrics`',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .optional()
    .meta({
      description: 'The least severe messages that are logged.',
      example: 'debug',
      unset: '`info` in production, otherwise `warn`',
    }),
  LOG_ADDRESSES: onOff('off').meta({
    description:
      'Whether the log has the address that each request came from ([logs](watching.md#logs)).',
    example: 'on',
  }),
}

const data = {
  DATA_DIR: z.string().default('./data').meta({
    description: 'Folder of the embedded database. One server at a time can use it.',
    example: '/var/lib/letterlend',
  }),
  BACKUP_DIR: z.string().min(1).optional().meta({
    description:
      'Where `npm run backup` and the back office keep backups ([backups](backup.md#in-the-back-office)). The server must be able to write there.',
    example: '/var/lib/letterlend/backups',
    unset: '`backups` in `DATA_DIR`',
  }),
  BACKUP_WARN_DAYS: z.coerce.number().int().min(0).max(3650).default(7).meta({
    description:
      'The back office warns when the newest backup is older than this many days; `0` never warns.',
    example: '2',
  }),
  DEMO: z.enum(['on', 'off', 'public']).optional().meta({
    description:
      'Fills an empty database with the demo community. In production the demo administrator is never made, and the other demo accounts cannot log in unless this is `on` ([why](decisions/0033-first-admin.md)). `public`: anyone may log in as a demo account, including the administrator; no mails leave, and everything is reset every night ([a public demo](operation.md#a-public-demo)).',
    example: 'off',
    unset: '`on` for an embedded database outside production, otherwise `off`',
  }),
  DEMO_RESET: timeOfDaySchema.prefault('04:00').meta({
    description:
      'The time of day (in `TIME_ZONE`) at which a public demo (`DEMO=public`) deletes everything and fills the demo community in again.',
    example: '03:30',
  }),
}

const mail = {
  SMTP_URL: serverUrl(['smtp:', 'smtps:'])
    .refine((text) => !SAYS_TLS.test(text), 'must not set TLS options after its ?; use SMTP_TLS')
    .optional()
    .meta({
      description: 'The mail server that sends the mails.',
      example: 'smtps://user:password@mail.example.org',
      unset: 'mails are kept and shown at `/dev/mail`; in production none are sent',
    }),
  SMTP_TLS: z.enum(['required', 'offered']).optional().meta({
    description:
      'With `smtp://`: `required` sends by STARTTLS only; `offered` also sends without encryption if the server has no STARTTLS, which suits a server in a network of your own.',
    example: 'offered',
    unset: '`offered` for a mail server on this machine, otherwise `required`',
  }),
  MAIL_FROM: mailFromSchema.default('Letterlend <no-reply@localhost>').meta({
    description: 'Sender of the mails. A person should read the replies.',
    example: 'Letterlend <hello@lend.example.org>',
  }),
  DKIM_KEY: z.string().min(1).optional().meta({
    description:
      'File with the private key that signs mails, if the mail server does not sign them. `npm run dkim-key -- FILE` makes one.',
    example: '/etc/letterlend/dkim.pem',
    unset: 'Letterlend does not sign mails',
  }),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i, 'must be letters, digits and hyphens')
    .default('letterlend')
    .meta({
      description: 'Name under which the public half of `DKIM_KEY` is published in the DNS.',
      example: 'lend2027',
    }),
  BULK_MAILS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(600).meta({
    description:
      'How many announcements and neighbourhood mails are sent per hour, by all processes together. Other mails do not wait for them ([mails to many](operation.md#mails-to-many)).',
    example: '200',
  }),
  BULK_MAIL_HOURS: hoursSchema.prefault('always').meta({
    description:
      'Hours of the day (in `TIME_ZONE`) in which they are sent: `21-6` is from nine in the evening to six in the morning.',
    example: '21-6',
  }),
}

const notifications = {
  ...pushEnvironment,
  ...webhookEnvironment,
  BULK_PUSHES_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(6_000).meta({
    description: 'How many people per hour are notified of an announcement on their devices.',
    example: '2000',
  }),
}

const accounts = {
  STAFF_SECOND_FACTOR: z.enum(['on', 'off']).optional().meta({
    description:
      '`on`: members with a task in the back office must log in with a passkey or with the code of an authenticator app; `off` leaves it to them ([authentication](authentication.md)).',
    example: 'off',
    unset: '`off` with the demo community, otherwise `on`',
  }),
  STAFF_SECOND_FACTOR_GRACE_DAYS: z.coerce.number().int().min(0).max(365).default(7).meta({
    description:
      'How many days a member has for that after the first task. Then the back office is closed to them until a second factor is set up.',
    example: '14',
  }),
  MAX_SESSIONS: z.coerce.number().int().min(1).max(1000).default(20).meta({
    description:
      'In how many browsers one account can be logged in. One more ends the session that has been unused for longest.',
    example: '5',
  }),
  SECURITY_EVENT_DAYS: z.coerce.number().int().min(7).max(365).default(180).meta({
    description:
      'How many days people can see what happened to their account: logins, changes and downloads.',
    example: '90',
  }),
  CAPTCHA: onOff('on').meta({
    description:
      "Proof of work for registration and for reports by visitors; the visitor's own device computes it. After many wrong passwords it is required with `off` as well.",
    example: 'off',
  }),
  NETWORK_LIMITS: networkLimitsSchema.meta({
    description:
      'How many requests of a kind one network may send, where the built-in limit does not fit ([the table](security.md#limits-by-network)).',
    example: 'orders=500,reports=50',
    unset: 'the built-in limits',
  }),
}

const map = {
  STREET_MAP: streetMapSchema.meta({
    description:
      'Streets of the community: PMTiles files with commas between them ([street map](street-map.md)), or `off`. A list replaces the bundled streets of Liechtenstein.',
    example: 'region.pmtiles',
    unset: 'the bundled streets of Liechtenstein',
  }),
  MAP_START: mapStartSchema.optional().meta({
    description: 'Where the map opens: latitude, longitude and zoom.',
    example: '47.14,9.52,14',
    unset:
      'where most letterboxes are; before the first letterbox, where `STREET_MAP` has most streets',
  }),
  MAP_LAYERS: z.enum(['online', 'offline']).default('online').meta({
    description:
      '`online` offers two more maps; once chosen, the browser loads them from tile.openstreetmap.org and wmts.geo.admin.ch (with `STREET_MAP=off` the latter is the first map as well). With `offline` browsers contact no other server.',
    example: 'offline',
  }),
  GEOCODER: geocodersSchema.meta({
    description:
      'Which service finds addresses outside the street map: `photon`, `nominatim` or `swisstopo`, or several with commas between them, asked in this order until one knows the address. `offline` contacts none and finds the town.',
    example: 'swisstopo,photon',
  }),
  GEOCODER_URL: webUrl.meta({
    description:
      'Address of your own installation of that service; if `GEOCODER` names several, of the last one ([your own Photon](photon.md)).',
    example: 'https://photon.example.org',
    unset: "the service's public server",
  }),
}

const community = {
  BRAND_NAME: z.string().min(1).max(60).default('Letterlend').meta({
    description:
      "Name of the community's app, until an administrator sets one at `/admin/settings`.",
    example: 'Leihkasten Schaan',
  }),
  TIME_ZONE: timeZoneSchema.meta({
    description: 'Where the community lives: a day begins at midnight there.',
    example: 'Europe/Vienna',
  }),
  SOURCE_URL: webUrl.meta({
    description:
      'Where visitors get the source code of this app with your changes (AGPL, section 13).',
    example: 'https://git.example.org/letterlend',
    unset: 'visitors are asked to write to you',
  }),
  SECURITY_CONTACT: contactSchema.optional().meta({
    description:
      'E-mail address or page for reports of security problems in your installation; published at `/.well-known/security.txt`.',
    example: 'security@example.org',
    unset: 'no contact is published',
  }),
  SECURITY_POLICY: optionalUrl(['https:']).meta({
    description:
      'A page that says what people who report a problem can expect. Needs `SECURITY_CONTACT`.',
    example: 'https://example.org/security',
    unset: 'no policy is published',
  }),
  UPDATE_FILE: z.string().min(1).optional().meta({
    description:
      'File with the checksums of the newest release, which you download regularly: the back office then says when there is a newer version ([updates](updates.md#to-hear-of-a-new-version)).',
    example: '/srv/letterlend/SHA256SUMS',
    unset: 'the back office does not mention updates',
  }),
}

const payments = {
  PAYMENT_SANDBOX: z.enum(['on', 'off']).optional().meta({
    description: 'The built-in payment provider for trying out, which moves no money.',
    example: 'off',
    unset: '`off` in production, otherwise `on`',
  }),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must be a secret key, sk_...').optional().meta({
    description:
      'Card payments by Stripe: set all three keys, or none ([providers](payments.md#providers)).',
    example: 'sk_...',
    unset: 'no card payments',
  }),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .startsWith('pk_', 'must be a key for pages, pk_...')
    .optional()
    .meta({
      description: 'The key that Stripe’s form in the browser uses.',
      example: 'pk_...',
      unset: 'no card payments',
    }),
  STRIPE_WEBHOOK_SECRET: rotatingSchema(
    z.string().startsWith('whsec_', 'must be a secret, whsec_...'),
  )
    .optional()
    .meta({
      description:
        'Verifies what Stripe reports. Two with a comma between them while you [change](keys.md) it.',
      example: 'whsec_...',
      unset: 'no card payments',
    }),
  STRIPE_API_BASE: webUrl.meta({
    description: 'Address of a test server to call in place of Stripe.',
    example: 'http://localhost:12111',
    unset: '`https://api.stripe.com`',
  }),
  PAYPAL_CLIENT_ID: z.string().optional().meta({
    description: 'PayPal: set all three, or none ([providers](payments.md#providers)).',
    example: 'AZ...',
    unset: 'no payments by PayPal',
  }),
  PAYPAL_CLIENT_SECRET: z.string().optional().meta({
    description: 'The secret of the same app at PayPal.',
    example: 'EL...',
    unset: 'no payments by PayPal',
  }),
  PAYPAL_WEBHOOK_ID: rotatingSchema(z.string().min(1)).optional().meta({
    description:
      'Id of the webhook that you set up at PayPal: reports are verified for it. Two with a comma between them while you change it.',
    example: '8PT597110X687430LKGECATA',
    unset: 'no payments by PayPal',
  }),
  PAYPAL_API_BASE: webUrl.meta({
    description: "Address of PayPal's sandbox or of a test server, in place of PayPal.",
    example: 'https://api-m.sandbox.paypal.com',
    unset: '`https://api-m.paypal.com`',
  }),
}

// Lengths are the limits of the QR-bill.
const invoices = {
  INVOICE_NAME: z.string().max(70).optional().meta({
    description:
      'Name of the association that writes invoices and receipts: set all six of the seller, from here to `INVOICE_IBAN`, or none ([invoices](payments.md#invoices)).',
    example: 'Verein Letterlend',
    unset: 'no payment by invoice',
  }),
  INVOICE_ADDRESS: z.string().max(70).optional().meta({
    description: 'Its street and number.',
    example: 'Musterweg 1',
    unset: 'no payment by invoice',
  }),
  INVOICE_POSTCODE: z.string().max(16).optional().meta({
    description: 'Its postcode.',
    example: '8004',
    unset: 'no payment by invoice',
  }),
  INVOICE_CITY: z.string().max(35).optional().meta({
    description: 'Its town.',
    example: 'Zürich',
    unset: 'no payment by invoice',
  }),
  INVOICE_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a code of two letters such as CH')
    .optional()
    .meta({
      description: 'Its country, as a code of two letters.',
      example: 'CH',
      unset: 'no payment by invoice',
    }),
  INVOICE_IBAN: ibanSchema.optional().meta({
    description: 'Account to which invoices are paid: an ordinary IBAN or a QR-IBAN.',
    example: 'CH44 3199 9123 0008 8901 2',
    unset: 'no payment by invoice',
  }),
  INVOICE_SEPA_IBAN: ibanSchema
    .refine((iban) => !isQRIBAN(iban), 'must be an ordinary IBAN: no bank abroad pays to a QR-IBAN')
    .optional()
    .meta({
      description: 'Account to which euros are paid from abroad.',
      example: 'CH93 0076 2011 6238 5295 7',
      unset: '`INVOICE_IBAN`, if that is not a QR-IBAN',
    }),
  INVOICE_BIC: z
    .string()
    .regex(/^[A-Z]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/, 'must be a BIC of 8 or 11 characters')
    .optional()
    .meta({
      description: 'BIC of the bank that has that account.',
      example: 'POFICHBEXXX',
      unset: 'invoices name no BIC',
    }),
}

const logins = {
  OIDC_PROVIDERS: z.string().optional().meta({
    description:
      'Names, with commas between them, of the providers with whose accounts people can log in, such as Keycloak, Nextcloud, hitobito or Authentik ([login providers](login-providers.md)). Small letters and digits. The settings of each follow, with its name in capitals.',
    example: 'verein',
    unset: 'people log in with an account of this community',
  }),
}

/**
 * The schema of all settings. Those of login providers are parsed separately, since the community chooses their names.
 */
export const settingsSchema = z.object({
  ...essentials,
  ...server,
  ...data,
  ...mail,
  ...inboundEnvironment,
  ...notifications,
  ...accounts,
  ...logins,
  ...map,
  ...community,
  ...payments,
  ...invoices,
})

export type Settings = z.infer<typeof settingsSchema>

export const SETTING_NAMES = Object.keys(settingsSchema.shape)

interface SettingTopic {
  title: string
  settings: Readonly<Record<string, z.ZodType>>
}

const inCapitals = Object.entries(providerEnvironment).map(
  ([field, schema]) => [`OIDC_VEREIN_${field}`, schema] as const,
)

/** All settings in the order of docs/settings.md; those of login providers for one named "verein". */
export const SETTING_TOPICS: readonly SettingTopic[] = [
  { title: 'The essentials', settings: essentials },
  { title: 'The server', settings: server },
  { title: 'Data and backups', settings: data },
  { title: 'Sending mails', settings: mail },
  { title: 'Receiving mails', settings: inboundEnvironment },
  { title: 'Notifications on devices', settings: notifications },
  { title: 'Accounts and abuse', settings: accounts },
  { title: 'Login providers', settings: { ...logins, ...Object.fromEntries(inCapitals) } },
  { title: 'The map', settings: map },
  { title: 'The community', settings: community },
  { title: 'Payments', settings: payments },
  { title: 'Invoices', settings: invoices },
]
