import { z } from 'zod'
import { itemSchema } from '#features/places/items/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'

export const letterboxItemsApi = defineEndpoints({
  byLetterbox: {
    method: 'GET',
    path: '/items/getAllItemsByLetterboxId',
    summary: 'Lists the items of one letterbox',
    access: 'optional',
    query: z.object({ letterboxId: z.uuid() }),
    status: 200,
    answer: z.array(itemSchema),
    errors: ['not_found'],
  },
})
