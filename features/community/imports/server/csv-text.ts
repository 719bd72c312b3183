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
function decodeOld(bytes: Uint8Array, notices: ImportProblem[]): string {
  const isMac = countAccented(bytes, 'macintosh') > countAccented(bytes, 'windows-1252')
  notices.push(problem(isMac ? 'mac_roman' : 'not_utf8'))
  return new TextDecoder(isMac ? 'macintosh' : 'windows-1252').decode(bytes)
}

function decode(bytes: Uint8Array, notices: ImportProblem[]): string {
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) throw new CsvFileError(problem('spreadsheet'))
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new CsvFileError(problem('not_text'))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeOld(bytes, notices)
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
