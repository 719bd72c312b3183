import { expect, it } from 'vitest'
import { otherFileOf } from './file-kinds.ts'

/** Each letter is a byte. */
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const kindOf = (text: string) => otherFileOf(bytesOf(text))
/** Encodes as UTF-16 with a byte order mark; each character of these texts has a zero byte beside it. */
const wide = (text: string) => bytesOf(`\u00ff\u00fe${[...text].join('\0')}\0`)
const camt = (kind: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.08"><X/></Document>`

it.each([
  ['PK\u0003\u0004\u0014\0\0\0', 'zip'],
  ['%PDF-1.7\n', 'pdf'],
  [':20:STARTUMS\r\n:25:CH93\r\n', 'mt940'],
  ['{1:F01POFICHBEXXXX}{2:I940}', 'mt940'],
  [camt('camt.052'), 'camt052'],
  [camt('pain.001'), 'pain'],
  ['<!DOCTYPE html><title>E-Banking</title>', 'html'],
  ['Datum;Betrag;Text\r\n1.3.2026;7.00;Danke\r\n', 'csv'],
])('a file that begins with %j is recognised as %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind)
})

it('a camt.053 or camt.054 statement is accepted in any encoding', () => {
  expect(kindOf(camt('camt.053'))).toBeNull()
  expect(kindOf(`\u00ef\u00bb\u00bf${camt('camt.054')}`)).toBeNull()
  expect(otherFileOf(wide(camt('camt.053')))).toBeNull()
  expect(otherFileOf(wide(camt('camt.052')))).toBe('camt052')
})
