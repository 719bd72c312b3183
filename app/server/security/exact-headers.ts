import type { RawRequest } from '../testing/raw-request.ts'

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

/** The requests, in order; `exact-headers.txt` has the responses. */
export const ASKED: readonly [name: string, ask: RawRequest | string][] = [
  ['a page', '/'],
  ['a compressed page', { url: '/map', headers: gzip }],
  ['the head of a page', { method: 'HEAD', url: '/' }],
  ['the page that others may frame', '/embed'],
  ['the payment page without an external provider', '/order/payment?orderId=x'],
  ['a file', SCRIPT_URL],
  ['a file compressed beforehand', { url: SCRIPT_URL, headers: gzip }],
  ['a file compressed now', { url: SCRIPT_URL, headers: brotli }],
  ['a file that the client has', { url: SCRIPT_URL, headers: { 'if-none-match': '*' } }],
  ['a file of which the client knows only the date', { url: SCRIPT_URL, headers: lately }],
  ['a part of a file', { url: SCRIPT_URL, headers: part }],
  ['a file of a worker', '/assets/painter.worker-abc.js'],
  ['a path of a file that does not exist', '/assets/none.js'],
  ['a page below a folder of files', '/assets/none?a=b.js'],
  ['a piece of the map', '/basemap/index.json'],
  ['a file that may change', '/favicon.svg'],
  ['the start of the documentation', '/help/'],
  ['the documentation without its slash', '/help'],
  ['a page of the documentation', '/help/index.html'],
  ['a file of the documentation', '/help/assets/app.abc.js'],
  ['no page of the documentation', '/help/none.html'],
  ['a sticker', AXE],
  ['a compressed sticker', { url: AXE, headers: gzip }],
  [
    'a sticker for a client that accepts brotli',
    { url: AXE, headers: { 'accept-encoding': 'gzip, deflate, br' } },
  ],
  [
    'a sticker for a client that accepts only deflate',
    { url: AXE, headers: { 'accept-encoding': 'deflate' } },
  ],
  ['the head of a sticker', { method: 'HEAD', url: AXE }],
  ['a sticker that the client has', { url: AXE, headers: { 'if-none-match': '*' } }],
  [
    'a sticker of which the client knows only the date',
    { url: AXE, headers: { ...lately, ...gzip } },
  ],
  ['a part of a sticker', { url: AXE, headers: part }],
  ['a part behind the end of a sticker', { url: AXE, headers: { range: 'bytes=9999-' } }],
  [
    'another version of a sticker than the client requires',
    { url: AXE, headers: { 'if-match': '"x"' } },
  ],
  ['no sticker', '/img/stickers/none.svg'],
  ['no file', { url: '/none.js', headers: gzip }],
  ['the folder of stickers', '/img/stickers/'],
  ['a file beside the stickers', '/img/stickers/..%2fpackage.json'],
  ['a tile', WORLD],
  ['a hot tile', WORLD],
  ['a compressed tile', { url: WORLD, headers: gzip }],
  ['a compressed hot tile', { url: WORLD, headers: gzip }],
  ['a tile that the client has', { url: WORLD, headers: { 'if-none-match': '*' } }],
  ['the head of a tile', { method: 'HEAD', url: WORLD }],
  ['the head of a compressed tile', { method: 'HEAD', url: WORLD, headers: gzip }],
  ['no tile', '/api/v1/letterboxes/tiles/0/9/0'],
  ['a street tile', { url: STREET_TILE, headers: gzip }],
  [
    'a street tile for a client that prefers another compression',
    { url: STREET_TILE, headers: { 'accept-encoding': 'br, gzip;q=0.5' } },
  ],
  ['a street tile for a client without compression', STREET_TILE],
  [
    'a street tile that the client has',
    { url: STREET_TILE, headers: { ...gzip, 'if-none-match': '*' } },
  ],
  ['the head of a street tile', { method: 'HEAD', url: STREET_TILE, headers: gzip }],
  ['a street tile without streets', '/basemap/streets/1/0/0.mvt'],
  ['no street tile', '/basemap/streets/1/2/0.mvt'],
  ['where there are streets', '/basemap/streets.json'],
  ['an answer', '/api/v1/items'],
  ['a small answer', '/api/v1/config'],
  ['a compressed answer', { url: LIST, headers: gzip }],
  ['the head of an answer', { method: 'HEAD', url: '/api/v1/items', headers: gzip }],
  ['an own answer', { url: '/api/v1/users/userinfo', headers: own }],
  ['a change', { ...UPDATE, headers: { ...own, ...json }, body: '{}' }],
  ['a stranger', '/api/v1/users/userinfo'],
  ['a wrong query', '/api/v1/letterboxes/geojson?limit=x'],
  ['a broken body', { ...UPDATE, headers: { ...own, ...json }, body: '{' }],
  ['a wrong field', { ...UPDATE, headers: { ...own, ...json }, body: '{"show_name":"yes"}' }],
  ['another format', { ...UPDATE, headers: { ...own, 'content-type': 'text/plain' }, body: 'x' }],
  ['an unknown call', '/api/v1/nothing'],
  ['another method', { method: 'DELETE', url: '/api/v1/items' }],
  ['OPTIONS of a call', { method: 'OPTIONS', url: '/api/v1/items' }],
  ['OPTIONS of a page', { method: 'OPTIONS', url: '/' }],
  ['a path that cannot be decoded', '/api/v1/%E0%A4%A'],
  ['life', '/healthz'],
  ['readiness', '/readyz'],
  ['metrics', { url: '/metrics', headers: { ...gzip, authorization: `Bearer ${METRICS_TOKEN}` } }],
  ['the description of the calls', { url: '/api/docs', headers: gzip }],
  ['a missing file of the description', '/api/docs/static/none.css'],
  ['the calls as OpenAPI', { url: '/api/v1/openapi.json', headers: gzip }],
  ['the manifest', { url: '/manifest.webmanifest', headers: gzip }],
  ['a preview', { url: '/img/previews/map.png', headers: gzip }],
  ['the local mailbox', { url: '/dev/mail', headers: gzip }],
  ['live events', { url: '/api/v1/events', headers: own }],
]
