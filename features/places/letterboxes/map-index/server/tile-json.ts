import { LETTERBOX_KINDS } from '../../letterbox-kinds.ts'
import { writeId } from './ids.ts'
import { KIND_MASK, SILENT_FLAG, UNITS_PER_DEGREE } from './segment.ts'
import type { TileTarget } from './tiles.ts'

/**
 * Writes the JSON of a tile as bytes while the tile is being computed, without an object per pin or a string per id.
 * JSON.stringify spends its time on turning up to 512 doubles into their shortest text; nearly all of ours are
 * multiples of 1e-7 degrees, whose digits this writes in pairs in a quarter of the time.
 * @param find passes the tile's contents on and returns the number of letterboxes
 * @returns bytes that the next call overwrites; copy them to keep them
 */
export function tileJson(find: (target: TileTarget) => number): Uint8Array {
  end = put(BEGIN, 0)
  isFirst = true
  hasClusters = false
  const total = find(TARGET)
  if (!hasClusters) end = put(CLUSTERS, end)
  end = put(TOTAL, end)
  end = putWhole(total, end)
  target[end++] = BRACE
  return target.subarray(0, end)
}

/** State of the tile that is being written. */
let end = 0
let isFirst = true
let hasClusters = false

const TARGET: TileTarget = {
  pin({ ids, coordinates, flags }, rank, isTaken = false) {
    beginEntry()
    end = put(PIN, end)
    end = writeId(ids, rank, view, end)
    end = put(PIN_LATITUDE, end)
    end = putDegrees(coordinates[rank * 2] as number, end)
    end = put(LONGITUDE, end)
    end = putDegrees(coordinates[rank * 2 + 1] as number, end)
    const shown = ((flags[rank] as number) & PIN_FLAGS) | (isTaken ? TAKEN : 0)
    end = put(PIN_ENDS[shown] as Words, end)
  },
  cluster(latitude, longitude, count) {
    if (!hasClusters) {
      end = put(CLUSTERS, end)
      hasClusters = true
      isFirst = true
    }
    beginEntry()
    end = put(CLUSTER, end)
    end = putDegrees(latitude, end)
    end = put(LONGITUDE, end)
    end = putDegrees(longitude, end)
    end = put(COUNT, end)
    end = putWhole(count, end)
    target[end++] = BRACE
  },
}

function beginEntry(): void {
  if (!isFirst) target[end++] = COMMA
  isFirst = false
}

/** Text that is written four bytes at a time. Padding bytes of the last word are overwritten by what follows. */
interface Words {
  words: Int32Array
  length: number
}

function wordsOf(text: string): Words {
  const bytes = Buffer.alloc(Math.ceil(text.length / 4) * 4)
  bytes.write(text, 'latin1')
  const words = new Int32Array(bytes.length / 4)
  for (let i = 0; i < words.length; i++) words[i] = bytes.readInt32BE(i * 4)
  return { words, length: text.length }
}

const BEGIN = wordsOf('{"letterboxes":[')
const PIN = wordsOf('{"id":"')
const PIN_LATITUDE = wordsOf('","latitude":')
const LONGITUDE = wordsOf(',"longitude":')
/** The flags that pins show. */
const PIN_FLAGS = KIND_MASK | SILENT_FLAG
/** Added to them if the pin is taken on the days of the filter. */
const TAKEN = 32
/** The end of a pin by its flags; `silent` and `taken` are written only if they are true. */
const PIN_ENDS = Array.from({ length: TAKEN * 2 }, (_, flags) => {
  const silent = flags & SILENT_FLAG ? ',"silent":true' : ''
  const taken = flags & TAKEN ? ',"taken":true' : ''
  return wordsOf(`,"kind":"${LETTERBOX_KINDS[flags & KIND_MASK]}"${silent}${taken}}`)
})
const CLUSTERS = wordsOf('],"clusters":[')
const CLUSTER = wordsOf('{"latitude":')
const COUNT = wordsOf(',"count":')
const TOTAL = wordsOf('],"total":')
const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
const BRACE = 125
const DECIMALS = 7

/** The two digits of 0 to 99. */
const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, number) => ((ZERO + Math.floor(number / 10)) << 8) | (ZERO + (number % 10)),
)

/**
 * Longer than any tile: 256 entries of less than 200 bytes. All tiles share this buffer, which is filled and copied
 * synchronously.
 */
const target = new Uint8Array(64 * 1024)
const view = new DataView(target.buffer)

function put({ words, length }: Words, at: number): number {
  for (let i = 0; i < words.length; i++) view.setInt32(at + i * 4, words[i] as number)
  return at + length
}

/** Writes ASCII text that needs no escaping. */
function putText(text: string, at: number): number {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
  return at + text.length
}

/** Writes a non-negative integer. */
function putWhole(number: number, at: number): number {
  if (number >= 10_000) return putText(String(number), at)
  if (number < 10) {
    target[at] = ZERO + number
    return at + 1
  }
  const hundreds = (number / 100) | 0
  const next = hundreds === 0 ? at : putWhole(hundreds, at)
  view.setUint16(next, PAIRS[number - hundreds * 100] as number)
  return next + 2
}

function putDegrees(degrees: number, at: number): number {
  const units = Math.round(degrees * UNITS_PER_DEGREE)
  if (units / UNITS_PER_DEGREE !== degrees) return putText(String(degrees), at)
  const size = Math.abs(units)
  const whole = (size / UNITS_PER_DEGREE) | 0
  if (units < 0) target[at] = MINUS
  const point = putWhole(whole, units < 0 ? at + 1 : at)
  // The rest is below 1e7, so `| 0` makes these integer divisions, which are several times faster.
  const rest = (size - whole * UNITS_PER_DEGREE) | 0
  if (rest === 0) return point
  const upper = (rest / 1000) | 0
  const lower = rest - upper * 1000
  const upperPair = (upper / 100) | 0
  const lowerPair = (lower / 10) | 0
  target[point] = POINT
  view.setUint16(point + 1, PAIRS[upperPair] as number)
  view.setUint16(point + 3, PAIRS[upper - upperPair * 100] as number)
  view.setUint16(point + 5, PAIRS[lowerPair] as number)
  target[point + DECIMALS] = ZERO + lower - lowerPair * 10
  let last = point + DECIMALS
  while (target[last] === ZERO) last--
  return last + 1
}
