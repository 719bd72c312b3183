import { LETTERBOX_KINDS } from '../../letterbox-kinds.ts'
import { formatId } from './ids.ts'
import type { IndexRow } from './segment.ts'

/** Pseudo-random numbers in 0..1 (mulberry32), the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Centres of towns, each with the cumulative share of letterboxes; a rough model of the population. */
const TOWNS = [
  { latitude: 47.3769, longitude: 8.5417, degrees: 0.08, upTo: 0.35 },
  { latitude: 46.948, longitude: 7.4474, degrees: 0.06, upTo: 0.5 },
  { latitude: 48.2082, longitude: 16.3738, degrees: 0.12, upTo: 0.65 },
  { latitude: 52.52, longitude: 13.405, degrees: 0.2, upTo: 0.8 },
  { latitude: 47.5, longitude: 9.5, degrees: 4, upTo: 1 },
] as const

/** The centre of {@link town}, where four tiles meet at each zoom up to 11. */
export const CROWDED_TOWN = { latitude: 47.3983, longitude: 8.6133 }

/** `size` letterboxes with about six of sixty stickers each, dense in towns. */
export function* community(size: number, seed: number): Generator<IndexRow> {
  const random = randomNumbers(seed)
  for (let i = 0; i < size; i++) {
    const pick = random()
    const town = TOWNS.find(({ upTo }) => pick < upTo) ?? TOWNS[0]
    const kind = LETTERBOX_KINDS[Math.min(4, Math.floor(random() ** 0.3 * 5))] ?? 'normal'
    yield {
      id: randomId(random),
      latitude: roundTo7(town.latitude + bell(random) * town.degrees),
      longitude: roundTo7(town.longitude + bell(random) * town.degrees * 1.5),
      kind,
      messaging: kind.startsWith('messaging') || (kind !== 'normal' && random() < 0.5),
      silent: false,
      stickers: randomStickers(random),
    }
  }
}

/** `size` letterboxes in one town of about four kilometres across. */
export function* town(size: number, seed: number): Generator<IndexRow> {
  const random = randomNumbers(seed)
  for (let i = 0; i < size; i++) {
    yield {
      id: randomId(random),
      latitude: roundTo7(CROWDED_TOWN.latitude + (random() + random() - 1) * 0.02),
      longitude: roundTo7(CROWDED_TOWN.longitude + (random() + random() - 1) * 0.03),
      kind: 'messaging',
      messaging: true,
      silent: false,
      stickers: randomStickers(random),
    }
  }
}

function randomStickers(random: () => number): number[] {
  const stickers: number[] = []
  const count = 3 + Math.floor(random() * 7)
  while (stickers.length < count) stickers.push(1 + Math.floor(random() ** 1.7 * 60))
  return stickers
}

export function randomId(random: () => number): string {
  const words = new Uint32Array(4)
  for (let word = 0; word < 4; word++) {
    const high = Math.floor(random() * 65536)
    words[word] = high * 65536 + Math.floor(random() * 65536)
  }
  words[1] = ((words[1] as number) & 0xffff0fff) | 0x4000
  words[2] = ((words[2] as number) & 0x0fffffff) | 0xa0000000
  return formatId(words, 0)
}

/** Roughly normal distribution around 0, within -1.5..1.5. */
function bell(random: () => number): number {
  return random() + random() + random() - 1.5
}

function roundTo7(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
