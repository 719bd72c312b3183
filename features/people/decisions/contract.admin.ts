import { z } from 'zod'
import { adminListAnswer, adminPageSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { decisionSchema, objectionSchema } from './contract.ts'
import { DECISION_GROUNDS, OBJECTION_OUTCOMES, YEAR_COUNTS } from './decision-kinds.ts'

const decidedMessageSchema = z.object({ text: z.string(), created_at: z.iso.datetime() })

const person = z.object({ id: z.uuid(), name: z.string() })

export const adminObjectionSchema = decisionSchema.extend({
  id: z.uuid(),
  objection: z.string(),
  /** The messages it is about, oldest first: those that still exist and that the viewer may read. */
  messages: z.array(decidedMessageSchema),
  /** Whether a program had detected it. */
  automated: z.boolean(),
  /** The objector, and the language in which they read the answer; null once the account is deleted. */
  user: person.extend({ lang: languageSchema }).nullable(),
  decided_by: person.nullable(),
  handled_at: z.iso.datetime().nullable(),
  handled_by: person.nullable(),
  /**
   * False for the person who decided, unless there is no other moderator or administrator who could
   * answer.
   */
  may_answer: z.boolean(),
})
export type AdminObjection = z.infer<typeof adminObjectionSchema>

const yearCountSchema = z.object({
  /** The counted cases: reports of letterboxes and of messages, held messages, decisions, and objections. */
  about: z.enum(YEAR_COUNTS),
  /** The type of a report, the reason of a reported message, or the kind of a decision. */
  kind: z.string(),
  /** Only for decisions. */
  ground: z.enum(DECISION_GROUNDS).nullable(),
  after_report: z.boolean().nullable(),
  /** Only for decisions: whether a program had detected it. */
  automated: z.boolean().nullable(),
  /** How many were decided in the year; for objections, how many arrived. */
  count: z.int(),
  /**
   * How many of them had an effect: reports that were acted on, held messages that were discarded,
   * decisions that were reversed.
   */
  acted: z.int().nullable(),
  /** Hours from arrival to decision. */
  median_hours: z.number().nullable(),
})
export type YearCount = z.infer<typeof yearCountSchema>

/** How the staff answer objections. */
export const adminDecisionsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/objections',
    summary:
      'Lists objections, longest waiting first, answered ones last answered first; reading their messages is logged',
    access: 'back_office',
    query: adminPageSchema.extend({ state: z.enum(['open', 'answered']).default('open') }),
    status: 200,
    answer: adminListAnswer(adminObjectionSchema),
    errors: [],
  },
  year: {
    method: 'GET',
    path: '/admin/objections/year',
    summary:
      'Returns the figures of a year for a transparency report (Articles 15 and 24 of the Digital Services Act), without persons',
    access: 'back_office',
    query: z.object({ year: queryIntSchema.pipe(z.int().min(2000).max(2999)) }),
    status: 200,
    answer: z.array(yearCountSchema),
    errors: [],
  },
  answer: {
    method: 'POST',
    path: '/admin/objections/answer',
    summary:
      'Answers an objection by mail; changes no account and no letterbox, and delivers no message. Forbidden for the author of the decision if another moderator or administrator could answer',
    access: 'back_office',
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      outcome: z.enum(OBJECTION_OUTCOMES, VALIDATION.invalid),
      text: objectionSchema.shape.text,
    }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found', 'conflict', 'forbidden'],
  },
})
