/** Settings whose whole value is a secret. */
const SECRETS = [
  'METRICS_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'VAPID_PRIVATE_KEY',
  'PGPASSWORD',
]
/** Client secrets of login providers, whose names the community chooses. */
const OWN_SECRETS = /^OIDC_\w+_CLIENT_SECRET$/
/** URLs that may contain a password. */
const ADDRESSES = /(_URL|_API_BASE)$|^(PUSH_SERVICES|WEBHOOK_ORIGINS|INBOUND_MAIL)$/
/** Settings that an error message may repeat. New ones are masked until they are listed here. */
const HARMLESS =
  /^(NODE_ENV|PORT|HOST|PROCESSES|DATA_DIR|BACKUP_DIR|BACKUP_WARN_DAYS|SMTP_TLS|MAIL_FROM|BULK_\w+|INBOUND_ADDRESS|INBOUND_AUTHSERV_ID|INBOUND_BOUNCES|ADMIN_EMAIL|DEMO|DEMO_RESET|CAPTCHA|STAFF_SECOND_FACTOR\w*|MAX_SESSIONS|SECURITY_EVENT_DAYS|LOG_LEVEL|LOG_ADDRESSES|NETWORK_LIMITS|HSTS_SUBDOMAINS|TRUST_PROXY|GEOCODER|MAP_LAYERS|STREET_MAP|UPDATE_FILE|MAP_START|TIME_ZONE|BRAND_NAME|PAYMENT_SANDBOX|INVOICE_\w+|OIDC_PROVIDERS|PUSH|VAPID_SUBJECT)$/

/** Whether a setting may contain a secret. `PGPASSWORD` is only read by the driver. */
export const mayHoldSecret = (name: string): boolean =>
  (SECRETS.includes(name) && name !== 'PGPASSWORD') ||
  OWN_SECRETS.test(name) ||
  ADDRESSES.test(name)

const MASK = '***'
/** Shorter secrets appear in ordinary words; masking them would hide nothing. */
const SHORTEST = 4
/** Also matches an invalid URL: from the first colon to the last @. */
const USER_AND_PASSWORD = /^[a-z][a-z+.-]*:\/*([^:@/]*):(.*)@/is
const HOST_NAME = /^[a-z\d]+([.-][a-z\d]+)*$/i

type Environment = Record<string, string | undefined>

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A URL without its password. If the password cannot be located, everything is hidden. */
function withoutPassword(address: string): string {
  const at = address.lastIndexOf('@')
  if (at >= 0) {
    const [scheme = ''] = /^[a-z][a-z+.-]*:\/\//i.exec(address) ?? []
    return `${scheme}${MASK}${address.slice(at).replace(/[?#].*$/s, '')}`
  }
  const isPlain = URL.canParse(address) ? !/[?#]/.test(address) : HOST_NAME.test(address)
  return isPlain ? address : MASK
}

/** A setting in the form that an error message may show. */
export function shownSetting(name: string, value = ''): string {
  if (HARMLESS.test(name)) return JSON.stringify(value)
  const text = ADDRESSES.test(name) ? withoutPassword(value) : MASK
  return text === MASK ? MASK : JSON.stringify(text)
}

/** The passwords in a URL: as written and decoded. */
function passwordsOf(address: string): string[] {
  const [, user = '', password = ''] = USER_AND_PASSWORD.exec(address) ?? []
  const url = URL.canParse(address) ? new URL(address) : null
  const queried = ['password', 'sslpassword', 'pass'].map((name) => url?.searchParams.get(name))
  const passwords = [password, url?.password, ...queried].flatMap((each) => each || [])
  // Parts of the URL that are public: role, database and host.
  const publicParts = new Set([user, decoded(user), url?.hostname, url?.pathname.slice(1)])
  return passwords.flatMap((each) => [each, decoded(each)]).filter((each) => !publicParts.has(each))
}

/** All secrets in the settings that no message may contain. */
export function secretsOf(environment: Environment): string[] {
  const secrets = Object.entries(environment).flatMap(([name, value]) => {
    if (!value) return []
    // During rotation there are two, separated by a comma; each may appear alone in a message.
    if (SECRETS.includes(name) || OWN_SECRETS.test(name)) {
      return [value, ...value.split(',').map((each) => each.trim())]
    }
    return ADDRESSES.test(name) ? passwordsOf(value) : []
  })
  return [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST)
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Returns a function that replaces every secret in a text with `***`, also within JSON. */
export function maskOf(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  if (forms.length === 0) return (text) => text
  // Longest first, since one secret may start with another.
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(ordered.map(escaped).join('|'), 'g')
  return (text) => text.replace(pattern, MASK)
}
