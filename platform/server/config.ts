import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { isQRIBAN } from 'swissqrbill/utils'
import type { MapStart } from '#platform/shared/config.ts'
import type { NetworkLimits } from './identity/network-limits.ts'
import {
  type IdentityProviderConfig,
  identityProvidersOf,
  oidcSettingNames,
} from './identity-provider-settings.ts'
import { type InboundConfig, inboundConfigOf } from './inbound-settings.ts'
import { secretsOf, shownSetting } from './masking.ts'
import { settingsOfPublicDemo, unusedInPublicDemo } from './public-demo-settings.ts'
import { type PushConfig, pushConfigOf } from './push-settings.ts'
import { readSecretFiles, type UnreadSecret } from './secret-files.ts'
import type { GeocoderName, Hours, TimeOfDay, TrustProxy } from './setting-schemas.ts'
import { misspeltSettings, wordsOfIssue, wordsOfMisspelt } from './setting-words.ts'
import { SETTING_NAMES, type Settings, settingsSchema } from './settings.ts'
import { isThisMachine } from './this-machine.ts'

/** PayPal's live API; its sandbox is `https://api-m.sandbox.paypal.com`. */
const PAYPAL = 'https://api-m.paypal.com'

/** Who issues invoices, and the account they are paid to. */
export interface InvoiceConfig {
  name: string
  address: string
  postcode: string
  city: string
  country: string
  iban: string
  /** For payments in euros from abroad; undefined if there is only a QR-IBAN, which foreign banks do not accept. */
  sepaIban: string | undefined
  bic: string | undefined
}

export interface SecurityConfig {
  /** `mailto:` or `https:` */
  contact: string
  /** URL of the rules for security researchers. */
  policy: string | undefined
}

export interface StaffSecondFactorConfig {
  /** Whether members with tasks need a second factor. */
  required: boolean
  /** Days to set one up, counted from their first task or from the update that introduced this rule. */
  graceDays: number
}

export interface Config {
  production: boolean
  port: number
  host: string
  /** Number of processes that share the port. */
  processes: number
  /** Origin of links in mails; never taken from a request. No trailing slash. */
  publicUrl: string
  dataDir: string
  /** Undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** Where `npm run backup` and the back office keep backups. */
  backupDir: string
  /** The back office warns if the newest backup is older than this many days; 0: never. */
  backupWarnDays: number
  /** Undefined: mails go to the local mailbox. */
  smtpUrl: string | undefined
  /** Whether TLS to the mail server is required; undefined: required unless the server is on this machine. */
  smtpTls: 'required' | 'offered' | undefined
  mailFrom: string
  /** Key file and selector for signing mails; undefined: we do not sign, the mail server may. */
  dkim: { keyFile: string; selector: string } | undefined
  /** Limit for bulk mails (announcements and neighbourhood mails) per hour. */
  bulkMailsPerHour: number
  /** Hours of the community's day in which bulk mails are sent; null: all. */
  bulkMailHours: Hours | null
  /** Limit for announcement pushes per hour. */
  bulkPushesPerHour: number
  /** Undefined: replies to our mails and bounces are not received. */
  inbound: InboundConfig | undefined
  adminEmail: string | undefined
  /** Whether an empty database is filled with the demo community. */
  demo: boolean
  /** Set if anyone may use the demo: it is reset every day at this time of the community. */
  publicDemo: { resetAt: TimeOfDay } | undefined
  captcha: boolean
  logLevel: string
  /** Whether the log contains the client address of each request. */
  logAddresses: boolean
  hstsSubdomains: boolean
  /** Fastify's `trustProxy`: which proxies may set X-Forwarded-For. */
  trustProxy: TrustProxy
  /** Rate limits per network. */
  networkLimits: NetworkLimits
  /** Tokens for `/metrics`: none, one, or two during rotation. */
  metricsTokens: readonly string[]
  /** In the order in which they are asked; empty: none is. */
  geocoders: readonly GeocoderName[]
  geocoderUrl: string | undefined
  mapLayers: 'online' | 'offline'
  /** Paths of PMTiles files; earlier ones take precedence. May be empty. */
  streetMap: string[]
  /** Initial view of the map; undefined: where the letterboxes are. */
  mapStart: MapStart | undefined
  brandName: string
  /** The community's time zone: its calendar dates start at midnight there. */
  timeZone: string
  /** Where to get the source code of this app, including local changes. */
  sourceUrl: string | undefined
  /** File with the checksums of the newest release, downloaded by the operator; undefined: updates are not checked. */
  updateFile: string | undefined
  /** Contact for reporting security problems; undefined: none is published. */
  security: SecurityConfig | undefined
  /** The built-in test payment provider, which moves no money. In production it has to be configured explicitly. */
  paymentSandbox: boolean
  /** Undefined: payment by invoice is not available. */
  invoice: InvoiceConfig | undefined
  /** Card payments by Stripe; undefined without its keys. */
  stripe:
    | {
        secretKey: string
        publishableKey: string
        /** Two during rotation. */
        webhookSecrets: readonly string[]
        /** A test server; undefined: Stripe. */
        apiBase: string | undefined
      }
    | undefined
  /** PayPal; undefined without its keys. */
  paypal: PayPalConfig | undefined
  push: PushConfig
  /** Origins in the own network that webhooks may call. */
  webhookOrigins: readonly string[]
  staffSecondFactor: StaffSecondFactorConfig
  /** Identity providers that people can log in with; may be empty. */
  identityProviders: readonly IdentityProviderConfig[]
  /** How many browsers an account can be logged in to at once. */
  maxSessions: number
  /** How many days security events are kept. */
  securityEventDays: number
  /** Passwords, tokens and keys among the settings; they are removed from every message. */
  secrets: readonly string[]
}

