/**
 * What the receiving server says of a mail (RFC 8601). A mail may hold any number of such headers, and its sender may have
 * written some: only those with the name of our own server count, and of these the uppermost that says something of DMARC,
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

/** What of DMARC one header says; null for one of another server, and for one that says nothing of it. */
function dmarcIn(header: string, authservId: string): string | null {
  const [name = '', ...results] = partsOf(withoutComments(header.replace(/\s+/g, ' ')))
  const [server = ''] = name.replaceAll('"', '').trim().split(' ')
  if (server.toLowerCase() !== authservId) return null
  for (const result of results) {
    const [, said] = /^dmarc\s*(?:\/\s*\d+\s*)?=\s*([a-z]+)/i.exec(result) ?? []
    if (said) return said.toLowerCase()
  }
  return null
}

/**
 * Whether the mail comes from whom it says. `none`: the domain of the sender says nothing of it, so that nobody can tell.
 * `missing`: our server has said nothing, which it should have.
 * @param headers the values of all `Authentication-Results`, the uppermost first
 */
export function readDmarc(
  headers: readonly string[],
  authservId: string,
): 'pass' | 'none' | 'fail' | 'missing' {
  for (const header of headers) {
    const said = dmarcIn(header, authservId)
    if (said === null) continue
    // Microsoft's word for a domain without an entry that would have passed.
    if (said === 'pass' || said === 'bestguesspass') return 'pass'
    return said === 'none' ? 'none' : 'fail'
  }
  return 'missing'
}
