import type { Path, Place, Sheet } from './sheet.ts'

/** A sheet in the format of scripts/basemap/build.mjs: paths are text, see {@link decodePath}. */
export interface EncodedSheet {
  /** Coordinates are integers in units of 2^-bits of the world's width. */
  bits: number
  land?: string[]
  lakes?: string[]
  borders?: string[]
  cantons?: string[]
  municipalities?: string[]
  names?: string[]
  /** Keyed by language and index in `names`: the place's name in that language, if it differs. */
  translated?: Record<string, Record<number, string>>
  positions?: string
  ranks?: number[]
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const DIGIT = new Map([...ALPHABET].map((character, value) => [character, value]))

/** Zigzag numbers with five bits per character; the sixth bit means that more follows. */
export function decodeNumbers(text: string): number[] {
  const numbers: number[] = []
  let value = 0
  let weight = 1
  for (const character of text) {
    const digit = DIGIT.get(character)
    if (digit === undefined)
      throw new Error(`Unexpected character ${character} in a basemap sheet.`)
    value += (digit % 32) * weight
    weight *= 32
    if (digit < 32) {
      numbers.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2)
      value = 0
      weight = 1
    }
  }
  return numbers
}

function decodePath(text: string, scale: number): Path {
  const deltas = decodeNumbers(text)
  const points = new Float64Array(deltas.length)
  let x = 0
  let y = 0
  const path: Path = { points, west: 1, north: 1, east: 0, south: 0 }
  for (let i = 0; i + 1 < deltas.length; i += 2) {
    x += deltas[i] ?? 0
    y += deltas[i + 1] ?? 0
    const unitX = x / scale
    const unitY = y / scale
    points[i] = unitX
    points[i + 1] = unitY
    path.west = Math.min(path.west, unitX)
    path.east = Math.max(path.east, unitX)
    path.north = Math.min(path.north, unitY)
    path.south = Math.max(path.south, unitY)
  }
  return path
}

function decodePlaces(encoded: EncodedSheet, scale: number) {
  const { names = [], translated = {}, positions = '', ranks = [] } = encoded
  const numbers = decodeNumbers(positions)
  const languages = Object.entries(translated)
  return names.map((name, i): Place => {
    const rank = ranks[i] ?? 0
    return {
      name,
      translated: Object.fromEntries(languages.map(([language, own]) => [language, own[i]])),
      x: (numbers[i * 2] ?? 0) / scale,
      y: (numbers[i * 2 + 1] ?? 0) / scale,
      population: 2 ** (Math.abs(rank) / 2),
      quarter: rank < 0,
    }
  })
}

export function decodeSheet(encoded: EncodedSheet): Sheet {
  const scale = 2 ** encoded.bits
  const paths = (texts: string[] = []) => texts.map((text) => decodePath(text, scale))
  return {
    land: paths(encoded.land),
    lakes: paths(encoded.lakes),
    borders: paths(encoded.borders),
    cantons: paths(encoded.cantons),
    municipalities: paths(encoded.municipalities),
    places: decodePlaces(encoded, scale),
  }
}
