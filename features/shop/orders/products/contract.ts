import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'

/** The product of an order. */
export const orderedProductSchema = z.object({
  id: z.int(),
  /** In German. */
  name: z.string(),
  name_en: z.string(),
  name_fr: z.string(),
  /** Price of one piece. Resellers get tiers; a membership costs as many pieces as its tier says. */
  price: z.number(),
})
export type OrderedProduct = z.infer<typeof orderedProductSchema>

/** A product on sale. */
export const productSchema = orderedProductSchema.extend({
  /** Prices per piece from a number of pieces on, largest number first; empty if the price is always the same. */
  tiers: z.array(z.object({ from: z.int(), price: z.number() })),
})
export type Product = z.infer<typeof productSchema>

export const productsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/product',
    summary: 'Lists the products that can be ordered',
    access: 'public',
    status: 200,
    answer: z.array(productSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/product/byId',
    summary: 'Returns one product',
    access: 'public',
    // The column is a `smallint`.
    query: z.object({ product_id: queryIntSchema.pipe(z.int().max(32_767)) }),
    status: 200,
    answer: productSchema,
    errors: ['not_found'],
  },
})
