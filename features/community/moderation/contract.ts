import { z } from 'zod'
import { MESSAGE_REPORT_REASONS } from '#features/lending/conversations/messages/message-report-reasons.ts'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import { captchaFieldSchema } from '#platform/shared/captcha.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { ordinalSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'

const REPORT_TITLE_MAX_LENGTH = 200
export const REPORT_MESSAGE_MAX_LENGTH = 800
export const REPORTER_NAME_MAX_LENGTH = 120

export const reportTypeSchema = z.object({
  id: z.int(),
  name: z.enum(REPORT_TYPES.map(({ name }) => name)),
})

/** One line: the name of the type, or for `other` the typed title. */
const titleSchema = plainTextSchema({
  max: REPORT_TITLE_MAX_LENGTH,
  tooLong: VALIDATION.tooLong,
  missing: VALIDATION.title,
  invalid: VALIDATION.title,
})

const isEmail = (text: string) => emailSchema.safeParse(text).success

export const reportSchema = z.object({
  title: titleSchema,
  message: plainTextSchema({
    max: REPORT_MESSAGE_MAX_LENGTH,
    tooLong: VALIDATION.messageLength,
    missing: null,
    invalid: VALIDATION.message,
  }).default(''),
  /** Address for an answer; empty: that of the account. Required for visitors. */
  email: z
    .string(VALIDATION.email)
    .trim()
    .refine((text) => text === '' || isEmail(text), VALIDATION.email)
    .default(''),
  lang: sentLanguageSchema,
  letterboxId: z.uuid(VALIDATION.invalid),
  reportTypeId: ordinalSchema.refine(
    (id) => REPORT_TYPES.some((type) => type.id === id),
    VALIDATION.invalid,
  ),
  /** Only for illegal content: the reporter's name, and the statement that the notice is accurate and complete. */
  name: plainTextSchema({
    max: REPORTER_NAME_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: null,
    invalid: VALIDATION.name,
  }).default(''),
  good_faith: z.boolean(VALIDATION.invalid).default(false),
  /** Notices about sexual abuse of children may be anonymous. */
  without_name: z.boolean(VALIDATION.invalid).default(false),
  captcha: captchaFieldSchema,
})

/** Additional field of the form for visitors. */
export const reporterEmailSchema = z.object({ email: emailSchema })

export const reportsApi = defineEndpoints({
  types: {
    method: 'GET',
    path: '/reports/types',
    summary: 'Lists what can be reported about a letterbox',
    access: 'public',
    status: 200,
    answer: z.array(reportTypeSchema),
    errors: [],
  },
  store: {
    method: 'POST',
    path: '/reports/store',
    summary:
      'Reports a problem with a letterbox, or illegal content, to the people who run the community; visitors give an e-mail address and solve a captcha',
    access: 'optional',
    body: reportSchema,
    status: 201,
    answer: z.object({ id: z.uuid() }),
    errors: ['validation', 'not_found', 'captcha_required', 'captcha_invalid'],
  },
})

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
    summary: 'Sends feedback about the app to the people who run the community',
    access: 'user',
    body: generalFeedbackSchema,
    status: 201,
    answer: z.object({ id: z.uuid() }),
    errors: ['validation'],
  },
})

export const newMessageReportSchema = z
  .object({
    message_id: z.uuid(VALIDATION.invalid).optional(),
    /** Alternative to `message_id`: reports the newest message of the other side. */
    transaction_id: z.uuid(VALIDATION.invalid).optional(),
    reason: z.enum(MESSAGE_REPORT_REASONS, VALIDATION.invalid),
    note: plainTextSchema({
      max: MESSAGE_MAX_LENGTH,
      tooLong: VALIDATION.messageLength,
      missing: null,
      invalid: VALIDATION.message,
    }).default(''),
  })
  .refine(({ message_id, transaction_id }) => !message_id !== !transaction_id, {
    error: VALIDATION.invalid,
    path: ['message_id'],
  })

export const messageReportsApi = defineEndpoints({
  store: {
    method: 'POST',
    path: '/reports/storeMessage',
    summary:
      'Reports a message of the other side of an own conversation to the moderators; a second report of it changes nothing',
    access: 'user',
    body: newMessageReportSchema,
    status: 201,
    answer: z.object({ id: z.uuid() }),
    errors: ['validation', 'not_found', 'rate_limited'],
  },
})
