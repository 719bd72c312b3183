import type { Area } from '#platform/shared/areas.ts'

/** An area with postcodes, and an outline that covers the same spot. */
export const POSTCODES: Area = { country: 'CH', postcodes: ['8037', '8049'], outline: [] }
export const OUTLINE: Area = {
  country: null,
  postcodes: [],
  outline: [
    [8.51, 47.39],
    [8.54, 47.39],
    [8.54, 47.4],
    [8.51, 47.4],
  ],
}

/** Where a letterbox or an order is. */
export interface Spot {
  postcode: string
  latitude: number
  longitude: number
}

export const INSIDE: Spot = { postcode: '8037', latitude: 47.395, longitude: 8.525 }
export const OUTSIDE: Spot = { postcode: '8004', latitude: 47.376, longitude: 8.525 }
