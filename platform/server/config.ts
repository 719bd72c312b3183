import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { isQRIBAN } from 'swissqrbill/utils'
import type { MapStart } from '#platform/shared/config.ts'
import type { NetworkLimits } from './identity/network-limits.ts'
import {
  type IdentityProviderConfig,
  identityProvidersOf,
  oidcSettingNames,
} from './identity-providers.config.ts'
import { type InboundConfig, inboundConfigOf } from './inbound.config.ts'
import { secretsOf, shownSetting } from './masking.ts'
import { type PushConfig, pushConfigOf } from './push.config.ts'
import { withSecretFiles } from './secret-files.ts'
import type { Hours, TrustProxy } from './setting-schemas.ts'
import { misspeltSettings, wordsOfIssue, wordsOfMisspelt } from './setting-words.ts'
import { SETTING_NAMES, type Settings, settingsSchema } from './settings.ts'
import { isThisMachine } from './this-machine.ts'

/** Where money moves; `https://api-m.sandbox.paypal.com` is its sandbox. */
const PAYPAL = 'https://api-m.paypal.com'

/** Who writes invoices, and where they are paid to. */
export interface InvoiceConfig {
  name: string
  address: string
  postcode: string
  city: string
  country: string
  iban: string
  /** For euros from abroad; undefined where there is only a QR-IBAN, which no bank abroad knows. */
  sepaIban: string | undefined
  bic: string | undefined
}

export interface SecurityConfig {
  /** `mailto:` or `https:` */
  contact: string
  /** What somebody who looks for holes may do, and what happens then. */
  policy: string | undefined
}

export interface StaffSecondFactorConfig {
  /** Whether those with tasks have to prove themselves twice. */
  required: boolean
  /** Days that somebody has for that from their first task on, and all from the update on that brought it. */
  graceDays: number
}

export interface Config {
  production: boolean
  port: number
  host: string
  /** How many processes answer on that port. */
  processes: number
  /** Origin of links in mails; never taken from a request. No trailing slash. */
  publicUrl: string
  dataDir: string
  /** Undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** Where `npm run backup` and the back office keep backups. */
  backupDir: string
  /** The back office warns when the newest backup is older than so many days; 0: never. */
  backupWarnDays: number
  /** Undefined: mails go to the local mailbox. */
  smtpUrl: string | undefined
  /** Whether the mail server has to speak TLS; undefined: unless it is on this machine. */
  smtpTls: 'required' | 'offered' | undefined
  mailFrom: string
  /** With which key mails are signed, and under which name it is published; undefined: the mail server may sign. */
  dkim: { keyFile: string; selector: string } | undefined
  /** How many mails to many, announcements and neighbourhood mails, are sent in an hour. */
  bulkMailsPerHour: number
  /** In which hours of the community's day they are sent; null: in all. */
  bulkMailHours: Hours | null
  /** How many people are told of an announcement on their devices in an hour. */
  bulkPushesPerHour: number
  /** Undefined: nobody can reply to our mails, and none comes back. */
  inbound: InboundConfig | undefined
  adminEmail: string | undefined
  demo: boolean
  captcha: boolean
  logLevel: string
  /** Whether the log says from which address each request came. */
  logAddresses: boolean
  /** Browsers ask every name below our own by https alone. */
  hstsSubdomains: boolean
  /** As the framework wants it: whom to believe about X-Forwarded-For. */
  trustProxy: TrustProxy
  /** How much may come from one network. */
  networkLimits: NetworkLimits
  /** What Prometheus shows, wherever it asks from: none, one, or two while it is rotated. */
  metricsTokens: readonly string[]
  geocoder: 'offline' | 'photon' | 'nominatim' | 'swisstopo'
  geocoderUrl: string | undefined
  mapLayers: 'online' | 'offline'
  /** PMTiles files as they were named, the first before the others; empty for none. */
  streetMap: string[]
  /** Where the map opens; undefined: where the letterboxes are. */
  mapStart: MapStart | undefined
  brandName: string
  /** Where the community lives: calendar dates begin at its midnight. */
  timeZone: string
  /** Where the source code of this app, with its changes, is to be had. */
  sourceUrl: string | undefined
  /** The checksums of the newest release, which the operator fetches; undefined: nobody wants to know. */
  updateFile: string | undefined
  /** Whom a hole in this installation is told to, as URLs; undefined: nobody is named. */
  security: SecurityConfig | undefined
  /** The built-in test provider, which moves no money; in production only where it was named. */
  paymentSandbox: boolean
  /** Undefined: nothing can be paid by invoice. */
  invoice: InvoiceConfig | undefined
  /** Card payments by Stripe; undefined without its keys. */
  stripe:
    | {
        secretKey: string
        publishableKey: string
        /** Two while it is rotated. */
        webhookSecrets: readonly string[]
        /** Of a test server; Stripe's own where undefined. */
        apiBase: string | undefined
      }
    | undefined
  /** PayPal; undefined without its keys. */
  paypal: PayPalConfig | undefined
  push: PushConfig
  staffSecondFactor: StaffSecondFactorConfig
  /** Where people have accounts that they can log in with; empty: only here. */
  identityProviders: readonly IdentityProviderConfig[]
  /** In how many browsers an account can be logged in at once. */
  maxSessions: number
  /** For how many days is kept what happened to an account. */
  securityEventDays: number
  /** What no message may show: passwords, tokens and keys among the settings. */
  secrets: readonly string[]
}