export interface PayPalConfig {
  clientId: string
  clientSecret: string
  /** Ids of the webhook at PayPal, two during rotation. Only their events are accepted. */
  webhookIds: readonly string[]
  /** PayPal, its sandbox or a test server; no trailing slash. */
  apiBase: string
}

/** Invalid settings. The message has one sentence per setting, for the operator. */
export class ConfigError extends Error {}

/** Whether mails are stored and shown at `/dev/mail` instead of being sent. */
export function hasLocalMailbox(
  config: Pick<Config, 'production' | 'smtpUrl' | 'publicDemo'>,
): boolean {
  return !config.production && !config.smtpUrl && !config.publicDemo
}

/** Whether passwords would travel unencrypted between machines. */
export function hasPasswordsInTheClear({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !isThisMachine(hostname)
}

/** Stripe needs all three keys or none: with only some of them, payments would start and never settle. */
function stripeOf(env: Settings): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  const webhookSecrets = env.STRIPE_WEBHOOK_SECRET
  if (!secretKey && !publishableKey && !webhookSecrets) return undefined
  if (!secretKey || !publishableKey || !webhookSecrets) {
    throw new ConfigError(
      'Stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET: set all three, or none.',
    )
  }
  return { secretKey, publishableKey, webhookSecrets, apiBase: env.STRIPE_API_BASE }
}

/** PayPal needs all of its settings or none, like Stripe. */
function paypalOf(env: Settings): PayPalConfig | undefined {
  const clientId = env.PAYPAL_CLIENT_ID
  const clientSecret = env.PAYPAL_CLIENT_SECRET
  const webhookIds = env.PAYPAL_WEBHOOK_ID
  if (!clientId && !clientSecret && !webhookIds) return undefined
  if (!clientId || !clientSecret || !webhookIds) {
    throw new ConfigError(
      'PayPal needs PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID: set all three, or none.',
    )
  }
  const apiBase = (env.PAYPAL_API_BASE ?? PAYPAL).replace(/\/+$/, '')
  return { clientId, clientSecret, webhookIds, apiBase }
}

/** Invoices need all of their settings or none. */
function invoiceOf(env: Settings): InvoiceConfig | undefined {
  const { INVOICE_NAME: name, INVOICE_ADDRESS: address, INVOICE_POSTCODE: postcode } = env
  const { INVOICE_CITY: city, INVOICE_COUNTRY: country, INVOICE_IBAN: iban } = env
  const { INVOICE_SEPA_IBAN: sepa, INVOICE_BIC: bic } = env
  const all = [name, address, postcode, city, country, iban, sepa, bic]
  if (all.every((value) => value === undefined)) return undefined
  if (!name || !address || !postcode || !city || !country || !iban) {
    throw new ConfigError(
      'Invoices need INVOICE_NAME, INVOICE_ADDRESS, INVOICE_POSTCODE, INVOICE_CITY, INVOICE_COUNTRY and INVOICE_IBAN: set all six, or none.',
    )
  }
  const sepaIban = sepa ?? (isQRIBAN(iban) ? undefined : iban)
  return { name, address, postcode, city, country, iban, sepaIban, bic }
}

