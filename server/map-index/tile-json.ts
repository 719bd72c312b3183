import { LETTERBOX_KINDS, type LetterboxKind } from '@letterlend/contract/letterbox-kinds.ts'
import type { Tile } from '@letterlend/contract/letterboxes.ts'
import { UNITS_PER_DEGREE } from './letterbox-index.segment.ts'

/**
 * The JSON of a tile, written as bytes. A tile has up to 512 coordinates, and turning doubles into
 * the shortest text is what JSON.stringify spends its time on; nearly all of ours are whole
 * multiples of 1e-7 degrees, which are written digit by digit in a third of the time.
 */
export function tileJson({ letterboxes, clusters, total }: Tile): Buffer {
  let at = put(BEGIN, 0)
  for (const { id, latitude, longitude, kind } of letterboxes) {
    if (at > BEGIN.length) target[at++] = COMMA
    at = put(PIN, at)
    at = putText(id, at)
    at = put(PIN_LATITUDE, at)
    at = putDegrees(latitude, at)
    at = put(LONGITUDE, at)
    at = putDegrees(longitude, at)
    at = put(KINDS[kind], at)
  }
  at = put(CLUSTERS, at)
  const firstCluster = at
  for (const { latitude, longitude, count } of clusters) {
    if (at > firstCluster) target[at++] = COMMA
    at = put(CLUSTER, at)
    at = putDegrees(latitude, at)
    at = put(LONGITUDE, at)
    at = putDegrees(longitude, at)
    at = put(COUNT, at)
    at = putText(String(count), at)
    target[at++] = BRACE
  }
  at = put(TOTAL, at)
  at = putText(String(total), at)
  target[at++] = BRACE
  return Buffer.from(target.subarray(0, at))
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

const BEGIN = bytesOf('{"letterboxes":[')
const PIN = bytesOf('{"id":"')
const PIN_LATITUDE = bytesOf('","latitude":')
const LONGITUDE = bytesOf(',"longitude":')
const KINDS = Object.fromEntries(
  LETTERBOX_KINDS.map((kind) => [kind, bytesOf(`,"kind":"${kind}"}`)]),
) as Record<LetterboxKind, Uint8Array>
const CLUSTERS = bytesOf('],"clusters":[')
const CLUSTER = bytesOf('{"latitude":')
const COUNT = bytesOf(',"count":')
const TOTAL = bytesOf('],"total":')
const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
const BRACE = 125
const DECIMALS = 7

/** Longer than any tile: 256 entries of less than 200 bytes. Filled and copied without a pause. */
const target = new Uint8Array(64 * 1024)

function put(bytes: Uint8Array, at: number): number {
  for (let i = 0; i < bytes.length; i++) target[at + i] = bytes[i] as number
  return at + bytes.length
}

/** Text of ASCII characters that need no escape. */
function putText(text: string, at: number): number {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
  return at + text.length
}

function putDegrees(degrees: number, at: number): number {
  const units = Math.round(degrees * UNITS_PER_DEGREE)
  if (units / UNITS_PER_DEGREE !== degrees) return putText(String(degrees), at)
  const size = Math.abs(units)
  const whole = (size / UNITS_PER_DEGREE) | 0
  let next = at
  if (units < 0) target[next++] = MINUS
  if (whole >= 100) target[next++] = ZERO + 1
  if (whole >= 10) target[next++] = ZERO + (((whole / 10) | 0) % 10)
  target[next++] = ZERO + (whole % 10)
  // Below 1e7: `| 0` keeps the divisions to whole numbers, which are several times faster.
  let rest = (size - whole * UNITS_PER_DEGREE) | 0
  if (rest === 0) return next
  target[next] = POINT
  let digits = DECIMALS
  for (; rest % 10 === 0; digits--) rest = (rest / 10) | 0
  for (let i = digits; i > 0; i--) {
    const tens = (rest / 10) | 0
    target[next + i] = ZERO + rest - tens * 10
    rest = tens
  }
  return next + 1 + digits
}
