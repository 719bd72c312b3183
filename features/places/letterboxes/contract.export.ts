import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { roleNameSchema } from './contract.ts'

export const EXPORT_LIMIT = { default: 500, max: 1000 } as const

/** GeoJSON (RFC 7946). Coordinates are longitude, latitude. Without streets and names. */
export const letterboxFeatureSchema = z.object({
  type: z.literal('Feature'),
  id: z.uuid(),
  geometry: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    postcode: z.string(),
    city: z.string(),
    country: z.string(),
    role_name: roleNameSchema,
    enable_messaging: z.boolean(),
    takes_requests: z.boolean(),
    active: z.boolean(),
    /** Ids of the items that the letterbox lends. */
    items: z.array(z.int()),
    url: z.string(),
  }),
})

export const letterboxExportSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(letterboxFeatureSchema),
  /** URL of the next page; null on the last page. */
  next: z.string().nullable(),
})
export type LetterboxExport = z.infer<typeof letterboxExportSchema>

export const letterboxExportApi = defineEndpoints({
  geojson: {
    method: 'GET',
    path: '/letterboxes/geojson',
    openData: true,
    summary: 'Returns the public map as GeoJSON, page by page in the order of ids',
    access: 'public',
    query: z.object({
      limit: queryIntSchema.pipe(z.int().min(1).max(EXPORT_LIMIT.max)).optional(),
      /** Id of the last feature of the previous page. */
      after: z.uuid().optional(),
    }),
    status: 200,
    answer: letterboxExportSchema,
    errors: [],
  },
})
