/** Settings whose whole value is a secret. */
const SECRETS = [
  'METRICS_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'VAPID_PRIVATE_KEY',
  'PGPASSWORD',
]
/** Those whose names a community makes: of each provider that one can log in with. */
const OWN_SECRETS = /^OIDC_\w+_CLIENT_SECRET$/
/** Addresses that may hold a password. */
const ADDRESSES = /(_URL|_API_BASE)$|^(PUSH_SERVICES|INBOUND_MAIL)$/
/** Settings that an error may repeat; what is new is masked until it is put here. */
const HARMLESS =
  /^(NODE_ENV|PORT|HOST|PROCESSES|DATA_DIR|BACKUP_DIR|BACKUP_WARN_DAYS|SMTP_TLS|MAIL_FROM|BULK_\w+|INBOUND_ADDRESS|INBOUND_AUTHSERV_ID|INBOUND_BOUNCES|ADMIN_EMAIL|DEMO|CAPTCHA|STAFF_SECOND_FACTOR\w*|MAX_SESSIONS|SECURITY_EVENT_DAYS|LOG_LEVEL|LOG_ADDRESSES|NETWORK_LIMITS|HSTS_SUBDOMAINS|TRUST_PROXY|GEOCODER|MAP_LAYERS|STREET_MAP|UPDATE_FILE|MAP_START|TIME_ZONE|BRAND_NAME|PAYMENT_SANDBOX|INVOICE_\w+|OIDC_PROVIDERS|PUSH|VAPID_SUBJECT)$/

/** Whether the value of a setting may be a secret, or may have one in it. `PGPASSWORD` is read by the driver alone. */
export const mayHoldSecret = (name: string): boolean =>
  (SECRETS.includes(name) && name !== 'PGPASSWORD') ||
  OWN_SECRETS.test(name) ||
  ADDRESSES.test(name)

const MASK = '***'
/** Shorter ones are in every other word, and masking them would hide nothing. */
const SHORTEST = 4
/** Also of an address that cannot be read: from the first colon to the last @. */
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

/** An address without its password; all of one that cannot be told apart from a password. */
function withoutPassword(address: string): string {
  const at = address.lastIndexOf('@')
  if (at >= 0) {
    const [scheme = ''] = /^[a-z][a-z+.-]*:\/\//i.exec(address) ?? []
    return `${scheme}${MASK}${address.slice(at).replace(/[?#].*$/s, '')}`
  }
  const isPlain = URL.canParse(address) ? !/[?#]/.test(address) : HOST_NAME.test(address)
  return isPlain ? address : MASK
}

/** A setting as an error may repeat it. */
export function shownSetting(name: string, value = ''): string {
  if (HARMLESS.test(name)) return JSON.stringify(value)
  const text = ADDRESSES.test(name) ? withoutPassword(value) : MASK
  return text === MASK ? MASK : JSON.stringify(text)
}

/** Passwords of one address: as it was written, and as it is meant. */
function passwordsOf(address: string): string[] {
  const [, user = '', password = ''] = USER_AND_PASSWORD.exec(address) ?? []
  const url = URL.canParse(address) ? new URL(address) : null
  const queried = ['password', 'sslpassword', 'pass'].map((name) => url?.searchParams.get(name))
  const passwords = [password, url?.password, ...queried].flatMap((each) => each || [])
  // What is no secret anyway: the role, the database and the host of the same address.
  const publicParts = new Set([user, decoded(user), url?.hostname, url?.pathname.slice(1)])
  return passwords.flatMap((each) => [each, decoded(each)]).filter((each) => !publicParts.has(each))
}

/** Everything in the settings that no message may show. */
export function secretsOf(environment: Environment): string[] {
  const secrets = Object.entries(environment).flatMap(([name, value]) => {
    if (!value) return []
    // Two with a comma between while they are rotated: either may stand alone in a message.
    if (SECRETS.includes(name) || OWN_SECRETS.test(name)) {
      return [value, ...value.split(',').map((each) => each.trim())]
    }
    return ADDRESSES.test(name) ? passwordsOf(value) : []
  })
  return [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST)
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A function that puts `***` wherever one of the secrets stands in a text, also inside of JSON. */
export function maskOf(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  if (forms.length === 0) return (text) => text
  // The longest first: one may begin with another.
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(ordered.map(escaped).join('|'), 'g')
  return (text) => text.replace(pattern, MASK)
}
