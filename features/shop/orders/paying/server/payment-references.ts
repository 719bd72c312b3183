import {
  calculateQRReferenceChecksum,
  calculateSCORReferenceChecksum,
  isQRReferenceValid,
  isSCORReferenceValid,
} from 'swissqrbill/utils'
import { isRefno } from '../../refno.ts'

/** Digits of a QR reference before its check digit. */
const QR_DIGITS = 26

/** Reference for a QR-IBAN: 27 digits with a check digit at the end (modulo 10, recursive). */
export function qrReference(refno: string): string {
  const digits = refno.padStart(QR_DIGITS, '0')
  return digits + calculateQRReferenceChecksum(digits)
}

/** Reference for other IBANs: ISO 11649, `RF`, two check digits and the order's number. */
export const creditorReference = (refno: string): string =>
  `RF${calculateSCORReferenceChecksum(refno)}${refno}`

/**
 * The order number in a structured reference.
 * @returns null if a check digit is wrong or it is not one of our references
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

/** The order numbers in free text, without duplicates; check digits rule out guesses. */
export function refnosInText(text: string): string[] {
  const pattern = (prefix: string, digits: number) =>
    new RegExp(`(?<!\\d)${prefix}\\d(?:[ \\u00a0.'-]?\\d){${digits - 1}}(?!\\d)`, 'gi')
  const all = (prefix: string, digits: number) => text.match(pattern(prefix, digits)) ?? []
  const plain = all('', 9).map((match) => match.replace(/\D/g, ''))
  // As a creditor reference with two check digits, or as a QR reference of 27 digits.
  const references = [...all('RF', 11), ...all('', QR_DIGITS + 1)].map((match) =>
    refnoOfReference(match.replace(/[^\dRF]/gi, '')),
  )
  return [...new Set([...plain.filter(isRefno), ...references.filter((refno) => refno !== null)])]
}
