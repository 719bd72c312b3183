import {
  calculateQRReferenceChecksum,
  calculateSCORReferenceChecksum,
  isQRReferenceValid,
  isSCORReferenceValid,
} from 'swissqrbill/utils'
import { isRefno } from '../refno.ts'

/** How many of the 27 digits of a QR reference stand before the check digit. */
const QR_DIGITS = 26

/** What a QR-IBAN is paid with: 27 digits, the last of which checks the others (modulo 10, recursive). */
export function qrReference(refno: string): string {
  const digits = refno.padStart(QR_DIGITS, '0')
  return digits + calculateQRReferenceChecksum(digits)
}

/** What any other IBAN is paid with: ISO 11649, `RF`, two check digits and the order's number. */
export const creditorReference = (refno: string): string =>
  `RF${calculateSCORReferenceChecksum(refno)}${refno}`

/**
 * The order that a structured reference names.
 * @returns null if a check digit is wrong, or if it is not a reference of ours
 */
export function refnoOfReference(reference: string): string | null {
  const text = reference.replace(/\s/g, '').toUpperCase()
  const refno = isQRReferenceValid(text)
    ? text.slice(0, QR_DIGITS).replace(/^0+/, '')
    : isSCORReferenceValid(text)
      ? text.slice(4).replace(/^0+/, '')
      : ''
  return isRefno(refno) ? refno : null
}

/** The order numbers that stand in what a payer typed freely, each once; check digits leave no guess. */
export function refnosInText(text: string): string[] {
  const pattern = (prefix: string, digits: number) =>
    new RegExp(`(?<!\\d)${prefix}\\d(?:[ \\u00a0.'-]?\\d){${digits - 1}}(?!\\d)`, 'gi')
  const all = (prefix: string, digits: number) => text.match(pattern(prefix, digits)) ?? []
  const plain = all('', 9).map((match) => match.replace(/\D/g, ''))
  // With the two digits of its own that check a creditor reference, or as the 27 of a QR reference.
  const references = [...all('RF', 11), ...all('', QR_DIGITS + 1)].map((match) =>
    refnoOfReference(match.replace(/[^\dRF]/gi, '')),
  )
  return [...new Set([...plain.filter(isRefno), ...references.filter((refno) => refno !== null)])]
}
