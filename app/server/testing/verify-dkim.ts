import { createHash, createPublicKey, verify } from 'node:crypto'

interface Verified {
  /** The DNS name of the key. */
  entry: string
  isValid: boolean
}

/** Relaxed as in RFC 6376: runs of spaces count once, trailing ones are removed. */
const relaxedLine = (line: string) => line.replace(/[ \t]+/g, ' ').replace(/ $/, '')

function relaxedHeader(field: string): string {
  const [, name = '', value = ''] = /^([^:]+):([\s\S]*)$/.exec(field) ?? []
  return `${name.trim().toLowerCase()}:${relaxedLine(value.replace(/\r\n/g, '')).trim()}`
}

function relaxedBody(body: string): string {
  const text = body.split('\r\n').map(relaxedLine).join('\r\n')
  return text === '' ? '' : `${text.replace(/(\r\n)*$/, '')}\r\n`
}

/**
 * Verifies a mail's signature like a receiver (RFC 6376, rsa-sha256, relaxed/relaxed), without the library that signs.
 * @param entries DNS records by name
 */
export function verifyDkim(source: Buffer, entries: Record<string, string>): Verified {
  const text = source.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const fields = text.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? ''
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => tag.replace(/\s/g, ''))
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  )
  const entry = `${tags.s}._domainkey.${tags.d}`
  const [, key] = /p=([A-Za-z0-9+/=]+)/.exec(entries[entry] ?? '') ?? []
  if (!key || tags.a !== 'rsa-sha256' || tags.c !== 'relaxed/relaxed') {
    return { entry, isValid: false }
  }
  const body = Buffer.from(relaxedBody(text.slice(end + 4)), 'latin1')
  const rest = [...fields]
  const signed = String(tags.h)
    .split(':')
    // If several fields have the same name, the last one comes first.
    .flatMap((name) => {
      const at = rest.findLastIndex((field) =>
        field.toLowerCase().startsWith(`${name.toLowerCase()}:`),
      )
      return at < 0 ? [] : rest.splice(at, 1).map(relaxedHeader)
    })
  const own = relaxedHeader(signature).replace(/b=[^;]*$/, 'b=')
  const isValid =
    createHash('sha256').update(body).digest('base64') === tags.bh &&
    verify(
      'sha256',
      Buffer.from([...signed, own].join('\r\n'), 'latin1'),
      createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(String(tags.b), 'base64'),
    )
  return { entry, isValid }
}
