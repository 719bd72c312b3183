import type { ImportProblem } from '../import-problems.ts'
import { CsvFileError } from './csv-file-error.ts'
import { problem } from './import-words.ts'

const startsWith = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, index) => bytes[index] === byte)

/**
 * Accented letters of the region's languages. Decoded with the wrong one of two encodings, they become characters that
 * no name contains.
 */
const ACCENTED = /[äöüÄÖÜßàâçéèêëîïôùûœÀÂÇÉÈÊËÎÏÔÙÛŒìòÌÒñ]/g
/** Bytes sampled to tell two encodings apart. */
const SAMPLE_BYTES = 200_000

const countAccented = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE_BYTES)).match(ACCENTED)?.length ?? 0

/** Old files are Windows-1252, or Mac Roman if that yields more accented letters. */
export function oldEncodingOf(bytes: Uint8Array, notices: ImportProblem[]): string {
  const isMac = countAccented(bytes, 'macintosh') > countAccented(bytes, 'windows-1252')
  notices.push(problem(isMac ? 'mac_roman' : 'not_utf8'))
  return isMac ? 'macintosh' : 'windows-1252'
}

/** The encoding that the first bytes of a file tell; null if it may be UTF-8. Throws {@link CsvFileError}. */
export function markedEncodingOf(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) throw new CsvFileError(problem('spreadsheet'))
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  if (bytes.includes(0)) throw new CsvFileError(problem('not_text'))
  return null
}

function decode(bytes: Uint8Array, notices: ImportProblem[]): string {
  const marked = markedEncodingOf(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(oldEncodingOf(bytes, notices)).decode(bytes)
  }
}

/**
 * Decodes a file in any encoding; line ends become `\n`, accents are normalised to NFC. Throws {@link CsvFileError} if
 * it is not text.
 */
export const textOf = (bytes: Uint8Array, notices: ImportProblem[]): string =>
  decode(bytes, notices)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .normalize('NFC')
