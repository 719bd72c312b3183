import { z } from 'zod'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

/** `new`: not looked at yet. */
export const IDEA_STATES = ['new', 'seen', 'settled'] as const
export type IdeaState = (typeof IDEA_STATES)[number]

/** A sticker that a customer would like to see. */
export const orderIdeaSchema = z.object({
  /** Id of the order. */
  id: z.uuid(),
  refno: z.string(),
  idea: z.string(),
  name: z.string(),
  order_date: z.iso.datetime(),
  state: z.enum(IDEA_STATES),
})
export type OrderIdea = z.infer<typeof orderIdeaSchema>

const ideaFilterSchema = z.object({
  search: adminListSchema.shape.search,
  state: z.enum(IDEA_STATES).optional(),
})

export const orderIdeasApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/orders/ideas',
    communityToken: true,
    summary:
      'Lists ideas for new stickers that came with orders, newest first; `search` looks into them',
    access: 'back_office',
    query: adminListSchema.extend(ideaFilterSchema.shape),
    status: 200,
    answer: adminListAnswer(orderIdeaSchema).extend({
      counts: z.record(z.enum(IDEA_STATES), z.int()),
    }),
    errors: [],
  },
  mark: {
    method: 'POST',
    path: '/admin/orders/ideas/mark',
    summary: 'Marks an idea as seen or settled',
    access: 'back_office',
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      /** The state that the caller read; rejected if another administrator has changed it since. */
      from: z.enum(IDEA_STATES, VALIDATION.invalid),
      to: z.enum(IDEA_STATES, VALIDATION.invalid),
    }),
    status: 200,
    answer: orderIdeaSchema,
    errors: ['validation', 'not_found', 'changed_meanwhile'],
  },
  export: {
    method: 'GET',
    path: '/admin/orders/ideas/export',
    summary: 'Returns ideas for new stickers as CSV in UTF-8, without names',
    access: 'back_office',
    query: ideaFilterSchema,
    status: 200,
    media: 'text/csv',
    answer: z.file(),
    errors: ['rate_limited'],
  },
})
