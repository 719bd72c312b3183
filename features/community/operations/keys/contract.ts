import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { KEY_IDS, KEY_MAKERS, KEY_PLACES, KEY_ROTATIONS } from './key-table.ts'

/** Never a value, and no hash of one. */
export const shownKeySchema = z.object({
  id: z.enum(KEY_IDS),
  place: z.enum(KEY_PLACES),
  maker: z.enum(KEY_MAKERS),
  rotation: z.enum(KEY_ROTATIONS),
  /** The names of settings that hold it, or may hold it. */
  settings: z.array(z.string()),
  /** Null: nobody here can tell. */
  is_set: z.boolean().nullable(),
  /** When it was made; null where that was not noted. */
  made_at: z.iso.datetime().nullable(),
  /** Until when the one before is still taken; null where none is. */
  previous_until: z.iso.datetime().nullable(),
  /** Of what there are many: how many. */
  count: z.number().nullable(),
  /** Of the key that signs mails: whether the next one waits for its entry in the name server. */
  next_waits: z.boolean(),
})
export type ShownKey = z.infer<typeof shownKeySchema>

export const keysApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/keys',
    summary: 'Which keys there are, where they lie and since when, without their values',
    access: 'back_office',
    status: 200,
    answer: z.object({
      rows: z.array(shownKeySchema),
      /** What is typed on the server before the id of a key to rotate it. */
      command: z.string(),
    }),
    errors: [],
  },
})
