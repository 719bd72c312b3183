/**
 * The code in the short address of a letterbox: seven random characters of Crockford's base 32, which has no I, L, O
 * and U. That makes 34 billion codes. With 100,000 of them in use, one guess in 340,000 is right. A network may guess
 * 120 an hour (`unknown_codes` in network-limits.ts), so it finds one letterbox in four months, and only one that the
 * map shows anyway. Eight characters would be harder to type and protect nothing more.
 */
export const LETTERBOX_CODE_LENGTH = 7

/** The place of a sign is its value. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = new RegExp(`^[${SIGNS}]{${LETTERBOX_CODE_LENGTH}}$`)

/** The code of random bytes. 256 is a multiple of 32, so all signs are equally likely. */
export const letterboxCodeOf = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, LETTERBOX_CODE_LENGTH)].map((byte) => SIGNS.charAt(byte % 32)).join('')

/** Normalizes a typed code: lower case, spaces, hyphens and lookalikes are accepted. Null if it cannot be a code. */
export function readLetterboxCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0')
  return CODE.test(code) ? code : null
}
