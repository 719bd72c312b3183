import type { RawRequest } from '../testing/raw-request.ts'

/** On every answer, but for the parts that a route replaces. */
const POLICY =
  "Content-Security-Policy: default-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';object-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob: https:;font-src 'self';connect-src 'self';worker-src 'self' blob:;manifest-src 'self'"
const FRAME = 'X-Frame-Options: DENY'
export const HTTPS = 'Strict-Transport-Security: max-age=31536000'
const OTHERS = [
  'Cross-Origin-Opener-Policy: same-origin',
  'Cross-Origin-Resource-Policy: same-origin',
  'Origin-Agent-Cluster: ?1',
  'Referrer-Policy: no-referrer',
  'X-Content-Type-Options: nosniff',
  'X-DNS-Prefetch-Control: off',
  'X-Download-Options: noopen',
  'X-Request-Id: (12 signs)',
  'X-Permitted-Cross-Domain-Policies: none',
  'X-XSS-Protection: 0',
]
export const ALL = [POLICY, FRAME, ...OTHERS]
/** On calls and what machines ask: nothing that a browser shows as a page. */
export const DATA = [
  "Content-Security-Policy: default-src 'none';frame-ancestors 'none'",
  FRAME,
  'Cross-Origin-Resource-Policy: same-origin',
  'Referrer-Policy: no-referrer',
  'X-Content-Type-Options: nosniff',
  'X-Request-Id: (12 signs)',
]
export const ALONE = ['Connection: close']
export const LENGTH = 'content-length: (bytes of the body)'
const CHUNKED = 'Transfer-Encoding: chunked'
const JSON_TYPE = 'content-type: application/json; charset=utf-8'
const HTML = 'content-type: text/html; charset=utf-8'
const PRIVATE = 'cache-control: no-store'
const VARIES = 'vary: accept-encoding'
const GZIP = 'content-encoding: gzip'
export const smallName = (line: string) => line.replace(/^[^:]+/, (name) => name.toLowerCase())
export const limited = (max: number, remaining = max - 1) => [
  `x-ratelimit-limit: ${max}`,
  `x-ratelimit-remaining: ${remaining}`,
  'x-ratelimit-reset: (seconds)',
]
export const REFUSED = [...ALL, ...ALONE, PRIVATE, JSON_TYPE, LENGTH]
export const REFUSED_DATA = [...DATA, ...ALONE, PRIVATE, JSON_TYPE, LENGTH]
export const REFUSED_CALL = [...REFUSED_DATA, ...limited(900)]
const PAGE = ['cache-control: no-cache', 'etag: "(22 signs)"', HTML]
const FILE = [...ALL, ...ALONE, 'accept-ranges: bytes', 'last-modified: (time of the file)']
const ASSET = [...FILE, VARIES, 'cache-control: public, max-age=31536000, immutable']
const SCRIPT = 'content-type: application/javascript; charset=utf-8'
const STICKER = [
  ...DATA,
  ...ALONE,
  'accept-ranges: bytes',
  'last-modified: (time of the file)',
  'cache-control: public, max-age=604800',
]
const SVG = 'content-type: image/svg+xml'
const TILE = [
  ...DATA,
  ...ALONE,
  'cache-control: public, max-age=15, stale-while-revalidate=60',
  VARIES,
]
const STREETS = [
  ...ALL,
  ...ALONE,
  ...limited(3000),
  'cache-control: public, max-age=86400, stale-while-revalidate=604800',
  VARIES,
]
const MVT = 'content-type: application/vnd.mapbox-vector-tile'
const DOCS =
  "content-security-policy: default-src 'self'; base-uri 'self'; font-src 'self' https: data:; frame-ancestors 'none'; img-src 'self' data: validator.swagger.io; object-src 'none'; script-src 'self' ; script-src-attr 'none'; style-src 'self' https: ;"
const MAILBOX =
  "content-security-policy: default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"

const gzip = { 'accept-encoding': 'gzip' }
const brotli = { 'accept-encoding': 'br' }
const json = { 'content-type': 'application/json' }
const part = { range: 'bytes=0-9' }
const lately = { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }
export const own = { authorization: 'Bearer (token)' }
export const METRICS_TOKEN = 'a-token-for-prometheus'
const SCRIPT_URL = '/assets/app-abc.js'
const AXE = '/img/stickers/axe.svg'
const WORLD = '/api/v1/letterboxes/tiles/0/0/0'
const STREET_TILE = '/basemap/streets/0/0/0.mvt'
const LIST = '/api/v1/letterboxes/geojson?north_east=48,9&south_west=47,8'
const UPDATE = { method: 'POST', url: '/api/v1/privacy/update' }

