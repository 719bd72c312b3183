import { Constructed, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'

/**
 * Unwraps signed mails. Signatures are not verified: the reply address and the mail server identify the sender
 * (receiving.ts).
 */

/** Size limit; mails of people are smaller. */
const MOST_BYTES = 26_214_400

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const ENCRYPTED_DATA = [
  // envelopedData, encryptedData, authEnvelopedData
  '1.2.840.113549.1.7.3',
  '1.2.840.113549.1.7.6',
  '1.2.840.113549.1.9.16.1.23',
]

const partsOf = (value: unknown): unknown[] =>
  value instanceof Sequence || value instanceof Constructed ? value.valueBlock.value : []

/** The content of a `smime.p7m`: the signed mail, or null if it cannot be read. */
export type Unwrapped = Buffer | 'encrypted' | null

/** Extracts the content of CMS (RFC 5652), as used by S/MIME (RFC 8551). */
export function unwrapCms(file: Buffer): Unwrapped {
  if (file.length > MOST_BYTES) return null
  try {
    const [type, content] = partsOf(fromBER(file).result)
    if (!(type instanceof ObjectIdentifier)) return null
    if (ENCRYPTED_DATA.includes(type.getValue())) return 'encrypted'
    if (type.getValue() !== SIGNED_DATA) return null
    // SignedData: version, digest algorithms, and the signed content (type and octets).
    const [, , signed] = partsOf(partsOf(content)[0])
    const [octets] = partsOf(partsOf(signed)[1])
    return octets instanceof OctetString ? Buffer.from(octets.getValue()) : null
  } catch {
    // Not valid ASN.1, or nested too deeply.
    return null
  }
}

const SIGNED_FROM = /^-----BEGIN PGP SIGNED MESSAGE-----\s*$/
const SIGNATURE_FROM = /^-----BEGIN PGP SIGNATURE-----\s*$/
const SIGNATURE_TO = /^-----END PGP SIGNATURE-----\s*$/
const ENCRYPTED_FROM = /(?:^|>)-----BEGIN PGP MESSAGE-----\s*(?:<|$)/m

/** Whether a text or HTML contains the first line of an encrypted message, not counting quoted ones. */
export const hasEncryptedPart = (text: string): boolean => ENCRYPTED_FROM.test(text)

/**
 * The text of one clear-signed message (RFC 9580, section 7) without its frame; unchanged if the frame is incomplete.
 */
function unframed(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => SIGNED_FROM.test(line))
  const signature = lines.findIndex((line, at) => at > from && SIGNATURE_FROM.test(line))
  const to = lines.findIndex((line, at) => at > signature && SIGNATURE_TO.test(line))
  if (from < 0 || signature < 0 || to < 0) return [...lines]
  // Headers such as `Hash: SHA256` end with a blank line.
  const blank = lines.findIndex((line, at) => at > from && line.trim() === '')
  if (blank < 0 || blank > signature) return [...lines]
  const signed = lines.slice(blank + 1, signature).map((line) => line.replace(/^- /, ''))
  return [...lines.slice(0, from), ...signed, ...unframed(lines.slice(to + 1))]
}

/** Removes the PGP frames around clear-signed text. */
export function withoutPgpFrames(text: string): string {
  if (!text.includes('-----BEGIN PGP SIGNED MESSAGE-----')) return text
  return unframed(text.split(/\r?\n/)).join('\n')
}
