import { z } from 'zod'
import {
  inboxAnswer,
  inboxChanges,
  inboxDetailSchema,
  inboxErrors,
  inboxListSchema,
  inboxRowSchema,
} from '#features/community/moderation/inboxes/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { FEEDBACK_TYPES } from './contract.ts'

/** What lists show in addition to the first line. */
const aboutSchema = z.object({
  type: z.enum(FEEDBACK_TYPES),
  /** The author's id and first name. */
  author: z.object({ id: z.uuid(), name: z.string() }),
})
export const adminFeedbackRowSchema = inboxRowSchema.extend(aboutSchema.shape)
export type AdminFeedbackRow = z.infer<typeof adminFeedbackRowSchema>

export const adminFeedbackSchema = inboxDetailSchema.extend({
  ...aboutSchema.shape,
  content: z.string(),
  /** Address for an answer, and its language; null if the account has no address. */
  email: z.string().nullable(),
  lang: languageSchema,
})
export type AdminFeedback = z.infer<typeof adminFeedbackSchema>

/** Every change returns the changed feedback. */
const change = {
  method: 'POST',
  access: 'back_office',
  status: 200,
  answer: adminFeedbackSchema,
  errors: inboxErrors,
} as const

export const adminFeedbackApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/feedback',
    summary:
      'Feedback, the longest waiting first, settled the last settled first; `search` looks into what was written and first names',
    access: 'back_office',
    query: inboxListSchema.extend({ type: z.enum(FEEDBACK_TYPES).optional() }),
    status: 200,
    answer: inboxAnswer(adminFeedbackRowSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/feedback/byId',
    summary: 'The whole feedback, with its answers; that it was read is noted',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: adminFeedbackSchema,
    errors: ['not_found'],
  },
  assign: {
    ...change,
    path: '/admin/feedback/assign',
    summary: 'Takes feedback, or gives it back',
    body: inboxChanges.assign,
  },
  note: {
    ...change,
    path: '/admin/feedback/note',
    summary: 'Replaces the note that the staff keeps about feedback',
    body: inboxChanges.note,
  },
  settle: {
    ...change,
    path: '/admin/feedback/settle',
    summary: 'Says what came of feedback',
    body: inboxChanges.settle,
  },
  reopen: {
    ...change,
    path: '/admin/feedback/reopen',
    summary: 'Settled feedback waits again',
    body: inboxChanges.reopen,
  },
  answer: {
    ...change,
    path: '/admin/feedback/answer',
    summary: 'Mails an answer to whoever wrote it, in their language, and keeps it',
    body: inboxChanges.answer,
  },
})
