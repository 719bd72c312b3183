import { MAP_HOSTS } from '#platform/shared/map-hosts.ts'
import type { Config } from '../config.ts'

const HTTPS_SECONDS = 31_536_000

/** The security headers of every response. */
export function contentSecurity(config: Config) {
  const mapHosts = config.mapLayers === 'online' ? Object.values(MAP_HOSTS) : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Mantine puts its variables in a style element, and Leaflet positions with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapHosts],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
      },
    },
    // Only the map's image elements opt out, because tile servers require the origin of the page.
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' as const },
    strictTransportSecurity: config.publicUrl.startsWith('https://')
      ? { maxAge: HTTPS_SECONDS, includeSubDomains: config.hstsSubdomains }
      : false,
  }
}

/**
 * Headers for responses that browsers do not show as pages: JSON, texts, tiles. Page-only headers would have no effect,
 * and tiles are requested by the hundred.
 */
export function dataSecurity(config: Config) {
  const { referrerPolicy, crossOriginEmbedderPolicy, frameguard, strictTransportSecurity } =
    contentSecurity(config)
  return {
    referrerPolicy,
    crossOriginEmbedderPolicy,
    frameguard,
    strictTransportSecurity,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

/** Required by PayPal: https://developer.paypal.com/sdk/js/best-practices */
const PAYPAL_HOSTS = ['https://*.paypal.com', 'https://*.paypalobjects.com']
/** https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  img: ['https://*.stripe.com'],
}

/** Placeholder in a policy for the nonce of each response. */
export const NONCE = '{nonce}'

/**
 * The policy for pages on which orders are paid: allows only the payment providers that this community uses. Null if
 * there is none besides the built-in one.
 */
export function paying(security: ReturnType<typeof contentSecurity>, config: Config) {
  const { stripe, paypal } = config
  if (!stripe && !paypal) return null
  const hosts = (of: keyof typeof STRIPE) => [
    ...(stripe ? STRIPE[of] : []),
    ...(paypal ? PAYPAL_HOSTS : []),
  ]
  const { directives } = security.contentSecurityPolicy
  return {
    ...security,
    contentSecurityPolicy: {
      ...security.contentSecurityPolicy,
      directives: {
        ...directives,
        scriptSrc: [
          ...directives.scriptSrc,
          ...hosts('script'),
          // PayPal's script adds scripts to its own frames.
          ...(paypal ? [`'nonce-${NONCE}'`] : []),
        ],
        imgSrc: [...directives.imgSrc, ...hosts('img')],
        frameSrc: hosts('frame'),
        connectSrc: [...directives.connectSrc, ...hosts('connect')],
      },
    },
    ...(paypal && {
      // PayPal's window talks to the page that opened it. It learns the origin, but not which order.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
      referrerPolicy: { policy: 'strict-origin' as const },
    }),
  }
}

/** The same policy, but other sites may frame the page, also those that isolate themselves with an embedder policy. */
export function framed(security: ReturnType<typeof contentSecurity>) {
  const { contentSecurityPolicy: policy } = security
  return {
    ...security,
    frameguard: false,
    // Map hosts have no resource policy, which `require-corp` would ask for.
    crossOriginEmbedderPolicy: { policy: 'credentialless' as const },
    crossOriginResourcePolicy: { policy: 'cross-origin' as const },
    contentSecurityPolicy: {
      ...policy,
      directives: { ...policy.directives, frameAncestors: ['*'] },
    },
  }
}

/** The policy for untrusted content that is opened directly, such as an uploaded drawing: it may do nothing at all. */
export const LIFELESS =
  "default-src 'none';base-uri 'none';frame-ancestors 'none';object-src 'none';sandbox"

/** For responses that the framework sends before any of our hooks run; they contain nothing to show. */
export function bareSecurityHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none';base-uri 'none';frame-ancestors 'none';object-src 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(config.publicUrl.startsWith('https://') && {
      'strict-transport-security': `max-age=${HTTPS_SECONDS}${config.hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}

/** Device features that the app does not use. On payment pages a provider's frame may use the browser's wallet. */
const UNUSED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
]

/** The `Permissions-Policy` header of pages: device features that they and their frames may use. */
export const devicePermissions = ({ paying: isPaying }: { paying: boolean }): string =>
  [
    ...UNUSED.map((name) => `${name}=()`),
    'geolocation=(self)',
    ...(isPaying ? [] : ['payment=()']),
  ].join(', ')
