import { describe, expect, it } from 'vitest'
import { INITIAL_MAP_STATE } from '#features/places/map/web/data/map-state.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { askableDays, nearbyQuery } from './nearby-query.ts'

const near = { latitude: 47.37, longitude: 8.54, zoom: 15 }
const beside = { latitude: 47.3705, longitude: 8.5405 }
const elsewhere = { latitude: 46.95, longitude: 7.44 }

const query = (
  from: typeof near,
  located: typeof beside | null = null,
  home: typeof beside | null = null,
) => {
  const nearby = nearbyQuery({ ...INITIAL_MAP_STATE, near: from }, null, located, home)
  if (!nearby) throw new Error('Nothing is asked.')
  return nearby
}

describe('nearbyQuery', () => {
  it('covers at least 5 km to each side at any latitude, and more at lower zooms', () => {
    for (const latitude of [0, 47.37, -60, 78.2]) {
      for (const [zoom, reach] of [
        [18, 5000],
        [15, 5000],
        [13, 20_000],
      ] as const) {
        const { box, origin } = query({ latitude, longitude: 8.54, zoom })
        for (const edge of [
          { latitude: box.north, longitude: origin.longitude },
          { latitude: box.south, longitude: origin.longitude },
        ]) {
          expect(distanceInMetres(origin, edge)).toBeCloseTo(reach, -2)
        }
        for (const corner of [box.north, box.south]) {
          const parallel = { latitude: corner, longitude: origin.longitude }
          const across = distanceInMetres(parallel, { latitude: corner, longitude: box.east })
          expect(across).toBeGreaterThan(0.99 * reach)
        }
      }
    }
  })

  it('covers the whole world at low zoom, at a pole and across the antimeridian', () => {
    expect(query({ ...near, zoom: 3 }).box).toEqual({
      west: -180,
      south: -90,
      east: 180,
      north: 90,
    })
    expect(query({ latitude: 89.99, longitude: 0, zoom: 15 }).box).toMatchObject({
      west: -180,
      east: 180,
      north: 90,
    })
    const { box } = query({ latitude: 0, longitude: 179.99, zoom: 15 })
    expect([box.west, box.east]).toEqual([expect.closeTo(179.945, 3), expect.closeTo(-179.965, 3)])
  })

  it('measures from the viewer if near, otherwise from the middle of the map', () => {
    expect(query(near, beside)).toMatchObject({ nearestTo: 'you', origin: beside })
    const { latitude, longitude } = near
    expect(query(near, elsewhere)).toMatchObject({
      nearestTo: 'middle',
      origin: { latitude, longitude },
    })
  })

  it('measures from the user’s own letterbox if the map shows it and the viewer is unknown or elsewhere', () => {
    const home = { latitude: 47.3712, longitude: 8.5388 }
    expect(query(near, null, home)).toMatchObject({ nearestTo: 'home', origin: home })
    expect(query(near, elsewhere, home)).toMatchObject({ nearestTo: 'home', origin: home })
    expect(query(near, beside, home)).toMatchObject({ nearestTo: 'you', origin: beside })
    // A user who looks at another town wants to know what is near there.
    expect(query(near, null, elsewhere)).toMatchObject({ nearestTo: 'middle' })
  })
})

it('days of a link that are over or too far ahead do not count', () => {
  const days = (from: string, until = from) => askableDays({ from, until }, '2026-12-01')
  expect(days('2026-12-01')).toEqual({ from: '2026-12-01', until: '2026-12-01' })
  expect(days('2026-11-30', '2026-12-02')).toBeNull()
  expect(days('2027-12-01')).not.toBeNull()
  expect(days('2026-12-01', '2027-12-02')).toBeNull()
  expect(askableDays(null, '2026-12-01')).toBeNull()
})
