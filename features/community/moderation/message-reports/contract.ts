import { z } from 'zod'
import {
  MODERATION_PAGE_SIZE,
  moderationPageSchema,
} from '#features/community/moderation/held-messages/contract.admin.ts'
import { inboxCountsSchema, readBySchema } from '#features/community/moderation/inboxes/contract.ts'
import {
  LOAN_SIDES,
  LOAN_STATUSES,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { MESSAGE_REPORT_REASONS } from '#features/lending/conversations/transactions/message-report-reasons.ts'
import { MESSAGE_WARNINGS } from '#features/lending/conversations/transactions/message-warnings.ts'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { MEASURE_REASON_MAX_LENGTH } from '#features/people/decisions/decision-kinds.ts'
import { itemSchema } from '#features/places/items/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { MESSAGE_REPORT_MEASURES, MESSAGE_REPORT_OUTCOMES } from './message-report-reasons.ts'

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

export const messageReportSchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  reason: z.enum(MESSAGE_REPORT_REASONS),
  note: z.string(),
  handled_at: z.iso.datetime().nullable(),
  outcome: z.enum(MESSAGE_REPORT_OUTCOMES).nullable(),
  /** The measure against the author; null while the report is open. */
  measure: z.enum(MESSAGE_REPORT_MEASURES).nullable(),
  /** The member of the staff who has taken it. */
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  read_by: readBySchema,
  /** Null if the account is gone. */
  reporter: z.object({ id: z.uuid(), firstname: z.string(), side: z.enum(LOAN_SIDES) }).nullable(),
  message: z.object({
    id: z.uuid(),
    text: z.string(),
    created_at: z.iso.datetime(),
    warnings: z.array(z.enum(MESSAGE_WARNINGS)),
  }),
  /** The author of the message; null if the account is gone. */
  author: z
    .object({
      id: z.uuid(),
      firstname: z.string(),
      created_at: z.iso.datetime(),
      /** How many accounts have reported the author, including this report. */
      reported_by: z.int(),
      /** Warnings of the author from earlier reports, as long as those are kept. */
      warned: z.int(),
      suspended: z.boolean(),
      /** True if a moderator's mail would reach the author. It is written in the language `lang`. */
      reachable: z.boolean(),
      lang: z.enum(LANGUAGES),
    })
    .nullable(),
  /** The letterbox of the conversation; null if its account is gone. */
  letterbox_id: z.uuid().nullable(),
  item: itemSchema.pick({ id: true, name_de: true, name_en: true, name_fr: true }),
  /** Status of the transaction. */
  status: z.enum(LOAN_STATUSES),
  closed: z.boolean(),
  /** Number of delivered messages in the conversation; only those in `context` are shown. */
  messages: z.int(),
  /** The messages that reached the reporter right before and after this one, oldest first. */
  context: z.array(
    z.object({ text: z.string(), by_author: z.boolean(), created_at: z.iso.datetime() }),
  ),
})
export type MessageReport = z.infer<typeof messageReportSchema>

/** Settles reports. A warned or suspended author gets the reason by mail. */
export const settleMessageReportsSchema = z
  .object({
    ids: z.array(z.uuid(VALIDATION.invalid)).min(1).max(MODERATION_PAGE_SIZE.max),
    outcome: z.enum(MESSAGE_REPORT_OUTCOMES, VALIDATION.invalid),
    measure: z.enum(MESSAGE_REPORT_MEASURES, VALIDATION.invalid).default('none'),
    reason: plainTextSchema({
      max: MEASURE_REASON_MAX_LENGTH,
      tooLong: VALIDATION.tooLong,
      missing: null,
      invalid: VALIDATION.invalid,
    }).default(''),
  })
  .refine(
    ({ ids, outcome, measure }) =>
      measure === 'none' || (outcome === 'justified' && ids.length === 1),
    { error: VALIDATION.invalid, path: ['measure'] },
  )
  .refine(({ measure, reason }) => measure === 'none' || reason !== '', {
    error: VALIDATION.message,
    path: ['reason'],
  })

/** Reports of messages, and decisions about them. Moderators cannot decide about their own conversations. */
export const messageReportsApi = defineEndpoints({
  store: {
    method: 'POST',
    path: '/reports/storeMessage',
    summary:
      'Reports a message of the other side of an own conversation to the moderators; a second time it does nothing',
    access: 'user',
    body: newMessageReportSchema,
    status: 201,
    answer: z.object({ id: z.uuid() }),
    errors: ['validation', 'not_found', 'rate_limited'],
  },
  list: {
    method: 'GET',
    path: '/admin/message-reports',
    summary: 'Reported messages, the oldest first; each reading is written down',
    access: 'back_office',
    query: moderationPageSchema.extend({
      state: z.enum(['open', 'mine', 'handled']).default('open'),
    }),
    status: 200,
    answer: z.object({
      rows: z.array(messageReportSchema),
      total: z.int(),
      /** Counts of the reports that this moderator may decide about. */
      counts: inboxCountsSchema.omit({ all: true }),
    }),
    errors: [],
  },
  assign: {
    method: 'POST',
    path: '/admin/message-reports/assign',
    summary: 'Takes reports that nobody has taken, or gives back those one has taken oneself',
    access: 'back_office',
    body: z.object({
      ids: z.array(z.uuid(VALIDATION.invalid)).min(1).max(MODERATION_PAGE_SIZE.max),
      mine: z.boolean(VALIDATION.invalid),
    }),
    status: 200,
    /** How many of them were still open, and unassigned or assigned to the caller. */
    answer: z.object({ decided: z.int() }),
    errors: ['validation'],
  },
  settle: {
    method: 'POST',
    path: '/admin/message-reports/settle',
    summary:
      'Says what came of reports; `measure` warns or, by an administrator, suspends whoever wrote the one message, with a mail that says why',
    access: 'back_office',
    body: settleMessageReportsSchema,
    status: 200,
    /** How many of them were still open. If 0, no measure was taken. */
    answer: z.object({ decided: z.int() }),
    errors: ['validation', 'forbidden', 'fresh_proof_needed', 'is_admin'],
  },
})
