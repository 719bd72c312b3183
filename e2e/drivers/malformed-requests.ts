/** A raw request, which no client library corrects. */
export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  /** The defect of the request, for the report. */
  what: string
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
}

interface Operation {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

/** Valid values by field name, so that only the value under test is invalid. */
export type Samples = Record<string, unknown>
/** Some samples in a body must differ each time. */
const fresh = (sample: unknown): unknown => (typeof sample === 'function' ? sample() : sample)

const LONG = 'x'.repeat(9_000)
const JSON_TYPE = { 'content-type': 'application/json' }

/** JSON texts, because JSON.stringify cannot write some of these values. */
const WRONG_VALUES = [
  'null',
  'true',
  '[]',
  '{}',
  '[["x"]]',
  '-1',
  '1.5',
  '0',
  '1e999',
  '-1e999',
  '1e308',
  '9007199254740993',
  '99999999999999999999',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff tail"',
  '"\\u202e\\ufeff\\u0007"',
  '"NaN"',
  '"1e999"',
  '"\'; DROP TABLE users; --"',
  '"{{7*7}}%s%n"',
  '"../../etc/passwd"',
  '"00000000-0000-0000-0000-000000000000"',
  `"${LONG}"`,
  '{"toString":1,"valueOf":1}',
  '["a","b"]',
]

/** Values of a query or path, as written in the address. */
const WRONG_WORDS = [
  '',
  'NaN',
  '1e999',
  '-1',
  '1.5',
  '0x10',
  '99999999999999999999',
  'null',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%F0%9F%AA%9C',
  '%2e%2e%2f',
  '1,2,3',
  '91,181',
  'NaN,NaN',
  '1e999,0',
  '%5Bobject%20Object%5D',
  '00000000-0000-0000-0000-000000000000',
  LONG,
]

const nested = (open: string, close: string) => `${open.repeat(20_000)}1${close.repeat(20_000)}`

const WRONG_BODIES: [string, string | Buffer][] = [
  ['empty body', ''],
  ['not JSON', '{"a":'],
  ['NaN', '{"a":NaN}'],
  ['null', 'null'],
  ['array', '[]'],
  ['text', '"x"'],
  ['number', '1e999'],
  ['deep arrays', nested('[', ']')],
  ['deep objects', nested('{"a":', '}')],
  ['prototype', '{"__proto__":{"role_id":3}}'],
  ['constructor', '{"constructor":{"prototype":{"role_id":3}}}'],
  ['oversize', JSON.stringify({ text: 'x'.repeat(300_000) })],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['byte order mark', '\ufeff{}'],
  ['null bytes', '\0\0\0\0'],
]

const WRONG_TYPES = [
  '',
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json\t; ==',
  'nonsense',
]

const WRONG_AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer  ',
  'Basic eDp5',
  'Bearer %00',
  `Bearer ${LONG}`,
]

function bodyOf(fields: Samples, name?: string, json?: string): string {
  const parts = Object.entries(fields)
    .filter(([field]) => field !== name)
    .map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(fresh(value))}`)
  if (name) parts.push(`${JSON.stringify(name)}:${json}`)
  return `{${parts.join(',')}}`
}

const pick = (samples: Samples, names: string[]): Samples =>
  Object.fromEntries(names.map((name) => [name, samples[name] ?? 'x']))

const parametersIn = (operation: Operation, place: string) =>
  (operation.parameters ?? []).filter((p) => p.in === place).map(({ name }) => name)

function addressOf(path: string, words: Record<string, string>, query: string[]): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')
  return query.length ? `${filled}?${query.join('&')}` : filled
}

function* wrongBodies(operation: Operation, samples: Samples) {
  const schema = operation.requestBody?.content['application/json']?.schema
  for (const [what, body] of WRONG_BODIES) yield { what, body, headers: JSON_TYPE }
  const names = Object.keys(schema?.properties ?? {})
  const right = pick(samples, names)
  for (const type of WRONG_TYPES) {
    yield { what: `content type ${type}`, body: bodyOf(right), headers: { 'content-type': type } }
  }
  yield {
    what: 'content encoding',
    body: bodyOf(right),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
  }
  for (const name of names) {
    for (const json of WRONG_VALUES) {
      const what = `${name}: ${json.slice(0, 40)}`
      yield { what, body: bodyOf(right, name, json), headers: JSON_TYPE }
    }
    const { [name]: _left, ...without } = right
    yield { what: `without ${name}`, body: bodyOf(without), headers: JSON_TYPE }
  }
}

function* wrongAddresses(path: string, operation: Operation, samples: Samples) {
  const queryNames = parametersIn(operation, 'query')
  const pathNames = parametersIn(operation, 'path')
  const words = Object.fromEntries(pathNames.map((name) => [name, String(samples[name])]))
  const right = queryNames.map((name) => `${name}=${encodeURIComponent(String(samples[name]))}`)
  const others = (name: string) => right.filter((text) => !text.startsWith(`${name}=`))
  for (const name of queryNames) {
    for (const word of WRONG_WORDS) {
      const query = [...others(name), `${name}=${word}`]
      yield { what: `${name}=${word.slice(0, 40)}`, path: addressOf(path, words, query) }
    }
    const twice = [...right, `${name}=1`]
    yield { what: `${name} twice`, path: addressOf(path, words, twice) }
    yield { what: `${name}[]`, path: addressOf(path, words, [...others(name), `${name}[]=1`]) }
    yield { what: `without ${name}`, path: addressOf(path, words, others(name)) }
  }
  for (const name of pathNames) {
    for (const word of WRONG_WORDS) {
      const wrong = { ...words, [name]: word }
      yield { what: `{${name}}=${word.slice(0, 40)}`, path: addressOf(path, wrong, right) }
    }
  }
  yield { what: 'odd query', path: `${addressOf(path, words, right)}?&&==&%&__proto__=1&a[b][c]=1` }
}

/** All malformed requests for one call of the API. */
export function* malformedRequests(
  path: string,
  method: string,
  operation: Operation,
  { samples, token }: { samples: Samples; token: string },
): Generator<RawRequest> {
  const base = { method: method.toUpperCase(), headers: { authorization: `Bearer ${token}` } }
  const right = addressOf(
    path,
    Object.fromEntries(
      parametersIn(operation, 'path').map((name) => [name, String(samples[name])]),
    ),
    parametersIn(operation, 'query').map(
      (name) => `${name}=${encodeURIComponent(String(samples[name]))}`,
    ),
  )
  if (method !== 'get') {
    for (const { what, body, headers } of wrongBodies(operation, samples)) {
      yield { ...base, path: right, what, body, headers: { ...base.headers, ...headers } }
    }
  }
  for (const { what, path: address } of wrongAddresses(path, operation, samples)) {
    yield { ...base, path: address, what }
  }
  for (const authorization of WRONG_AUTHORIZATIONS) {
    const what = `authorization ${authorization.slice(0, 40)}`
    yield { ...base, path: right, what, headers: { authorization } }
  }
  for (const other of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    yield { ...base, method: other, path: right, what: `method ${other}` }
  }
}
