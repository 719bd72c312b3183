import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { SECURITY_EVENT_ACTORS, SECURITY_EVENT_KINDS, SECURITY_EVENT_WAYS } from './event-kinds.ts'

/** Events per page. */
export const SECURITY_EVENTS_PAGE = 20

export const securityEventSchema = z.object({
  id: z.uuid(),
  /** For counted events, the last time. */
  at: z.iso.datetime(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  way: z.enum(SECURITY_EVENT_WAYS).nullable(),
  by: z.enum(SECURITY_EVENT_ACTORS),
  /** Names without versions, such as Firefox and Android; null if not recognised. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Occurrences within the hour. */
  count: z.int().min(1),
})
export type SecurityEvent = z.infer<typeof securityEventSchema>

export const securityEventsPageSchema = z.object({
  /** 1-based. */
  page: queryIntSchema.pipe(z.int().min(1).max(100_000)).default(1),
})

export const securityEventsSchema = z.object({
  rows: z.array(securityEventSchema),
  total: z.int(),
  /** Retention in days. */
  kept_days: z.int(),
})
export type SecurityEvents = z.infer<typeof securityEventsSchema>

export const securityEventsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/securityEvents',
    sessionOnly: true,
    summary: "Lists the security events of the caller's account, newest first",
    access: 'user',
    query: securityEventsPageSchema,
    status: 200,
    answer: securityEventsSchema,
    errors: [],
  },
})
