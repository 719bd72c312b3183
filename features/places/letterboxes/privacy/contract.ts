import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'

export const privacySchema = z.object({
  show_on_map: z.boolean(),
  show_name: z.boolean(),
  show_email: z.boolean(),
  enable_messaging: z.boolean(),
  enable_notifications: z.boolean(),
  /** If off, others cannot send requests to this letterbox; its owner can still send requests. */
  takes_requests: z.boolean(),
})
export type Privacy = z.infer<typeof privacySchema>

export const DEFAULT_PRIVACY: Privacy = {
  show_on_map: true,
  show_name: false,
  show_email: false,
  enable_messaging: false,
  enable_notifications: false,
  takes_requests: true,
}

export const privacyApi = defineEndpoints({
  update: {
    method: 'POST',
    path: '/privacy/update',
    whileWaiting: true,
    summary: 'Changes the privacy switches; a switch that is left out keeps its value',
    access: 'user',
    body: privacySchema.partial(),
    status: 200,
    answer: privacySchema,
    errors: ['validation'],
  },
})
