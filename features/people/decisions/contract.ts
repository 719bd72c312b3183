import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { tokenSchema as mailedTokenSchema } from '#platform/shared/mailed-token.ts'
import {
  DECISION_GROUNDS,
  DECISION_KINDS,
  OBJECTION_MAX_LENGTH,
  OBJECTION_OUTCOMES,
} from './decision-kinds.ts'

const textSchema = plainTextSchema({
  max: OBJECTION_MAX_LENGTH,
  tooLong: VALIDATION.messageLength,
  missing: VALIDATION.message,
  invalid: VALIDATION.message,
})

export const objectionSchema = z.object({ text: textSchema })

const tokenSchema = z.object({ token: mailedTokenSchema })

export const decisionSchema = z.object({
  kind: z.enum(DECISION_KINDS),
  ground: z.enum(DECISION_GROUNDS),
  reason: z.string(),
  decided_at: z.iso.datetime(),
  /** Null until there is an objection. */
  objected_at: z.iso.datetime().nullable(),
  /** Null until the objection is answered. */
  outcome: z.enum(OBJECTION_OUTCOMES).nullable(),
  answer: z.string(),
})
export type Decision = z.infer<typeof decisionSchema>

/** Objections to decisions of the staff, by the link in the mail about the decision. */
export const decisionsApi = defineEndpoints({
  about: {
    method: 'POST',
    path: '/objections/about',
    summary: 'Returns a decision, and what became of an objection to it',
    access: 'public',
    body: tokenSchema,
    status: 200,
    answer: decisionSchema,
    errors: ['validation', 'invalid_token'],
  },
  object: {
    method: 'POST',
    path: '/objections/store',
    summary: 'Objects to a decision, once; a member of the staff answers by mail',
    access: 'public',
    body: tokenSchema.extend(objectionSchema.shape),
    status: 204,
    answer: null,
    errors: ['validation', 'invalid_token', 'conflict'],
  },
})
