/** UUIDs as four big-endian words, and a hash table from id to rank. */

const NOT_HEX = 255
const NIBBLES = new Uint8Array(128).fill(NOT_HEX)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  NIBBLES[digit.charCodeAt(0)] = value
  NIBBLES[digit.toUpperCase().charCodeAt(0)] = value
}
const DASH = 45

/** Writes the words of `id` to `target`. Throws a RangeError if it is not a UUID. */
export function parseId(id: string, target: Uint32Array, offset: number): void {
  if (id.length !== 36) throw new RangeError(`Unexpected id: ${id}`)
  let word = 0
  let nibbles = 0
  for (let i = 0; i < 36; i++) {
    const code = id.charCodeAt(i)
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (code !== DASH) throw new RangeError(`Unexpected id: ${id}`)
      continue
    }
    const nibble = code < 128 ? (NIBBLES[code] as number) : NOT_HEX
    if (nibble === NOT_HEX) throw new RangeError(`Unexpected id: ${id}`)
    word = (word << 4) | nibble
    if ((++nibbles & 7) === 0) target[offset + (nibbles >>> 3) - 1] = word
  }
}

const ID_LENGTH = 36
/** One buffer for all ids; it is filled and read synchronously. Concatenating strings takes four times as long. */
const text = Buffer.alloc(ID_LENGTH)
const textView = new DataView(text.buffer, text.byteOffset, ID_LENGTH)

export function formatId(ids: Uint32Array, rank: number): string {
  writeId(ids, rank, textView, 0)
  return text.toString('latin1')
}

/** Writes the text of an id to `target`. Returns the end offset. */
export function writeId(ids: Uint32Array, rank: number, target: DataView, at: number): number {
  const second = ids[rank * 4 + 1] as number
  const third = ids[rank * 4 + 2] as number
  putWord(ids[rank * 4] as number, target, at)
  target.setUint8(at + 8, DASH)
  target.setInt32(at + 9, digitsOf(second >>> 16))
  target.setUint8(at + 13, DASH)
  target.setInt32(at + 14, digitsOf(second))
  target.setUint8(at + 18, DASH)
  target.setInt32(at + 19, digitsOf(third >>> 16))
  target.setUint8(at + 23, DASH)
  target.setInt32(at + 24, digitsOf(third))
  putWord(ids[rank * 4 + 3] as number, target, at + 28)
  return at + ID_LENGTH
}

function putWord(word: number, target: DataView, at: number): void {
  target.setInt32(at, digitsOf(word >>> 16))
  target.setInt32(at + 4, digitsOf(word))
}

/** The character "0" in each of four bytes. */
const ZEROS = 0x30303030
/** Distance from the code after "9" to the code of "a". */
const FROM_NINE_TO_A = 39

/** The four hexadecimal digits of the lower 16 bits as characters, one per byte, computed in parallel. */
function digitsOf(word: number): number {
  const bytes = ((word & 0xff00) << 8) | (word & 0xff)
  const nibbles = ((bytes << 4) & 0x0f000f00) | (bytes & 0x000f000f)
  // Adding six carries a digit above nine into the upper half of its byte.
  const letters = ((nibbles + 0x06060606) >>> 4) & 0x01010101
  return nibbles + ZEROS + letters * FROM_NINE_TO_A
}

/** Compares two ids: negative, zero or positive. */
export function compareIds(a: Uint32Array, rankA: number, b: Uint32Array, rankB: number): number {
  for (let word = 0; word < 4; word++) {
    const difference = (a[rankA * 4 + word] as number) - (b[rankB * 4 + word] as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** An empty table for `size` ids, at most two thirds full. */
export function idTable(size: number): Uint32Array {
  return new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, size * 1.5))))
}

/** Adds the ids of the ranks `from..to`. Throws a RangeError on a duplicate id. */
export function addToTable(slots: Uint32Array, ids: Uint32Array, from: number, to: number): void {
  for (let rank = from; rank < to; rank++) {
    let slot = slotOf(slots, ids, rank)
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      if (compareIds(ids, rank, ids, (slots[slot] as number) - 1) === 0) {
        throw new RangeError(`Unexpected second letterbox with id: ${formatId(ids, rank)}`)
      }
    }
    slots[slot] = rank + 1
  }
}

/** Rank of an id, or -1. */
export function findRank(slots: Uint32Array, ids: Uint32Array, words: Uint32Array): number {
  let slot = slotOf(slots, words, 0)
  for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
    const rank = (slots[slot] as number) - 1
    if (compareIds(words, 0, ids, rank) === 0) return rank
  }
  return -1
}

/** Hashes all words, because time-ordered and made-up UUIDs differ only in some of them. */
function slotOf(slots: Uint32Array, ids: Uint32Array, rank: number): number {
  const mixed =
    (ids[rank * 4] as number) ^
    (ids[rank * 4 + 1] as number) ^
    (ids[rank * 4 + 2] as number) ^
    (ids[rank * 4 + 3] as number)
  const hash = Math.imul(mixed, 0x9e3779b1)
  return (hash ^ (hash >>> 15)) & (slots.length - 1)
}
