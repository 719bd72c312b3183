/**
 * Reads the verdict of the receiving server (RFC 8601). A mail may contain any number of these headers, and the sender
 * may have forged some. Only those with our own server's name count, and of these the topmost one for each method,
 * since a server adds its header above those that came with the mail.
 */

/** Removes comments, which can be nested; quoted strings stay as they are. */
function withoutComments(text: string): string {
  let depth = 0
  let isQuoted = false
  let result = ''
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? ''
    if (letter === '\\') {
      if (depth === 0) result += letter + (text[index + 1] ?? '')
      index++
      continue
    }
    if (letter === '"' && depth === 0) isQuoted = !isQuoted
    if (letter === '(' && !isQuoted) depth++
    if (depth === 0) result += letter
    if (letter === ')' && !isQuoted && depth > 0) depth--
  }
  return result
}

/** Splits at semicolons outside of quotes. */
const partsOf = (text: string): string[] =>
  (text.match(/(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []).map((part) => part.trim())

interface Result {
  method: string
  /** `pass`, `fail`, `none` and so on, in lower case. */
  result: string
  /** Such as `header.d`; names and values in lower case. */
  properties: ReadonlyMap<string, string>
}

const RESULT = /^([a-z][a-z\d-]*)\s*(?:\/\s*\d+\s*)?=\s*([a-z]+)/i
/** Name and value; each part of the value may be quoted: `"a b"@example.org`. */
const PROPERTY = /([a-z][a-z\d.-]*)\s*=\s*((?:"(?:[^"\\]|\\.)*"|[^\s;"])+)/gi

function resultOf(part: string): Result | null {
  const [head = '', method = '', result = ''] = RESULT.exec(part) ?? []
  if (!head) return null
  const properties = [...part.slice(head.length).matchAll(PROPERTY)].map(
    ([, name = '', value = '']): [string, string] => [
      name.toLowerCase(),
      value.replaceAll('"', '').toLowerCase(),
    ],
  )
  return {
    method: method.toLowerCase(),
    result: result.toLowerCase(),
    properties: new Map(properties),
  }
}

/** The results in one header; empty if another server wrote it. */
function resultsIn(header: string, authservId: string): Result[] {
  const [name = '', ...parts] = partsOf(withoutComments(header.replace(/\s+/g, ' ')))
  const [server = ''] = name.replaceAll('"', '').trim().split(' ')
  if (server.toLowerCase() !== authservId) return []
  return parts.map(resultOf).filter((result) => result !== null)
}

/** The domain of an address; a plain domain is returned as it is. */
const domainIn = (value: string | undefined): string => {
  const domain = (value ?? '').replace(/[<>]/g, '')
  return domain.slice(domain.lastIndexOf('@') + 1).replace(/\.$/, '')
}

/**
 * Whether two domains are equal or one is below the other (relaxed alignment). DMARC uses the public suffix list to
 * separate `a.co.uk` and `b.co.uk`. We compare only parent and child, so we need no list. A domain without a dot, such
 * as `ch`, belongs to no single owner and never aligns.
 */
function isAligned(domain: string, from: string): boolean {
  if (!domain.includes('.') || !from.includes('.')) return false
  return domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`)
}

/** The domain that signed or sent the mail, by a result that passed. */
const vouchers: Record<string, (properties: Result['properties']) => string> = {
  dkim: (properties) => domainIn(properties.get('header.d') ?? properties.get('header.i')),
  spf: (properties) => domainIn(properties.get('smtp.mailfrom') ?? properties.get('smtp.mail')),
}

/**
 * Whether a mail really comes from its sender:
 * - `pass`: DMARC passed; or the domain has no policy (`dmarc=none` or no DMARC result), and a passing signature or
 *   sending server belongs to the domain in `From`;
 * - `fail`: everything else, including errors;
 * - `missing`: our server added no result, although it should.
 * @param headers all values of `Authentication-Results`, topmost first
 * @param from the address in `From`
 */
export function readSender(
  headers: readonly string[],
  authservId: string,
  from: string,
): 'pass' | 'fail' | 'missing' {
  const ours = headers.map((header) => resultsIn(header, authservId))
  const resultsOf = (method: string): Result[] =>
    ours
      .map((results) => results.filter((each) => each.method === method))
      .find((results) => results.length > 0) ?? []
  const [dmarc] = resultsOf('dmarc')
  // Microsoft's result for a domain without a record that would have passed.
  if (dmarc?.result === 'pass' || dmarc?.result === 'bestguesspass') return 'pass'
  if (dmarc && dmarc.result !== 'none') return 'fail'
  const checks = ['dkim', 'spf'].flatMap(resultsOf)
  if (!dmarc && checks.length === 0) return 'missing'
  const fromDomain = domainIn(from.toLowerCase())
  const vouches = ({ method, result, properties }: Result) =>
    result === 'pass' && isAligned(vouchers[method]?.(properties) ?? '', fromDomain)
  return checks.some(vouches) ? 'pass' : 'fail'
}
