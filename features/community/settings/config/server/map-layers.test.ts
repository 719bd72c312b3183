import { expect, it } from 'vitest'
import { mapLayers } from './map-layers.ts'

const STREETS = {
  extent: { minzoom: 0, maxzoom: 14, bounds: [9, 47, 10, 48] as [number, number, number, number] },
}
const NONE = { extent: null }
const shown = (mapLayersSetting: 'online' | 'offline', streetMap: typeof STREETS | typeof NONE) =>
  mapLayers({ mapLayers: mapLayersSetting }, streetMap).map(
    ({ id, url, streets }) =>
      `${id}${url === null ? '' : ' of others'}${streets ? ' with streets' : ''}`,
  )

it('map layers begin with the community’s own streets, and query others only for a chosen layer', () => {
  expect(shown('online', STREETS)).toEqual([
    'product with streets',
    'street of others',
    'satellite of others',
  ])
  expect(shown('offline', STREETS)).toEqual(['product with streets'])
})

it('map layers fall back to the bundled map if there are no streets', () => {
  expect(shown('online', NONE)).toEqual([
    'product of others',
    'street of others',
    'satellite of others',
    'offline',
  ])
  expect(shown('offline', NONE)).toEqual(['offline'])
})

it('map layers have the extent and the attribution of the streets', () => {
  const [layer] = mapLayers({ mapLayers: 'offline' }, STREETS)
  expect(layer?.streets).toEqual({ url: '/basemap/streets/{z}/{x}/{y}.mvt', ...STREETS.extent })
  expect(layer?.attribution).toMatch(/^© OpenStreetMap contributors · /)
})
