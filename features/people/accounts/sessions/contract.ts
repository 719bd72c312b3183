import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'

export const sessionSchema = z.object({
  id: z.uuid(),
  /** The session of this call. */
  current: z.boolean(),
  /** Opened by a link in a mail; limited to one conversation. */
  conversation: z.boolean(),
  /** Names without versions, such as Firefox and Android; null if not recognised. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Precise to the hour. */
  last_seen_at: z.iso.datetime(),
})
export type Session = z.infer<typeof sessionSchema>

export const sessionsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sessions',
    sessionOnly: true,
    summary: "Lists the caller's sessions, last seen first",
    access: 'user',
    status: 200,
    answer: z.array(sessionSchema),
    errors: [],
  },
  end: {
    method: 'POST',
    path: '/sessions/end',
    sessionOnly: true,
    whileWaiting: true,
    summary: "Ends one of the caller's sessions",
    access: 'user',
    body: z.object({ id: z.uuid() }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
  endOthers: {
    method: 'POST',
    path: '/sessions/endOthers',
    sessionOnly: true,
    whileWaiting: true,
    summary: "Ends all of the caller's sessions but this one",
    access: 'user',
    status: 204,
    answer: null,
    errors: [],
  },
  endAll: {
    method: 'POST',
    path: '/sessions/endAll',
    sessionOnly: true,
    whileWaiting: true,
    summary: "Ends all of the caller's sessions, this one too, and revokes unused login links",
    access: 'user',
    status: 204,
    answer: null,
    errors: [],
  },
})
