/** Attacks as raw bytes and the expected responses, behind the nginx of docs/operation.md and for the server alone. */
export interface WireAttack {
  what: string
  /** `HOST` is replaced by the Host header of the community, and without nginx also by the headers of the proxy. */
  bytes: string
  /**
   * The statuses of all responses in order; `closed` if the connection is closed without one, `silent` if the server
   * waits for more of the request. Alternatives are separated by `|`.
   */
  nginx: string
  server: string
}

const ITEMS = 'GET /api/v1/items HTTP/1.1\r\nHOST'
const LOGIN = 'POST /api/v1/auth/login HTTP/1.1\r\nHOST'
const JSON_TYPE = 'Content-Type: application/json\r\n'
/** Must never be answered or logged: a server that does so has taken a body for a request. */
export const SMUGGLED = '/api/v1/smuggled'
const HIDDEN = `GET ${SMUGGLED} HTTP/1.1\r\nHOST\r\n`
/** A valid request of the same visitor that nginx may find in the body. */
const NEXT = 'GET /api/v1/next HTTP/1.1\r\nHost: lend.example.org\r\nConnection: close\r\n\r\n'
const WITHIN = HIDDEN.replace('HOST', 'Host: lend.example.org\r\n')
const chunked = (headers: string, body = `0\r\n\r\n${HIDDEN}`) =>
  `${LOGIN}${JSON_TYPE}${headers}\r\n${body}`
const manyHeaders = (count: number) =>
  Array.from({ length: count }, (_, at) => `X-${at}: y\r\n`).join('')

