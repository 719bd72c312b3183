import { z } from 'zod'
import { GAP, type LegalTexts, legalTextsSchema } from '#features/community/legal/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { STORED_LANGUAGES, type StoredLanguage } from '#platform/shared/languages.ts'
import { MAILING_STATES } from '#platform/shared/mailings.ts'

export const MOVED_TEXT_MAX_LENGTH = 10_000

/** As long as fewer mails than this have gone out, one sending goes to at most this many people. */
export const FIRST_MAILS = 500

/** Whom a sending goes to, of the people who were moved in and have not been mailed. */
export const MOVED_PARTS = ['all', 'with_letterbox', 'without_letterbox', 'unconfirmed'] as const
export type MovedPart = (typeof MOVED_PARTS)[number]

/** Languages whose text is empty or has a gap. */
export const unfinishedIn = (texts: LegalTexts): StoredLanguage[] =>
  STORED_LANGUAGES.filter((lang) => texts[lang].trim() === '' || texts[lang].includes(GAP))

const peopleSchema = z.object({
  /** In the queue, or still to be mailed by this sending. */
  waiting: z.int(),
  sent: z.int(),
  /** Refused by their mail server, at once or by a bounce, or given up. */
  bounced: z.int(),
  /** Not mailed: refused earlier, unsubscribed, suspended. */
  unreachable: z.int(),
  unsubscribed: z.int(),
  skipped: z.int(),
})

export const movedMailSchema = z.object({
  /** Accounts that were moved in; 0 if no site was. */
  people: z.int(),
  /** Those without an e-mail address. */
  without_email: z.int(),
  texts: legalTextsSchema,
  /** Sending stops as soon as this share of the mails comes back, in percent. */
  most_bounces: z.int(),
  version: z.int(),
  /** How many of each part have an e-mail address and have not been mailed. */
  open: z.record(z.enum(MOVED_PARTS), z.int()),
  /** All sendings together; null before the first. */
  sending: peopleSchema
    .extend({
      /** Of the last sending. */
      state: z.enum(MAILING_STATES),
      /** Bounced mails among those that have gone out, in percent. */
      bounces: z.number(),
      /** Too many came back: nothing more is sent until the limit is raised. */
      is_stopped: z.boolean(),
    })
    .nullable(),
  mails_per_hour: z.int(),
})
export type MovedMail = z.infer<typeof movedMailSchema>

const text = plainTextSchema({
  max: MOVED_TEXT_MAX_LENGTH,
  tooLong: VALIDATION.tooLong,
  missing: null,
  invalid: VALIDATION.invalid,
})

export const writtenMovedMailSchema = z.object({
  texts: z.object({ de: text, en: text, fr: text }),
  most_bounces: z.int(VALIDATION.invalid).min(1, VALIDATION.invalid).max(50, VALIDATION.invalid),
})

const language = z.enum(STORED_LANGUAGES, VALIDATION.invalid)

/** The mail "we have moved" to the people of a site that was moved in. */
export const movedMailApi = defineEndpoints({
  mail: {
    method: 'GET',
    path: '/admin/moving',
    summary:
      'Returns the mail “we have moved”, whom it can go to, and how far its sending has come',
    access: 'back_office',
    status: 200,
    answer: movedMailSchema,
    errors: [],
  },
  preview: {
    method: 'GET',
    path: '/admin/moving/preview',
    summary: 'Returns the saved mail as it will look in a language',
    access: 'back_office',
    query: z.object({ lang: language }),
    status: 200,
    answer: z.object({ subject: z.string(), html: z.string() }),
    errors: [],
  },
  save: {
    method: 'POST',
    path: '/admin/moving/save',
    summary: 'Stores the texts of the mail and the share of bounces that stops it',
    access: 'back_office',
    body: writtenMovedMailSchema.extend({ version: readVersionSchema }),
    status: 200,
    answer: movedMailSchema,
    errors: ['validation', 'changed_meanwhile'],
  },
  test: {
    method: 'POST',
    path: '/admin/moving/test',
    summary: 'Sends the saved mail to the caller; `conflict` without a confirmed address',
    access: 'back_office',
    body: z.object({ lang: language }),
    status: 204,
    answer: null,
    errors: ['validation', 'conflict', 'rate_limited'],
  },
  send: {
    method: 'POST',
    path: '/admin/moving/send',
    summary:
      'Begins to mail a part of the people who have not been mailed, those who were active last first: 500 until so many mails have gone out; `conflict` while a sending runs, if a text has a gap, if too many mails came back, or if nobody is left',
    access: 'back_office',
    body: z.object({
      part: z.enum(MOVED_PARTS, VALIDATION.invalid),
      version: readVersionSchema,
    }),
    status: 200,
    answer: movedMailSchema,
    errors: ['validation', 'conflict', 'changed_meanwhile'],
  },
  pause: {
    method: 'POST',
    path: '/admin/moving/pause',
    summary: 'Pauses the sending',
    access: 'back_office',
    body: z.object({}),
    status: 200,
    answer: movedMailSchema,
    errors: ['conflict'],
  },
  resume: {
    method: 'POST',
    path: '/admin/moving/resume',
    summary: 'Resumes a paused sending',
    access: 'back_office',
    body: z.object({}),
    status: 200,
    answer: movedMailSchema,
    errors: ['conflict'],
  },
})
