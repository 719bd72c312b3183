import { z } from 'zod'
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
    summary: 'What can be reported about a letterbox',
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
