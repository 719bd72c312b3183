import { z } from 'zod'
import { itemIdSchema } from '#features/places/items/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'

/** For how many things one account can wait at a time. */
export const MAX_WAITS = 20
/** After this many days without a turn a wait ends. */
export const WAIT_DAYS = 180

const thingSchema = z.object({ letterbox_id: z.uuid(), item_id: itemIdSchema })

/** "Tell me when I can ask for it." */
export const waitSchema = thingSchema.extend({
  /** Where the letterbox is; null while the member does not see it on the map. */
  address: z.string().nullable(),
  postcode: z.string().nullable(),
  city: z.string().nullable(),
  /** Place in the line: 1 is the first. Null while the member cannot ask there, also once a copy is free. */
  position: z.int().nullable(),
  /** Whether a copy is free and it is the member's turn to ask, and until when; null before. */
  turn_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type Wait = z.infer<typeof waitSchema>

export const waitsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/waits',
    summary:
      'Lists the things that the caller waits for, with the place in each line, oldest first',
    access: 'user',
    status: 200,
    answer: z.array(waitSchema),
    errors: [],
  },
  join: {
    method: 'POST',
    path: '/waits/join',
    summary:
      'Joins the line for an item of a letterbox whose copies are all lent, or where nobody can be reached; repeating it is harmless. Asking for the item ends the wait',
    access: 'user',
    body: thingSchema,
    status: 200,
    answer: waitSchema,
    errors: [
      'email_not_confirmed',
      'messaging_disabled',
      'not_found',
      'own_letterbox',
      'not_borrowable',
      'asked_already',
      'household_asked',
      'household_waits',
      'status_changed',
      'too_many_waits',
    ],
  },
  leave: {
    method: 'POST',
    path: '/waits/leave',
    whileWaiting: true,
    summary: 'Leaves the line for an item of a letterbox; repeating it is harmless',
    access: 'user',
    body: thingSchema,
    status: 204,
    answer: null,
    errors: [],
  },
  leaveByLink: {
    method: 'POST',
    path: '/waits/leaveByLink',
    summary: 'Leaves the line with the link of the mail about the turn',
    access: 'public',
    body: z.object({ token: tokenSchema }),
    status: 200,
    answer: z.object({ item_id: z.int() }),
    errors: ['invalid_token'],
  },
  here: {
    method: 'GET',
    path: '/waits/here',
    summary: "Counts the people who wait for each item of the caller's letterbox, without names",
    access: 'user',
    status: 200,
    answer: z.array(z.object({ item_id: z.int(), count: z.int() })),
    errors: [],
  },
})
