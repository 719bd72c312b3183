/** UUIDs as four big-endian words, and the hash table that finds the rank of one. */

/** The two digits of each byte. */
const DIGITS = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16BE(),
)
const NOT_HEX = 255
const NIBBLES = new Uint8Array(128).fill(NOT_HEX)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  NIBBLES[digit.charCodeAt(0)] = value
  NIBBLES[digit.toUpperCase().charCodeAt(0)] = value
}
const DASH = 45

/** Writes the words of `id` to `target`. Throws a RangeError on anything but a UUID. */
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

/** Where the two digits of each byte of a UUID stand in its text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const DASHES = [8, 13, 18, 23]
const ID_LENGTH = 36
/**
 * One buffer for all ids, since it is filled and copied without a pause. A string put together of
 * parts takes four times as long.
 */
const text = Buffer.alloc(ID_LENGTH)

export function formatId(ids: Uint32Array, rank: number): string {
  writeId(ids, rank, text, 0)
  return text.toString('latin1')
}

/** Writes the text of an id to `target`. Returns where it ends. */
export function writeId(ids: Uint32Array, rank: number, target: Uint8Array, at: number): number {
  for (let byte = 0; byte < 16; byte++) {
    const word = ids[rank * 4 + (byte >> 2)] as number
    const digits = DIGITS[(word >>> (24 - (byte & 3) * 8)) & 255] as number
    const place = at + (PLACES[byte] as number)
    target[place] = digits >>> 8
    target[place + 1] = digits & 255
  }
  for (const place of DASHES) target[at + place] = DASH
  return at + ID_LENGTH
}

/** Order of two ids: negative, zero or positive. */
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

/** Adds the ids of the ranks `from..to`. Throws a RangeError on an id that is there already. */
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

/** Rank of an id, -1 when it is not there. */
export function findRank(slots: Uint32Array, ids: Uint32Array, words: Uint32Array): number {
  let slot = slotOf(slots, words, 0)
  for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
    const rank = (slots[slot] as number) - 1
    if (compareIds(words, 0, ids, rank) === 0) return rank
  }
  return -1
}

/** Hashes all words, because time-ordered and made-up UUIDs differ in some of them only. */
function slotOf(slots: Uint32Array, ids: Uint32Array, rank: number): number {
  const mixed =
    (ids[rank * 4] as number) ^
    (ids[rank * 4 + 1] as number) ^
    (ids[rank * 4 + 2] as number) ^
    (ids[rank * 4 + 3] as number)
  const hash = Math.imul(mixed, 0x9e3779b1)
  return (hash ^ (hash >>> 15)) & (slots.length - 1)
}
