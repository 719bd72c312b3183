import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ROOT } from '../project.mjs'
import { listPlaces } from './place-list.mjs'
import { drawTerrain } from './terrain.mjs'

/** Failing? Run `node scripts/geodata/build.mjs`. */
const written = (...path: string[]) => readFileSync(join(ROOT, ...path))

it('the stored places match their source', () => {
  const kept = brotliDecompressSync(
    written('features', 'places', 'geocoding', 'server', 'places.tsv.br'),
  ).toString()
  expect(kept.split('\n').length).toBeGreaterThan(60_000)
  // Not `toBe`: a failure would print the diff of two texts of four million characters.
  expect(kept === listPlaces()).toBe(true)
})

it('the stored terrain of the demo matches its source', () => {
  const kept = JSON.parse(written('app', 'server', 'demo', 'terrain.json').toString())
  expect(Object.keys(kept.municipalities).length).toBeGreaterThan(150)
  expect(JSON.stringify(kept) === JSON.stringify(drawTerrain())).toBe(true)
})
