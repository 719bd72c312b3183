import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'

export const FEEDBACK_MAX_LENGTH = 1000

export const FEEDBACK_TYPES = [
  'question',
  'missing_function',
  'found_error',
  'congratulate',
  'something_else',
] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

export const generalFeedbackSchema = z.object({
  /** `missing function` reads as `missing_function`, `found a bug` of the specification as `found_error`. */
  type: z
    .string(VALIDATION.invalid)
    .transform((text) =>
      text
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_')
        .replace(/^found_a_bug$/, 'found_error'),
    )
    .pipe(z.enum(FEEDBACK_TYPES, VALIDATION.invalid))
    .default('question'),
  content: plainTextSchema({
    max: FEEDBACK_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: VALIDATION.message,
    invalid: VALIDATION.message,
  }),
})

export const generalFeedbacksApi = defineEndpoints({
  send: {
    method: 'POST',
    path: '/general-feedbacks/send',
    whileWaiting: true,
    summary: 'Tells the people who run the community something about the app',
    access: 'user',
    body: generalFeedbackSchema,
    status: 201,
    answer: z.object({ id: z.uuid() }),
    errors: ['validation'],
  },
})
