import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { KEY_IDS, KEY_MAKERS, KEY_PLACES, KEY_ROTATIONS } from './key-table.ts'

/** Neither values nor hashes of keys. */
export const shownKeySchema = z.object({
  id: z.enum(KEY_IDS),
  place: z.enum(KEY_PLACES),
  maker: z.enum(KEY_MAKERS),
  rotation: z.enum(KEY_ROTATIONS),
  /** Settings that may hold the key. */
  settings: z.array(z.string()),
  /** Null: unknown to the server. */
  is_set: z.boolean().nullable(),
  /** When it was made; null if that was not recorded. */
  made_at: z.iso.datetime().nullable(),
  /** How long the previous key is still accepted; null if it is not. */
  previous_until: z.iso.datetime().nullable(),
  /** How many there are, for kinds with several. */
  count: z.number().nullable(),
  /** For the key that signs mails: the next one waits for its DNS entry. */
  next_waits: z.boolean(),
})
export type ShownKey = z.infer<typeof shownKeySchema>

export const keysApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/keys',
    summary: 'Lists the keys, where they are stored and since when, without their values',
    access: 'back_office',
    status: 200,
    answer: z.object({
      rows: z.array(shownKeySchema),
      /** Command to rotate a key, without the key's id. */
      command: z.string(),
    }),
    errors: [],
  },
})
