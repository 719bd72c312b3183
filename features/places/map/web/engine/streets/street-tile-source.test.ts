import { afterEach, expect, it, vi } from 'vitest'
import { writeVectorTile } from '#platform/web/testing/vector-tile.ts'
import { StreetTileSource } from './street-tile-source.ts'

const source = new StreetTileSource({ url: '/basemap/streets/{z}/{x}/{y}.mvt' })
const answer = (body: BodyInit | null, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status })),
  )
afterEach(() => vi.unstubAllGlobals())

const TILE = writeVectorTile({
  roads: [
    {
      type: 2,
      points: [
        [0, 0],
        [2048, 0],
      ],
      props: { name: 'Städtle', kind: 'minor_road' },
    },
    {
      type: 2,
      points: [
        [2048, 0],
        [4096, 0],
      ],
      props: { name: 'Städtle', kind: 'minor_road' },
    },
  ],
  water: [
    {
      type: 2,
      points: [
        [0, 0],
        [0, 4096],
      ],
      props: { name: 'Rhein', kind: 'river' },
    },
    {
      type: 2,
      points: [
        [9, 0],
        [9, 4096],
      ],
      props: { name: 'Rohr', is_tunnel: 'yes' },
    },
  ],
})

it('the tile source returns layers in pixels of the requested size, with joined names', async () => {
  answer(TILE)
  const layers = await source.get({ z: 14, x: 8625, y: 5753 }, 512)
  expect(fetch).toHaveBeenCalledWith('/basemap/streets/14/8625/5753.mvt')
  expect(layers.get('roads')?.length).toBe(2)
  const [street, ...more] = layers.get('road_names') ?? []
  expect(more).toEqual([])
  expect(street?.geom.map((line) => line.map(({ x, y }) => [x, y]))).toEqual([
    [
      [0, 0],
      [256, 0],
      [512, 0],
    ],
  ])
  expect(street?.props.name).toBe('Städtle')
  expect(layers.get('water_names')?.map(({ props }) => props.name)).toEqual(['Rhein'])
})

it('the tile source returns no names for streets of a few pixels', async () => {
  answer(TILE)
  expect((await source.get({ z: 10, x: 1, y: 1 }, 512)).has('road_names')).toBe(false)
})

it('the tile source returns no layers outside the region', async () => {
  answer(null, 204)
  expect((await source.get({ z: 14, x: 0, y: 0 }, 512)).size).toBe(0)
})

it('the tile source rejects for a refused and for a damaged tile', async () => {
  answer('{}', 429)
  await expect(source.get({ z: 14, x: 0, y: 0 }, 512)).rejects.toThrow('429')
  answer(TILE.slice(0, 40))
  await expect(source.get({ z: 14, x: 0, y: 0 }, 512)).rejects.toThrow()
})
