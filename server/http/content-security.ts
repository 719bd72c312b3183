import type { Config } from '../config.ts'

const HTTPS_SECONDS = 31_536_000

/** The security headers of every answer. */
export function contentSecurity(config: Config) {
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
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
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
      ? { maxAge: HTTPS_SECONDS, includeSubDomains: false }
      : false,
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

/** For answers that the framework gives before any hook of ours runs; there is nothing to show. */
export function bareSecurityHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(config.publicUrl.startsWith('https://') && {
      'strict-transport-security': `max-age=${HTTPS_SECONDS}`,
    }),
  }
}