/** What is asked, and its answer; `(words)` stand for what differs from run to run. */
type Row = [name: string, ask: RawRequest | string, status: number, headers: string[]]

export const ROWS: Row[] = [
  ['a page', '/', 200, [...ALL, ...ALONE, ...PAGE, LENGTH, 'vary: accept-language']],
  [
    'a compressed page',
    { url: '/map', headers: gzip },
    200,
    [...ALL, ...ALONE, ...PAGE, LENGTH, GZIP, 'vary: accept-language, accept-encoding'],
  ],
  [
    'the head of a page',
    { method: 'HEAD', url: '/' },
    200,
    [...ALL, ...ALONE, ...PAGE, 'content-length: (bytes of it)', 'vary: accept-language'],
  ],
  [
    'the page that others may frame',
    '/embed',
    200,
    [
      POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *'),
      ...OTHERS,
      ...ALONE,
      ...PAGE,
      LENGTH,
      'vary: accept-language',
    ],
  ],
  [
    'the page on which one pays, where nobody else takes the money',
    '/order/payment?orderId=x',
    200,
    [...ALL, ...ALONE, ...PAGE, LENGTH, 'vary: accept-language'],
  ],
  ['a file', SCRIPT_URL, 200, [...ASSET, SCRIPT, LENGTH, 'etag: W/"ed8-(time)"']],
  [
    'a file compressed beforehand',
    { url: SCRIPT_URL, headers: gzip },
    200,
    [...ASSET, SCRIPT, GZIP, LENGTH, 'etag: W/"45-(time)"'],
  ],
  [
    'a file compressed now',
    { url: SCRIPT_URL, headers: brotli },
    200,
    [...ASSET, SCRIPT, 'content-encoding: br', CHUNKED, 'etag: W/"ed8-(time)"'],
  ],
  [
    'a file that is known',
    { url: SCRIPT_URL, headers: lately },
    304,
    [...ASSET, 'etag: W/"ed8-(time)"'],
  ],
  [
    'a part of a file',
    { url: SCRIPT_URL, headers: part },
    206,
    [...ASSET, SCRIPT, LENGTH, 'content-range: bytes 0-9/3800', 'etag: W/"ed8-(time)"'],
  ],
  [
    'a file that may change',
    '/favicon.svg',
    200,
    [...FILE, VARIES, 'cache-control: no-cache', SVG, LENGTH, 'etag: W/"6-(time)"'],
  ],
  ['a sticker', AXE, 200, [...STICKER, SVG, LENGTH, 'etag: W/"227-(time)"']],
  [
    'a compressed sticker',
    { url: AXE, headers: gzip },
    200,
    [...STICKER, SVG, GZIP, VARIES, LENGTH, 'etag: W/"227-(time)"'],
  ],
  [
    'a sticker compressed best',
    { url: AXE, headers: { 'accept-encoding': 'gzip, deflate, br' } },
    200,
    [...STICKER, SVG, 'content-encoding: br', VARIES, LENGTH, 'etag: W/"227-(time)"'],
  ],
  [
    'a sticker compressed the old way',
    { url: AXE, headers: { 'accept-encoding': 'deflate' } },
    200,
    [...STICKER, SVG, 'content-encoding: deflate', VARIES, CHUNKED, 'etag: W/"227-(time)"'],
  ],
  [
    'the head of a sticker',
    { method: 'HEAD', url: AXE },
    200,
    [...STICKER, SVG, 'content-length: (bytes of it)', 'etag: W/"227-(time)"'],
  ],
  [
    'a sticker that is known',
    { url: AXE, headers: { 'if-none-match': '*' } },
    304,
    [...STICKER, 'etag: W/"227-(time)"'],
  ],
  [
    'a sticker known by its time',
    { url: AXE, headers: { ...lately, ...gzip } },
    304,
    // The framework's compression does not look at the status.
    [...STICKER, GZIP, VARIES, 'etag: W/"227-(time)"'],
  ],
  [
    'a part of a sticker',
    { url: AXE, headers: part },
    206,
    [...STICKER, SVG, LENGTH, 'content-range: bytes 0-9/551', 'etag: W/"227-(time)"'],
  ],
  ['a part behind its end', { url: AXE, headers: { range: 'bytes=9999-' } }, 400, REFUSED_DATA],
  [
    'another sticker than asked for',
    { url: AXE, headers: { 'if-match': '"x"' } },
    400,
    REFUSED_DATA,
  ],
  ['no sticker', '/img/stickers/none.svg', 404, REFUSED_DATA],
  ['no file', { url: '/none.js', headers: gzip }, 404, REFUSED],
  ['the folder of stickers', '/img/stickers/', 400, REFUSED_DATA],
  ['a file beside the stickers', '/img/stickers/..%2fpackage.json', 404, REFUSED_DATA],
  ['a tile', WORLD, 200, [...TILE, JSON_TYPE, LENGTH, 'etag: "(sha1 of the body)"']],
  ['a hot tile', WORLD, 200, [...TILE, JSON_TYPE, LENGTH, 'etag: "(sha1 of the body)"']],
  [
    'a compressed tile',
    { url: WORLD, headers: gzip },
    200,
    [...TILE, GZIP, JSON_TYPE, LENGTH, 'etag: "(27 signs)-gzip"'],
  ],
  [
    'a compressed hot tile',
    { url: WORLD, headers: gzip },
    200,
    [...TILE, GZIP, JSON_TYPE, LENGTH, 'etag: "(27 signs)-gzip"'],
  ],
  [
    'a tile that is known',
    { url: WORLD, headers: { 'if-none-match': '*' } },
    304,
    [...TILE, 'etag: "(27 signs)"'],
  ],
  [
    'the head of a tile',
    { method: 'HEAD', url: WORLD },
    200,
    [...TILE, JSON_TYPE, 'content-length: (bytes of it)', 'etag: "(27 signs)"'],
  ],
  [
    'the head of a compressed tile',
    { method: 'HEAD', url: WORLD, headers: gzip },
    200,
    [...TILE, GZIP, JSON_TYPE, 'content-length: (bytes of it)', 'etag: "(27 signs)-gzip"'],
  ],
  ['no tile', '/api/v1/letterboxes/tiles/0/9/0', 400, REFUSED_DATA],
  [
    'a street tile',
    { url: STREET_TILE, headers: gzip },
    200,
    [...STREETS, GZIP, MVT, LENGTH, 'etag: "(sha1 of the body)"'],
  ],
  [
    'a street tile for whoever takes another compression best',
    { url: STREET_TILE, headers: { 'accept-encoding': 'br, gzip;q=0.5' } },
    200,
    [...STREETS, GZIP, MVT, LENGTH, 'etag: "(sha1 of the body)"'],
  ],
  [
    'a street tile for whoever takes plain bytes',
    STREET_TILE,
    200,
    [...STREETS, MVT, LENGTH, 'etag: "(27 signs)-identity"'],
  ],
  [
    'a street tile that is known',
    { url: STREET_TILE, headers: { ...gzip, 'if-none-match': '*' } },
    304,
    [...STREETS, 'etag: "(27 signs)"'],
  ],
  [
    'the head of a street tile',
    { method: 'HEAD', url: STREET_TILE, headers: gzip },
    200,
    [...STREETS, GZIP, MVT, 'content-length: (bytes of it)', 'etag: "(27 signs)"'],
  ],
  ['a street tile without streets', '/basemap/streets/1/0/0.mvt', 204, STREETS],
  ['no street tile', '/basemap/streets/1/2/0.mvt', 400, [...REFUSED, ...limited(3000)]],
  [
    'where there are streets',
    '/basemap/streets.json',
    200,
    [
      ...ALL,
      ...ALONE,
      ...limited(3000),
      'cache-control: public, max-age=60',
      VARIES,
      JSON_TYPE,
      LENGTH,
      'etag: W/"(27 signs)"',
    ],
  ],
  [
    'an answer',
    '/api/v1/items',
    200,
    [
      ...DATA,
      ...ALONE,
      ...limited(900),
      'cache-control: public, max-age=60',
      JSON_TYPE,
      VARIES,
      LENGTH,
      'etag: W/"(27 signs)"',
    ],
  ],
  [
    'a small answer',
    '/api/v1/config',
    200,
    [...DATA, ...ALONE, ...limited(900), JSON_TYPE, LENGTH],
  ],
  [
    'a compressed answer',
    { url: LIST, headers: gzip },
    200,
    [
      ...DATA,
      ...ALONE,
      ...limited(60),
      'cache-control: public, max-age=60',
      'content-type: application/geo+json; charset=utf-8',
      VARIES,
      GZIP,
      LENGTH,
    ],
  ],
  [
    'the head of an answer',
    { method: 'HEAD', url: '/api/v1/items', headers: gzip },
    200,
    [
      ...DATA,
      ...ALONE,
      ...limited(900),
      'cache-control: public, max-age=60',
      JSON_TYPE,
      VARIES,
      'content-length: (bytes of it)',
      'etag: W/"(27 signs)"',
    ],
  ],
  ['an own answer', { url: '/api/v1/users/userinfo', headers: own }, 200, REFUSED_CALL],
  ['a change', { ...UPDATE, headers: { ...own, ...json }, body: '{}' }, 200, REFUSED_CALL],
  ['a stranger', '/api/v1/users/userinfo', 401, REFUSED_CALL],
  ['a wrong query', '/api/v1/letterboxes/geojson?limit=x', 400, [...REFUSED_DATA, ...limited(60)]],
  [
    'a broken body',
    { ...UPDATE, headers: { ...own, ...json }, body: '{' },
    400,
    [...REFUSED_CALL.filter((line) => !ALONE.includes(line)), 'connection: close'],
  ],
  [
    'a wrong field',
    { ...UPDATE, headers: { ...own, ...json }, body: '{"show_name":"yes"}' },
    422,
    REFUSED_CALL,
  ],
  [
    'another format',
    { ...UPDATE, headers: { ...own, 'content-type': 'text/plain' }, body: 'x' },
    415,
    REFUSED_CALL,
  ],
  ['an unknown call', '/api/v1/nothing', 404, REFUSED_DATA],
  ['another method', { method: 'DELETE', url: '/api/v1/items' }, 404, REFUSED_DATA],
  ['what may be called', { method: 'OPTIONS', url: '/api/v1/items' }, 404, REFUSED_DATA],
  ['what may be done with a page', { method: 'OPTIONS', url: '/' }, 404, REFUSED],
  [
    'a path that cannot be decoded',
    '/api/v1/%E0%A4%A',
    400,
    [
      'X-Request-Id: (12 signs)',
      "content-security-policy: default-src 'none';frame-ancestors 'none'",
      'referrer-policy: no-referrer',
      'x-content-type-options: nosniff',
      'x-frame-options: DENY',
      ...ALONE,
      PRIVATE,
      JSON_TYPE,
      LENGTH,
    ],
  ],
  ['life', '/healthz', 200, [...DATA, ...ALONE, JSON_TYPE, LENGTH]],
  ['readiness', '/readyz', 200, [...DATA, ...ALONE, JSON_TYPE, LENGTH]],
  [
    'metrics',
    { url: '/metrics', headers: { ...gzip, authorization: `Bearer ${METRICS_TOKEN}` } },
    200,
    [
      ...DATA,
      ...ALONE,
      PRIVATE,
      'content-type: text/plain; version=0.0.4; charset=utf-8',
      VARIES,
      GZIP,
      CHUNKED,
    ],
  ],
  [
    'the description of the calls',
    { url: '/api/docs', headers: gzip },
    200,
    [DOCS, FRAME, ...OTHERS, ...ALONE, ...limited(900), HTML, LENGTH],
  ],
  [
    'a file that it has not',
    '/api/docs/static/none.css',
    404,
    [DOCS, FRAME, ...OTHERS, ...ALONE, ...limited(900), PRIVATE, JSON_TYPE, LENGTH],
  ],
  [
    'the calls as OpenAPI',
    { url: '/api/v1/openapi.json', headers: gzip },
    200,
    [...DATA, ...ALONE, ...limited(900), JSON_TYPE, VARIES, GZIP, CHUNKED],
  ],
  [
    'the manifest',
    { url: '/manifest.webmanifest', headers: gzip },
    200,
    [
      ...ALL,
      ...ALONE,
      'cache-control: no-cache',
      'vary: accept-language',
      'content-type: application/manifest+json; charset=utf-8',
      LENGTH,
    ],
  ],
  [
    'a preview',
    { url: '/img/previews/map.png', headers: gzip },
    200,
    [
      ...ALL,
      ...ALONE,
      ...limited(120),
      'cache-control: public, max-age=3600',
      'etag: "(22 signs)"',
      'content-type: image/png',
      LENGTH,
    ],
  ],
  [
    'the local mailbox',
    { url: '/dev/mail', headers: gzip },
    200,
    [MAILBOX, FRAME, ...OTHERS, ...ALONE, ...limited(900), PRIVATE, HTML, VARIES, GZIP, LENGTH],
  ],
  [
    'live events',
    { url: '/api/v1/events', headers: own },
    200,
    [
      ...DATA.map(smallName),
      ...ALONE,
      ...limited(60),
      'content-type: text/event-stream; charset=utf-8',
      'cache-control: no-store, no-transform',
      'x-accel-buffering: no',
      CHUNKED,
    ],
  ],
]
