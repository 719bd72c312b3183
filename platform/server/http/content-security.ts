import { MAP_HOSTS } from '#platform/shared/map-hosts.ts'
import type { Config } from '../config.ts'

const HTTPS_SECONDS = 31_536_000

/** The security headers of every answer. */
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
        // Mantine writes its variables into a style element and Leaflet positions by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapHosts],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
      },
    },
    // The map's image elements alone opt out: tile servers ask for the origin of a page.
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' as const },
    strictTransportSecurity: config.publicUrl.startsWith('https://')
      ? { maxAge: HTTPS_SECONDS, includeSubDomains: config.hstsSubdomains }
      : false,
  }
}

/**
 * Of what no browser shows as a page: numbers, texts, tiles. What is said of pages beyond this (how they share their
 * window, what they prefetch) has no meaning for them, and a tile is asked for by the hundred.
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

/** As PayPal asks for it: https://developer.paypal.com/sdk/js/best-practices */
const PAYPAL_HOSTS = ['https://*.paypal.com', 'https://*.paypalobjects.com']
/** https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  img: ['https://*.stripe.com'],
}

/** Stands in a policy where each answer has a nonce of its own. */
export const NONCE = '{nonce}'

/**
 * The same for the documents in which orders are paid: the payment providers that this community
 * uses, and no other host. Null where there is none, or only the built-in one.
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
          // PayPal's script writes scripts into frames of its own.
          ...(paypal ? [`'nonce-${NONCE}'`] : []),
        ],
        imgSrc: [...directives.imgSrc, ...hosts('img')],
        frameSrc: hosts('frame'),
        connectSrc: [...directives.connectSrc, ...hosts('connect')],
      },
    },
    ...(paypal && {
      // PayPal's window talks to the page that opened it, and is told from where, not which order.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
      referrerPolicy: { policy: 'strict-origin' as const },
    }),
  }
}

/** The same, but for who may frame the page. */
export function framed(security: ReturnType<typeof contentSecurity>) {
  const { contentSecurityPolicy: policy } = security
  return {
    ...security,
    frameguard: false,
    contentSecurityPolicy: {
      ...policy,
      directives: { ...policy.directives, frameAncestors: ['*'] },
    },
  }
}

/** The policy of what is shown by itself and may do nothing at all, such as a drawing that somebody uploaded. */
export const LIFELESS =
  "default-src 'none';base-uri 'none';frame-ancestors 'none';object-src 'none';sandbox"

/** For answers that the framework gives before any hook of ours runs; there is nothing to show. */
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

/** What a device can do and the app has no use for; where one pays, a provider's own frame may ask for the browser's wallet. */
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

/** The header `Permissions-Policy` of pages: what they, and frames within them, may use of the device. */
export const devicePermissions = ({ paying: isPaying }: { paying: boolean }): string =>
  [
    ...UNUSED.map((name) => `${name}=()`),
    'geolocation=(self)',
    ...(isPaying ? [] : ['payment=()']),
  ].join(', ')