// biome-ignore format: one line an attack
export const WIRE_ATTACKS: WireAttack[] = [
  // Front end and server disagree about the length of a request.
  { what: 'CL.TE', bytes: chunked('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n'), nginx: '400', server: '400' },
  { what: 'TE.CL', bytes: chunked('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `2a\r\n${HIDDEN}`), nginx: '400', server: '400' },
  { what: 'TE.TE, unknown coding', bytes: chunked('Transfer-Encoding: xchunked\r\n'), nginx: '501', server: '400' },
  { what: 'TE.TE, space before the colon', bytes: chunked('Transfer-Encoding : chunked\r\n'), nginx: '400', server: '400' },
  { what: 'TE.TE, twice', bytes: chunked('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n'), nginx: '400', server: '400' },
  { what: 'TE.TE, tab', bytes: chunked('Transfer-Encoding:\tchunked\r\n', `0\r\n\r\n${NEXT}`), nginx: '501|400', server: '400 404' },
  { what: 'TE.TE, list', bytes: chunked('Transfer-Encoding: chunked, identity\r\n'), nginx: '501', server: '400' },
  { what: 'TE.TE, identity', bytes: chunked('Transfer-Encoding: identity\r\n'), nginx: '501', server: '400' },
  { what: 'TE in HTTP/1.0', bytes: chunked('Transfer-Encoding: chunked\r\n').replace('HTTP/1.1', 'HTTP/1.0'), nginx: '400', server: '400' },
  { what: 'coding on a folded line', bytes: chunked('Transfer-Encoding:\r\n chunked\r\n'), nginx: '400', server: '400' },
  { what: 'coding behind a bare LF', bytes: chunked('X: y\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n'), nginx: '400', server: '400' },
  { what: 'coding behind a bare CR', bytes: chunked('X: y\rTransfer-Encoding: chunked\r\n'), nginx: '400', server: '400' },
  { what: 'coding behind a NUL', bytes: chunked('X: y\0\r\nTransfer-Encoding: chunked\r\n'), nginx: '400', server: '400' },
  { what: 'two lengths', bytes: chunked('Content-Length: 5\r\nContent-Length: 6\r\n'), nginx: '400', server: '400' },
  { what: 'the same length twice', bytes: chunked('Content-Length: 5\r\nContent-Length: 5\r\n'), nginx: '400', server: '400' },
  { what: 'length as a list', bytes: chunked('Content-Length: 5, 5\r\n'), nginx: '400', server: '400' },
  { what: 'length with a sign', bytes: chunked('Content-Length: +5\r\n'), nginx: '400', server: '400' },
  { what: 'negative length', bytes: chunked('Content-Length: -1\r\n'), nginx: '400', server: '400' },
  { what: 'length in base 16', bytes: chunked('Content-Length: 0x5\r\n'), nginx: '400', server: '400' },
  { what: 'length beyond measure', bytes: chunked(`Content-Length: ${'9'.repeat(30)}\r\n`), nginx: '400', server: '400' },
  { what: 'empty length', bytes: chunked('Content-Length:\r\n'), nginx: '400', server: '400' },
  { what: 'huge chunk size', bytes: chunked('Transfer-Encoding: chunked\r\n', 'fffffffffffffffff\r\nx'), nginx: '400', server: '400' },
  { what: 'negative chunk size', bytes: chunked('Transfer-Encoding: chunked\r\n', '-1\r\nx\r\n0\r\n\r\n'), nginx: '400', server: '400' },
  { what: 'chunk size with 0x', bytes: chunked('Transfer-Encoding: chunked\r\n', '0x2\r\n{}\r\n0\r\n\r\n'), nginx: '400', server: '400' },
  { what: 'chunk without its end', bytes: chunked('Transfer-Encoding: chunked\r\n', `2\r\n{}X${HIDDEN}`), nginx: '400', server: '400' },
  { what: 'chunk ended by a bare LF', bytes: chunked('Transfer-Encoding: chunked\r\n', `2\n{}\n0\n\n${NEXT}`), nginx: '422 404|400', server: '400' },
  { what: 'chunk extension with a request', bytes: chunked('Transfer-Encoding: chunked\r\n', `2;\n${SMUGGLED}\r\n{}\r\n0\r\n\r\n`), nginx: '400', server: '400' },
  { what: 'trailer that names a host', bytes: chunked('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\nHost: evil.example\r\n\r\n'), nginx: '422', server: '422' },
  { what: 'request as the body of a GET', bytes: `${ITEMS}Content-Length: ${WITHIN.length}\r\n\r\n${WITHIN}`, nginx: '200', server: '200' },
  { what: 'request after an expectation', bytes: `${LOGIN}${JSON_TYPE}Content-Length: 2\r\nExpect: wonders\r\n\r\n{}${NEXT}`, nginx: '422 404', server: '417|417 404' },
  { what: 'h2c', bytes: `${ITEMS}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n`, nginx: '200', server: '200' },
  { what: 'websocket', bytes: `${ITEMS}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`, nginx: '200', server: '200' },
  { what: 'HTTP/2 preface in the clear', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', nginx: '400', server: '400' },

  // Obsolete line endings and folded headers.
  { what: 'folded header', bytes: `${ITEMS}X: a\r\n b\r\n\r\n`, nginx: '400', server: '400' },
  { what: 'bare LF everywhere', bytes: 'GET /api/v1/items HTTP/1.1\nHost: lend.example.org\n\n', nginx: '200', server: '400' },
  { what: 'bare CR', bytes: `${ITEMS}X: a\rY: b\r\n\r\n`, nginx: '400', server: '400' },
  { what: 'NUL in a header', bytes: `${ITEMS}X: a\0b\r\n\r\n`, nginx: '400', server: '400' },
  { what: 'header without a colon', bytes: `${ITEMS}X\r\n\r\n`, nginx: '200|400', server: '400' },
  { what: 'header without a name', bytes: `${ITEMS}: x\r\n\r\n`, nginx: '400', server: '400' },
  { what: 'space in a name', bytes: `${ITEMS}X Y: z\r\n\r\n`, nginx: '400', server: '400' },

  // The host is missing, ambiguous or malformed.
  { what: 'no host', bytes: 'GET /api/v1/items HTTP/1.1\r\n\r\n', nginx: '400', server: '400' },
  { what: 'two hosts', bytes: `${ITEMS}Host: evil.example\r\n\r\n`, nginx: '400', server: '200|400' },
  { what: 'host with a path', bytes: 'GET / HTTP/1.1\r\nHost: lend.example.org/evil\r\n\r\n', nginx: '400', server: '200|400' },
  { what: 'host with a user', bytes: 'GET / HTTP/1.1\r\nHost: lend.example.org@evil.example\r\n\r\n', nginx: '200|400', server: '200|400' },
  { what: 'host with a NUL', bytes: 'GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n', nginx: '400', server: '400' },
  { what: 'absolute form', bytes: 'GET https://lend.example.org/api/v1/items HTTP/1.1\r\nHost: evil.example\r\n\r\n', nginx: '200', server: '200|404' },
  { what: 'absolute form of another site', bytes: 'GET http://evil.example/api/v1/items HTTP/1.1\r\nHOST\r\n', nginx: '200', server: '200|404' },
  { what: 'absolute form that is broken', bytes: 'GET http://[::1 HTTP/1.1\r\nHOST\r\n', nginx: '400', server: '400|404' },
  { what: 'authority form', bytes: 'CONNECT evil.example:443 HTTP/1.1\r\nHOST\r\n', nginx: '400|405', server: '400|404|closed' },
  { what: 'asterisk form', bytes: 'OPTIONS * HTTP/1.1\r\nHOST\r\n', nginx: '400', server: '404' },

  // Not HTTP/1.1.
  { what: 'garbage', bytes: 'GARBAGE\r\n\r\n', nginx: '400', server: '400' },
  { what: 'HTTP/9.9', bytes: 'GET / HTTP/9.9\r\nHOST\r\n', nginx: '505', server: '400' },
  { what: 'HTTP/0.9', bytes: 'GET /api/v1/users/userinfo\r\n', nginx: 'bare|400', server: '400|silent' },
  { what: 'TLS handshake inside the connection', bytes: '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', nginx: '400', server: '400' },
  { what: 'SMTP', bytes: 'EHLO lend.example.org\r\nMAIL FROM:<a@b.example>\r\n\r\n', nginx: '400', server: '400' },
  { what: 'TRACE', bytes: 'TRACE / HTTP/1.1\r\nHOSTCookie: secret=1\r\n\r\n', nginx: '405', server: '404' },
  { what: 'method of 3000 letters', bytes: `${'A'.repeat(3000)} / HTTP/1.1\r\nHOST\r\n`, nginx: '400', server: '400' },
  { what: 'method in small letters', bytes: 'get / HTTP/1.1\r\nHOST\r\n', nginx: '400', server: '400' },

  // Too large.
  { what: 'header of 40 kB', bytes: `${ITEMS}X: ${'y'.repeat(40_000)}\r\n\r\n`, nginx: '400', server: '431' },
  { what: '40 kB of headers', bytes: `${ITEMS}${manyHeaders(4000)}\r\n`, nginx: '400', server: '431' },
  { what: 'address of 40 kB', bytes: `GET /${'y'.repeat(40_000)} HTTP/1.1\r\nHOST\r\n`, nginx: '414', server: '431' },
  { what: 'announced body larger than any call accepts', bytes: `${LOGIN}${JSON_TYPE}Content-Length: 99999999999\r\n\r\n{`, nginx: '413', server: '413' },
  { what: 'a body that never comes', bytes: `${LOGIN}${JSON_TYPE}Content-Length: 20\r\n\r\n{`, nginx: 'silent', server: 'silent' },
  { what: 'headers that never end', bytes: `${ITEMS}X: y\r\n`, nginx: 'silent', server: 'silent' },
  { what: 'ranges without end', bytes: `GET /favicon.svg HTTP/1.1\r\nHOSTRange: bytes=${Array.from({ length: 900 }, (_, at) => `${at}-`).join(',')}\r\n\r\n`, nginx: '200|206|416', server: '200|206|416' },
]
