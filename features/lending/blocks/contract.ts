import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

/** A person whom the caller has blocked. */
export const blockedPersonSchema = z.object({
  user_id: z.uuid(),
  /**
   * First name, or else the street, as far as the caller could see them before the block; null if neither was
   * visible.
   */
  name: z.string().nullable(),
  /** The blocked person's letterbox, which the caller's map leaves out; null if there is none on the map. */
  letterbox_id: z.uuid().nullable(),
  blocked_at: z.iso.datetime(),
})
export type BlockedPerson = z.infer<typeof blockedPersonSchema>

const personSchema = z.object({ user_id: z.uuid(VALIDATION.invalid) })

/** A block holds in both directions. The blocked person does not learn who caused it. */
export const blocksApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/users/blocked',
    summary: 'Lists the users whom the caller has blocked, last blocked first',
    access: 'user',
    status: 200,
    answer: z.array(blockedPersonSchema),
    errors: [],
  },
  block: {
    method: 'POST',
    path: '/users/block',
    whileWaiting: true,
    summary: 'Blocks a user: the two no longer see each other, and their conversations close',
    access: 'user',
    body: personSchema,
    status: 204,
    answer: null,
    errors: ['validation', 'conflict', 'rate_limited'],
  },
  unblock: {
    method: 'POST',
    path: '/users/unblock',
    whileWaiting: true,
    summary:
      'Unblocks a user; their conversations can go on unless the other one has blocked the caller as well',
    access: 'user',
    body: personSchema,
    status: 204,
    answer: null,
    errors: ['validation'],
  },
})
