import { z } from 'zod'
import { adminListAnswer, adminPageSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'

export const DECLINE_REASON_MAX_LENGTH = 1000

/** What a moderator decides by. */
export const newcomerSchema = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  lang: z.enum(LANGUAGES),
  waiting_since: z.iso.datetime(),
  /** Of the letterbox that the person owns or joined; null for none. */
  letterbox: z
    .object({
      address: z.string(),
      postcode: z.string(),
      city: z.string(),
      /** A code of a parcel or a letter has proved that the post arrives there. */
      address_verified: z.boolean(),
      /** Somebody else owns it, and has invited the person. */
      of_others: z.boolean(),
    })
    .nullable(),
})
export type Newcomer = z.infer<typeof newcomerSchema>

export const declineSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  /** For the person, who is told by mail. */
  reason: plainTextSchema({
    max: DECLINE_REASON_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: VALIDATION.message,
    invalid: VALIDATION.invalid,
  }),
})

const decision = {
  method: 'POST',
  access: 'back_office',
  status: 204,
  answer: null,
  /** `already_answered`: somebody else has decided, or the person has gone. */
  errors: ['validation', 'already_answered'],
} as const

export const newcomersApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/newcomers',
    summary: 'Who has confirmed an e-mail address and waits to be let in, the longest first',
    access: 'back_office',
    query: adminPageSchema,
    status: 200,
    answer: adminListAnswer(newcomerSchema),
    errors: [],
  },
  letIn: {
    ...decision,
    path: '/admin/newcomers/letIn',
    summary: 'Lets somebody in, who is told by mail',
    body: z.object({ id: z.uuid(VALIDATION.invalid) }),
  },
  decline: {
    ...decision,
    path: '/admin/newcomers/decline',
    summary: 'Removes the account of somebody who waits, with all its data; the mail says why',
    body: declineSchema,
  },
})
