import { afterEach, expect, it, vi } from 'vitest'
import { SheetStore } from './sheet-store.ts'

const INDEX = {
  whole: [
    { name: 'world', min: 0, max: 3 },
    { name: 'country', min: 4, max: 10, box: [0.5, 0.3, 0.6, 0.4] },
    { name: 'island', min: 4, max: 10, box: [0.1, 0.1, 0.2, 0.2] },
  ],
  grids: [{ prefix: 'fine', min: 4, max: 30, grid: 1, tiles: ['1-0'] }],
}
const BOX = { west: 0.52, east: 0.53, north: 0.32, south: 0.33 }

/** A sheet with one place, named like the sheet. */
const sheetOf = (name: string) => ({ bits: 8, names: [name], positions: 'AA', ranks: [1] })

/** A folder of sheets, some of which cannot be loaded. */
function storeWithout(missing: readonly string[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const name = url.replace(/^.*\/(.*)\.json$/, '$1')
    asked.push(name)
    if (missing.includes(name)) return Promise.reject(new TypeError('no network'))
    return Promise.resolve(Response.json(name === 'index' ? INDEX : sheetOf(name)))
  })
  return { store: new SheetStore('/basemap/'), asked }
}

afterEach(() => vi.unstubAllGlobals())

it('the sheet store fetches each piece below a tile once', async () => {
  const { store, asked } = storeWithout([])
  expect(await store.sheetsFor(12, BOX)).toHaveLength(1)
  await store.sheetsFor(12, BOX)
  expect(asked).toEqual(['index', 'fine-1-0'])
})

it('the sheet store returns world and country sheets if a piece is unavailable', async () => {
  const { store, asked } = storeWithout(['fine-1-0'])
  expect(await store.sheetsFor(12, BOX)).toHaveLength(2)
  expect(asked).toEqual(['index', 'fine-1-0', 'world', 'country'])
})

it('the sheet store returns the places of the country if a finer piece is unavailable', async () => {
  const { store } = storeWithout(['fine-1-0'])
  await store.sheetsFor(12, BOX)
  expect((await store.placesFor(12)).length).toBe(2)
})

it('the sheet store rejects if no sheet is available', async () => {
  const { store } = storeWithout(['fine-1-0', 'world'])
  await expect(store.sheetsFor(12, BOX)).rejects.toThrow('no network')
})
