import { z } from 'zod'
import { adminListAnswer, adminPageSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'

export const DECLINE_REASON_MAX_LENGTH = 1000

/** What a moderator bases the decision on. */
export const newcomerSchema = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  lang: z.enum(LANGUAGES),
  waiting_since: z.iso.datetime(),
  /** The letterbox that the newcomer owns or has joined; null if none. */
  letterbox: z
    .object({
      address: z.string(),
      postcode: z.string(),
      city: z.string(),
      /** A code from a parcel or letter has proved that post arrives there. */
      address_verified: z.boolean(),
      /** Another user owns it and has invited the newcomer. */
      of_others: z.boolean(),
    })
    .nullable(),
})
export type Newcomer = z.infer<typeof newcomerSchema>

export const declineSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  /** Mailed to the newcomer. */
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
  /** `already_answered`: another moderator has decided, or the account is gone. */
  errors: ['validation', 'already_answered'],
} as const

export const newcomersApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/newcomers',
    summary:
      'Lists newcomers who have confirmed an e-mail address and wait to be let in, longest waiting first',
    access: 'back_office',
    query: adminPageSchema,
    status: 200,
    answer: adminListAnswer(newcomerSchema),
    errors: [],
  },
  letIn: {
    ...decision,
    path: '/admin/newcomers/letIn',
    summary: 'Lets a newcomer in and notifies them by mail',
    body: z.object({ id: z.uuid(VALIDATION.invalid) }),
  },
  decline: {
    ...decision,
    path: '/admin/newcomers/decline',
    summary: 'Deletes the account of a newcomer with all its data; the mail says why',
    body: declineSchema,
  },
})
