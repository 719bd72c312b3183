/** File types that administrators mistake for a statement. */
export const OTHER_FILES = ['zip', 'pdf', 'mt940', 'camt052', 'pain', 'html', 'csv'] as const
export type OtherFile = (typeof OTHER_FILES)[number]

/** Bytes needed to recognize the type. */
const HEAD_BYTES = 2000

/** How each type begins, or a string near its beginning. */
const SIGNS: [OtherFile, RegExp][] = [
  ['zip', /^PK[^\w\s]{2}/],
  ['pdf', /^%PDF-/],
  ['mt940', /^\s*(\{1:|:20:)/],
  ['camt052', /camt\.052\.001/],
  ['pain', /pain\.00\d\.001/],
  ['html', /^\s*(<!doctype html|<html)/i],
]

/** Detects the type from the first bytes; null if the file may be a statement. */
export function otherFileOf(bytes: Uint8Array): OtherFile | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const plain = head
    .replaceAll('\0', '')
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
  const sign = SIGNS.find(([, begins]) => begins.test(plain))
  if (sign) return sign[0]
  return /^[^<]*[;,\t][^<]*\r?\n/.test(plain) ? 'csv' : null
}