export interface PayPalConfig {
  clientId: string
  clientSecret: string
  /** Of the webhook that was set up at PayPal, two while it is rotated: what it tells is verified for these alone. */
  webhookIds: readonly string[]
  /** PayPal itself, its sandbox or a test server; no trailing slash. */
  apiBase: string
}

/** Settings that cannot be used; its message has a line for each, a sentence for the person who set it. */
export class ConfigError extends Error {}

/** Whether mails are kept and shown at `/dev/mail` instead of being sent. */
export function hasLocalMailbox(config: Pick<Config, 'production' | 'smtpUrl'>): boolean {
  return !config.production && !config.smtpUrl
}

/** Whether visitors come without encryption from other machines. */
export function hasPasswordsInTheClear({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !isThisMachine(hostname)
}

/** All three keys of Stripe, or none: with some of them payments would begin and never be settled. */
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

/** All of PayPal, or nothing, as with Stripe. */
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

/** All of a seller, or nothing: half an invoice is none. */
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

/** All of it, or nothing. */
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

/** Past it PostgreSQL and the memory of the machine are what counts: more have to be asked for. */
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

/** The settings that are not empty, with those of files. Throws {@link ConfigError}. */
export function settingsOf(environment: Environment): Environment {
  try {
    return Object.fromEntries(
      Object.entries(withSecretFiles(environment)).filter(([, value]) => value),
    )
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

/** Names that are nearly the one of a setting, with the setting that was meant. */
export const misspeltIn = (environment: Environment) =>
  misspeltSettings(environment, [...SETTING_NAMES, ...oidcSettingNames(environment)])

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

/** Settings that belong together. Each throws where they do not fit. */
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

/** The settings as they can be used. Throws {@link ConfigError} with everything that cannot. */
function readSettings(settings: Environment, environment: Environment): Settings {
  const parsed = settingsSchema.safeParse(settings, { error: wordsOfIssue })
  const issues = parsed.success ? [] : parsed.error.issues
  // Of several about one value the first one is said.
  const unusable = new Map(
    issues.map(({ path, message }) => [String(path[0]), message] as const).reverse(),
  )
  const rest = Object.entries(settings).filter(([name]) => !unusable.has(name))
  const usable = parsed.success ? parsed : settingsSchema.safeParse(Object.fromEntries(rest))
  if (!usable.success) throw usable.error
  const values = [...unusable]
    .reverse()
    .map(([name, why]) => `${name}=${shownSetting(name, settings[name])} cannot be used: ${why}.`)
  // What is missing beside a value that cannot be used says nothing new.
  const together = TOGETHER.flatMap((check) =>
    problemOf(() => check(usable.data, settings)),
  ).filter((problem) => ![...unusable.keys()].some((name) => problem.includes(name)))
  const problems = [...values, ...together]
  if (problems.length === 0) return usable.data
  const misspelt = misspeltIn(environment).map(wordsOfMisspelt)
  throw new ConfigError([...problems, ...misspelt].join('\n'))
}

/** Reads the settings from an environment. Throws {@link ConfigError}. */
export function readConfig(environment: Environment): Config {
  const settings = settingsOf(environment)
  const env = readSettings(settings, environment)
  const production = env.NODE_ENV === 'production'
  const demo = env.DEMO ? env.DEMO === 'on' : !production && !env.DATABASE_URL
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  return {
    production,
    port: env.PORT,
    // Nobody else gets there by accident: a proxy on this machine does, or whoever sets HOST.
    host: env.HOST,
    processes: processesOf(env),
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    // Of this community alone: two that are started from one folder have different DATA_DIR.
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
    captcha: env.CAPTCHA,
    staffSecondFactor: {
      // The accounts of the made-up community are for everybody to try.
      required: env.STAFF_SECOND_FACTOR ? env.STAFF_SECOND_FACTOR === 'on' : !demo,
      graceDays: env.STAFF_SECOND_FACTOR_GRACE_DAYS,
    },
    maxSessions: env.MAX_SESSIONS,
    securityEventDays: env.SECURITY_EVENT_DAYS,
    // Whoever tries the app out wants to read the address, not each request.
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    logAddresses: env.LOG_ADDRESSES,
    networkLimits: env.NETWORK_LIMITS,
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    trustProxy: env.TRUST_PROXY,
    metricsTokens: env.METRICS_TOKEN ?? [],
    geocoder: env.GEOCODER,
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
    identityProviders: providersOf(settings),
    paymentSandbox: env.PAYMENT_SANDBOX ? env.PAYMENT_SANDBOX === 'on' : !production,
    secrets: secretsOf(settings),
  }
}
