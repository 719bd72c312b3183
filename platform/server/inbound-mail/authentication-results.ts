/**
 * What the receiving server says of a mail (RFC 8601). A mail may hold any number of such headers, and its sender may have
 * written some: only those with the name of our own server count, and of these the uppermost that says something of a method,
 * since a server writes above what came with the mail.
 */

/** Without comments, which may lie in each other; what stands in quotes is left as it is. */
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

/** The parts between semicolons that stand in no quotes. */
const partsOf = (text: string): string[] =>
  (text.match(/(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []).map((part) => part.trim())

/** What one method found. */
interface Result {
  method: string
  /** `pass`, `fail`, `none` and so on, in small letters. */
  result: string
  /** Such as `header.d`, in small letters. */
  properties: ReadonlyMap<string, string>
}

const RESULT = /^([a-z][a-z\d-]*)\s*(?:\/\s*\d+\s*)?=\s*([a-z]+)/i
/** The name and the value, of which each part may stand in quotes: `"a b"@example.org`. */
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

/** What one header says; nothing for one of another server. */
function resultsIn(header: string, authservId: string): Result[] {
  const [name = '', ...parts] = partsOf(withoutComments(header.replace(/\s+/g, ' ')))
  const [server = ''] = name.replaceAll('"', '').trim().split(' ')
  if (server.toLowerCase() !== authservId) return []
  return parts.map(resultOf).filter((result) => result !== null)
}

/** The domain of an address, or a domain as it is. */
const domainIn = (value: string | undefined): string => {
  const domain = (value ?? '').replace(/[<>]/g, '')
  return domain.slice(domain.lastIndexOf('@') + 1).replace(/\.$/, '')
}

/**
 * Whether two domains are of one owner: the same one, or one is below the other (relaxed alignment). DMARC itself would ask a
 * list of public suffixes, so that `a.co.uk` and `b.co.uk` are two; these are no parent and child, so no list is needed here.
 * A domain without a dot is nobody's: `ch` signs for nobody.
 */
function isAligned(domain: string, from: string): boolean {
  if (!domain.includes('.') || !from.includes('.')) return false
  return domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`)
}

/** Who signed a mail, or whose server sent it, by one result that passed. */
const vouchers: Record<string, (properties: Result['properties']) => string> = {
  dkim: (properties) => domainIn(properties.get('header.d') ?? properties.get('header.i')),
  spf: (properties) => domainIn(properties.get('smtp.mailfrom') ?? properties.get('smtp.mail')),
}

/**
 * Whether a mail comes from whom it says:
 * - `pass`: DMARC passed; or the domain has no policy (`dmarc=none`, or nothing is said of it), and a signature or the sending
 *   server is of the domain in `From`;
 * - `fail`: all else, also where nothing could be found out;
 * - `missing`: our server has said nothing, which it should have.
 * @param headers the values of all `Authentication-Results`, the uppermost first
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
  // Microsoft's word for a domain without an entry that would have passed.
  if (dmarc?.result === 'pass' || dmarc?.result === 'bestguesspass') return 'pass'
  if (dmarc && dmarc.result !== 'none') return 'fail'
  const checks = ['dkim', 'spf'].flatMap(resultsOf)
  if (!dmarc && checks.length === 0) return 'missing'
  const fromDomain = domainIn(from.toLowerCase())
  const vouches = ({ method, result, properties }: Result) =>
    result === 'pass' && isAligned(vouchers[method]?.(properties) ?? '', fromDomain)
  return checks.some(vouches) ? 'pass' : 'fail'
}
