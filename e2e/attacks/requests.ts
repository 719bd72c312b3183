import { API_BASE } from '#platform/shared/endpoint.ts'

/** A valid HTTP request, and the expected response. */
export interface Attempt {
  what: string
  method?: 'GET' | 'POST' | 'OPTIONS'
  path: string
  headers?: Record<string, string>
  body?: string
  /** Expected statuses behind nginx; `server` if the server alone responds differently. */
  nginx: number[]
  server?: number[]
}

const get = (what: string, path: string, nginx: number[], server?: number[]): Attempt => ({
  what,
  path,
  nginx,
  ...(server && { server }),
})

/** No response may contain a private file or redirect to another site. */
// biome-ignore format: one line an attempt
export const PATHS: Attempt[] = [
  get('dots', '/../../../etc/passwd', [400], [400, 404]),
  get('encoded dots', '/%2e%2e/%2e%2e/etc/passwd', [400], [400, 404]),
  get('encoded dots and slashes', '/assets/..%2f..%2fserver/main.js', [400, 404]),
  get('encoded twice', '/assets/%252e%252e%252fserver%252fmain.js', [404]),
  get('backslashes', '/img/stickers/..%5c..%5c..%5cpackage.json', [400, 404]),
  get('overlong dots', '/assets/%c0%ae%c0%ae/%c0%ae%c0%ae/package.json', [400, 404]),
  get('overlong slash', '/assets/..%c0%af..%c0%afpackage.json', [400, 404]),
  get('NUL', '/img/stickers/axe.svg%00.png', [400], [400, 404]),
  get('NUL at the end', '/favicon.svg%00', [400], [400, 404]),
  get('half a sign', '/assets/%ff%fe', [400, 404]),
  get('half an escape', '/assets/%', [400], [400, 404]),
  get('semicolon', '/assets/..;/..;/server/main.js', [404]),
  get('settings', '/.env', [404]),
  get('repository', '/.git/config', [404]),
  get('the server itself', '/dist/server/main.js', [404]),
  get('packages', '/node_modules/fastify/package.json', [404]),
  get('numbers for Prometheus', '/metrics', [404], [403]),
  get('the same, encoded', '/%6detrics', [404], [403]),
  get('the same, with dot segments', '/x/../metrics', [404], [403, 404]),
  get('the same, with two slashes', '//metrics', [404], [200, 403, 404]),
  get('the same, with a slash: no page of the app', '/metrics/', [404]),
  get('the mailbox of a trial', '/dev/mail', [404]),
  get('the same as JSON', '/dev/mail.json', [404]),
  get('a path that leaves the API', '/api/v1/../../metrics', [404], [403, 404]),
  get('the name of a backup', `${API_BASE}/backups/file?name=../../../../etc/passwd&token=x`, [400, 404, 422]),
  get('a calendar that does not exist', '/calendar/../../etc/passwd.ics', [400, 404]),
  { what: 'the path behind another header', path: '/', headers: { 'x-original-url': '/metrics', 'x-rewrite-url': '/metrics' }, nginx: [200] },
  { what: 'the method behind another header', method: 'POST', path: `${API_BASE}/items`, headers: { 'x-http-method-override': 'GET' }, nginx: [404] },
]

const EVIL = 'evil.example'

/** No response may redirect to another site. */
// biome-ignore format: one line an attempt
export const REDIRECTS: Attempt[] = [
  get('two slashes', `//${EVIL}`, [200, 404]),
  get('two slashes and dots', `//${EVIL}/%2e%2e`, [200, 301, 404]),
  get('encoded slashes', `/%2f%2f${EVIL}`, [404]),
  get('backslash', `/\\${EVIL}`, [404]),
  get('encoded backslash', `/%5c${EVIL}`, [404]),
  get('a line break', `/%0d%0aLocation:%20https://${EVIL}`, [404]),
  get('a login link', `/?lt=x&next=https://${EVIL}&redirect=//${EVIL}`, [200]),
  get('the well-known path to change a password', `/.well-known/change-password?next=//${EVIL}`, [302]),
  get('unsubscribing from mails', `${API_BASE}/mail/unsubscribe?token=//${EVIL}`, [302]),
  get('ending a wish', `${API_BASE}/wishes/unsubscribe?token=%0d%0aX:y`, [302, 422]),
  get('ending the yearly question', `${API_BASE}/letterboxes/stopConfirmation?token=https://${EVIL}`, [302]),
  get('the description of the calls', `/api/docs?url=https://${EVIL}/openapi.json`, [200]),
]

/** Headers with which a visitor pretends to be another host or client. */
export const CLAIMS: Record<string, string>[] = [
  { host: EVIL },
  { 'x-forwarded-host': EVIL },
  { 'x-forwarded-proto': 'http', 'x-forwarded-port': '8080', 'x-forwarded-scheme': 'http' },
  { 'x-forwarded-prefix': `//${EVIL}`, 'x-original-url': `//${EVIL}` },
  { forwarded: `for=127.0.0.1;host=${EVIL};proto=http`, 'x-real-ip': '127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1', 'client-ip': '127.0.0.1', 'true-client-ip': '127.0.0.1' },
  { referer: `https://${EVIL}/`, origin: `https://${EVIL}` },
]

/** Responses that shared caches may keep; they must not contain a visitor's forged headers. */
export const SHARED = [
  '/',
  '/embed',
  '/manifest.webmanifest',
  '/img/previews/map.png',
  `${API_BASE}/config`,
  `${API_BASE}/items`,
  `${API_BASE}/letterboxes/tiles/0/0/0`,
  `${API_BASE}/openapi.json`,
]