function securityOf(env: Settings): SecurityConfig | undefined {
  const { SECURITY_CONTACT: contact, SECURITY_POLICY: policy } = env
  if (contact) return { contact, policy }
  if (policy)
    throw new ConfigError(
      'SECURITY_POLICY has no effect without SECURITY_CONTACT: set that as well.',
    )
  return undefined
}

/** Inbound mail needs all of its settings or none. */
function inboundOf(env: Settings): InboundConfig | undefined {
  try {
    return inboundConfigOf(env)
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

function providersOf(settings: Record<string, string | undefined>): IdentityProviderConfig[] {
  try {
    return identityProvidersOf(settings)
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

/** More processes have to be configured explicitly: PostgreSQL and the machine's memory become the limit. */
const MOST_BY_DEFAULT = 4

function processesOf(env: Settings): number {
  const { NODE_ENV, DATABASE_URL, PROCESSES } = env
  if (DATABASE_URL) {
    if (PROCESSES !== undefined) return PROCESSES
    return NODE_ENV === 'production' ? Math.min(availableParallelism(), MOST_BY_DEFAULT) : 1
  }
  if (PROCESSES !== undefined && PROCESSES > 1) {
    throw new ConfigError(
      `PROCESSES=${PROCESSES} needs DATABASE_URL: the embedded database belongs to one process.`,
    )
  }
  return 1
}

type Environment = Record<string, string | undefined>

const withoutEmpty = (settings: Environment): Environment =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value))

/** The non-empty settings, including those read from files. Throws {@link ConfigError}. */
export function settingsOf(environment: Environment): Environment {
  const { settings, unread } = readSecretFiles(environment)
  if (unread.length > 0) throw new ConfigError(unread.map(({ problem }) => problem).join('\n'))
  return withoutEmpty(settings)
}

/** Names that look like a misspelt setting, each with the setting that was probably meant. */
export const misspeltIn = (environment: Environment) =>
  misspeltSettings(environment, [...SETTING_NAMES, ...oidcSettingNames(environment)])

/** Settings that are set and have no effect because of DEMO=public. */
export const unusedIn = (environment: Environment): string[] =>
  unusedInPublicDemo(settingsOf(environment)).filter(
    (name) => SETTING_NAMES.includes(name) || name.startsWith('OIDC_'),
  )

function refusePublicUrl({ NODE_ENV, PUBLIC_URL }: Settings): void {
  if (NODE_ENV !== 'production' || PUBLIC_URL) return
  throw new ConfigError(
    'PUBLIC_URL is missing: in production it is the address that links in mails begin with, such as https://lend.example.org.',
  )
}

function refuseHalfPair({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Settings): void {
  if (!VAPID_PUBLIC_KEY === !VAPID_PRIVATE_KEY) return
  throw new ConfigError('Pushes need VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: set both, or neither.')
}

/** Checks of settings that depend on each other. Each throws if they do not fit. */
const TOGETHER: readonly ((env: Settings, settings: Environment) => unknown)[] = [
  refusePublicUrl,
  refuseHalfPair,
  processesOf,
  inboundOf,
  securityOf,
  stripeOf,
  invoiceOf,
  paypalOf,
  (_, settings) => providersOf(settings),
]

function problemOf(check: () => unknown): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Parses the settings. Throws {@link ConfigError} with every problem. */
function readSettings(
  settings: Environment,
  unread: readonly UnreadSecret[],
  environment: Environment,
): Settings {
  const parsed = settingsSchema.safeParse(settings, { error: wordsOfIssue })
  const issues = parsed.success ? [] : parsed.error.issues
  // Report only the first problem of each value.
  const unusable = new Map(
    issues.map(({ path, message }) => [String(path[0]), message] as const).reverse(),
  )
  const rest = Object.entries(settings).filter(([name]) => !unusable.has(name))
  const usable = parsed.success ? parsed : settingsSchema.safeParse(Object.fromEntries(rest))
  if (!usable.success) throw usable.error
  const values = [...unusable]
    .reverse()
    .map(([name, why]) => `${name}=${shownSetting(name, settings[name])} cannot be used: ${why}.`)
  // Skip problems about a value that is already reported as invalid.
  const reported = [...unusable.keys(), ...unread.map(({ name }) => name)]
  const together = TOGETHER.flatMap((check) =>
    problemOf(() => check(usable.data, settings)),
  ).filter((problem) => !reported.some((name) => problem.includes(name)))
  const problems = [...unread.map(({ problem }) => problem), ...values, ...together]
  if (problems.length === 0) return usable.data
  const misspelt = misspeltIn(environment).map(wordsOfMisspelt)
  throw new ConfigError([...problems, ...misspelt].join('\n'))
}

/** Reads the settings from an environment. Throws {@link ConfigError}. */
export function readConfig(environment: Environment): Config {
  const { settings: read, unread } = readSecretFiles(environment)
  const given = withoutEmpty(read)
  const settings = given.DEMO === 'public' ? settingsOfPublicDemo(given) : given
  const env = readSettings(settings, unread, environment)
  const production = env.NODE_ENV === 'production'
  const demo = env.DEMO ? env.DEMO !== 'off' : !production && !env.DATABASE_URL
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  return {
    production,
    port: env.PORT,
    // By default only programs on this machine can connect, such as a proxy. HOST opens the server to others.
    host: env.HOST,
    processes: processesOf(env),
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    // Inside DATA_DIR, which differs between two communities that start from the same folder.
    backupDir: resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
    backupWarnDays: env.BACKUP_WARN_DAYS,
    smtpUrl: env.SMTP_URL,
    smtpTls: env.SMTP_TLS,
    mailFrom: env.MAIL_FROM,
    dkim: env.DKIM_KEY ? { keyFile: env.DKIM_KEY, selector: env.DKIM_SELECTOR } : undefined,
    bulkMailsPerHour: env.BULK_MAILS_PER_HOUR,
    bulkMailHours: env.BULK_MAIL_HOURS,
    bulkPushesPerHour: env.BULK_PUSHES_PER_HOUR,
    inbound: inboundOf(env),
    adminEmail: env.ADMIN_EMAIL,
    demo,
    publicDemo: env.DEMO === 'public' ? { resetAt: env.DEMO_RESET } : undefined,
    captcha: env.CAPTCHA,
    staffSecondFactor: {
      // Demo accounts are for everyone to try, so they need no second factor.
      required: env.STAFF_SECOND_FACTOR ? env.STAFF_SECOND_FACTOR === 'on' : !demo,
      graceDays: env.STAFF_SECOND_FACTOR_GRACE_DAYS,
    },
    maxSessions: env.MAX_SESSIONS,
    securityEventDays: env.SECURITY_EVENT_DAYS,
    // While trying the app out, its address should not be buried under request logs.
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    logAddresses: env.LOG_ADDRESSES,
    networkLimits: env.NETWORK_LIMITS,
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    trustProxy: env.TRUST_PROXY,
    metricsTokens: env.METRICS_TOKEN ?? [],
    geocoders: env.GEOCODER,
    geocoderUrl: env.GEOCODER_URL,
    mapLayers: env.MAP_LAYERS,
    streetMap: env.STREET_MAP,
    mapStart: env.MAP_START,
    brandName: env.BRAND_NAME,
    timeZone: env.TIME_ZONE,
    sourceUrl: env.SOURCE_URL,
    updateFile: env.UPDATE_FILE,
    security: securityOf(env),
    stripe: stripeOf(env),
    invoice: invoiceOf(env),
    paypal: paypalOf(env),
    push: pushConfigOf(env, publicUrl),
    webhookOrigins: env.WEBHOOK_ORIGINS,
    identityProviders: providersOf(settings),
    paymentSandbox: env.PAYMENT_SANDBOX ? env.PAYMENT_SANDBOX === 'on' : !production,
    secrets: secretsOf(given),
  }
}
