import { z } from 'zod'
import { MESSAGE_REPORT_REASONS } from '#features/lending/conversations/messages/message-report-reasons.ts'
import {
  LOAN_SIDES,
  LOAN_STATUSES,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { MESSAGE_WARNINGS } from '#features/lending/conversations/warnings/message-warnings.ts'
import {
  DECISION_GROUNDS,
  MEASURE_REASON_MAX_LENGTH,
} from '#features/people/decisions/decision-kinds.ts'
import { itemSchema } from '#features/places/items/contract.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import { adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { CASE_OUTCOMES, MESSAGE_REPORT_MEASURES, MESSAGE_REPORT_OUTCOMES } from './case-kinds.ts'
import { FEEDBACK_TYPES } from './contract.ts'

/** State of something that a member wrote to the staff. */
export const CASE_STATUSES = ['open', 'in_progress', 'settled'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** States that lists can show: open, assigned to the viewer, settled, and all. */
export const CASE_STATES = ['open', 'mine', 'settled', 'all'] as const
/** Filters of lists that have no "all". */
export const WORKED_STATES = ['open', 'mine', 'settled'] as const satisfies readonly CaseState[]
export type CaseState = (typeof CASE_STATES)[number]

export const STAFF_NOTE_MAX_LENGTH = 2000
export const STAFF_ANSWER_MAX_LENGTH = 4000

const person = z.object({ id: z.uuid(), name: z.string() })

/** Members of the staff who have read it, latest first; null unless the viewer is an administrator. */
export const readBySchema = z
  .array(z.object({ at: z.iso.datetime(), by: person.nullable() }))
  .nullable()
export type ReadBy = z.infer<typeof readBySchema>

/** Characters of the first line shown in a list. */
export const EXCERPT_LENGTH = 160

/** Fields common to the rows of all lists of answered cases. */
export const caseRowSchema = z.object({
  id: z.uuid(),
  /** Increases with each change. A change sends the version it was based on. */
  version: z.int(),
  created_at: z.iso.datetime(),
  status: z.enum(CASE_STATUSES),
  /** The member of the staff who has taken it. */
  assignee: person.nullable(),
  handled_at: z.iso.datetime().nullable(),
  outcome: z.enum(CASE_OUTCOMES).nullable(),
  /** Number of answers. */
  answered: z.int(),
  /** The first line of the text, shortened if it is long. */
  excerpt: z.string(),
})
export type CaseRow = z.infer<typeof caseRowSchema>

/** What the detail page shows in addition to the row. */
export const caseDetailSchema = caseRowSchema.extend({
  /** Internal note of the staff. */
  note: z.string(),
  handled_by: person.nullable(),
  /** Answers by mail, oldest first. `by` is null if the account is gone. */
  answers: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      by: person.nullable(),
      text: z.string(),
    }),
  ),
  read_by: readBySchema,
})
export type CaseDetail = z.infer<typeof caseDetailSchema>

/** Counts of each state, regardless of the search. */
export const caseCountsSchema = z.object({
  open: z.int(),
  mine: z.int(),
  settled: z.int(),
  all: z.int(),
})
export type CaseCounts = z.infer<typeof caseCountsSchema>

export const caseListSchema = adminListSchema.extend({
  state: z.enum(CASE_STATES).default('open'),
  /** Only entries by this account. */
  user_id: z.uuid().optional(),
})

/** The entry and the version that was read. The server rejects the call if it has changed since. */
export const caseChangeSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  version: readVersionSchema,
})

/** The body of each change. */
export const caseChanges = {
  assign: caseChangeSchema.extend({
    /** True takes it, even from a colleague; false gives it back. */
    mine: z.boolean(VALIDATION.invalid),
  }),
  note: caseChangeSchema.extend({
    note: plainTextSchema({
      max: STAFF_NOTE_MAX_LENGTH,
      tooLong: VALIDATION.tooLong,
      missing: null,
      invalid: VALIDATION.invalid,
    }),
  }),
  settle: caseChangeSchema.extend({ outcome: z.enum(CASE_OUTCOMES, VALIDATION.invalid) }),
  reopen: caseChangeSchema,
  answer: caseChangeSchema.extend({
    text: plainTextSchema({
      max: STAFF_ANSWER_MAX_LENGTH,
      tooLong: VALIDATION.tooLong,
      missing: VALIDATION.message,
      invalid: VALIDATION.message,
    }),
    /** Chosen by the client. Calls with the same id send only one mail. */
    request_id: z.uuid(VALIDATION.invalid),
    /** An answer settles the entry unless this is true. */
    keep_open: z.boolean(VALIDATION.invalid).default(false),
  }),
} as const

interface AnsweredCases<Query, Row, Detail> {
  query: Query
  row: Row
  detail: Detail
  summaries: Record<'list' | 'byId' | keyof typeof caseChanges, string>
}

/** The calls of a kind that the staff answer by mail. Every change returns the changed case. */
function answeredCasesApi<
  const Path extends string,
  Query extends z.ZodType,
  Row extends z.ZodType,
  Detail extends z.ZodType,
>(path: Path, { query, row, detail, summaries }: AnsweredCases<Query, Row, Detail>) {
  const read = { method: 'GET', access: 'back_office', status: 200 } as const
  const change = {
    method: 'POST',
    access: 'back_office',
    status: 200,
    answer: detail,
    errors: ['validation', 'not_found', 'changed_meanwhile'],
  } as const
  return defineEndpoints({
    list: {
      ...read,
      path,
      summary: summaries.list,
      query,
      answer: z.object({ rows: z.array(row), total: z.int(), counts: caseCountsSchema }),
      errors: [],
    },
    byId: {
      ...read,
      path: `${path}/byId`,
      summary: summaries.byId,
      query: z.object({ id: z.uuid(VALIDATION.invalid) }),
      answer: detail,
      errors: ['not_found'],
    },
    assign: {
      ...change,
      path: `${path}/assign`,
      summary: summaries.assign,
      body: caseChanges.assign,
    },
    note: { ...change, path: `${path}/note`, summary: summaries.note, body: caseChanges.note },
    settle: {
      ...change,
      path: `${path}/settle`,
      summary: summaries.settle,
      body: caseChanges.settle,
    },
    reopen: {
      ...change,
      path: `${path}/reopen`,
      summary: summaries.reopen,
      body: caseChanges.reopen,
    },
    answer: {
      ...change,
      path: `${path}/answer`,
      summary: summaries.answer,
      body: caseChanges.answer,
    },
  })
}

/** What lists show in addition to the first line. */
const aboutReportSchema = z.object({
  type: z.enum(REPORT_TYPES.map(({ name }) => name)),
  letterbox: z.object({
    id: z.uuid(),
    /** The address in one line. */
    address: z.string(),
    /** Open reports about the letterbox, including this one. */
    open_reports: z.int(),
  }),
  /** How often the same person repeated the report. */
  repeats: z.int(),
})
export const adminReportRowSchema = caseRowSchema.extend(aboutReportSchema.shape)
export type AdminReportRow = z.infer<typeof adminReportRowSchema>

export const adminReportSchema = caseDetailSchema.extend({
  ...aboutReportSchema.shape,
  title: z.string(),
  message: z.string(),
  /** Name given with a notice of illegal content; empty for other reports. */
  name: z.string(),
  /** Address for an answer, empty if there is none, and its language. */
  email: z.string(),
  lang: languageSchema,
  /** Id and first name of the reporting account; null for a visitor. */
  reporter: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type AdminReport = z.infer<typeof adminReportSchema>

export const adminReportsApi = answeredCasesApi('/admin/reports', {
  query: caseListSchema.extend({ letterbox_id: z.uuid().optional() }),
  row: adminReportRowSchema,
  detail: adminReportSchema,
  summaries: {
    list: 'Lists reports about letterboxes, longest waiting first, settled ones last settled first; `search` looks into texts and the address of the letterbox',
    byId: 'Returns a report with its answers; the access is logged',
    assign: 'Assigns a report to the caller, or releases it',
    note: 'Replaces the note of the staff about a report',
    settle: 'Settles a report with an outcome; the letterbox stays as it is',
    reopen: 'Reopens a settled report',
    answer: 'Mails an answer to the reporter in their language and stores it',
  },
})

/** What lists show in addition to the first line. */
const aboutFeedbackSchema = z.object({
  type: z.enum(FEEDBACK_TYPES),
  /** The author's id and first name. */
  author: z.object({ id: z.uuid(), name: z.string() }),
})
export const adminFeedbackRowSchema = caseRowSchema.extend(aboutFeedbackSchema.shape)
export type AdminFeedbackRow = z.infer<typeof adminFeedbackRowSchema>

export const adminFeedbackSchema = caseDetailSchema.extend({
  ...aboutFeedbackSchema.shape,
  content: z.string(),
  /** Address for an answer, and its language; null if the account has no address. */
  email: z.string().nullable(),
  lang: languageSchema,
})
export type AdminFeedback = z.infer<typeof adminFeedbackSchema>

export const adminFeedbackApi = answeredCasesApi('/admin/feedback', {
  query: caseListSchema.extend({ type: z.enum(FEEDBACK_TYPES).optional() }),
  row: adminFeedbackRowSchema,
  detail: adminFeedbackSchema,
  summaries: {
    list: 'Lists feedback, longest waiting first, settled feedback last settled first; `search` looks into texts and first names',
    byId: 'Returns a feedback with its answers; the access is logged',
    assign: 'Assigns feedback to the caller, or releases it',
    note: 'Replaces the note of the staff about feedback',
    settle: 'Settles feedback with an outcome',
    reopen: 'Reopens settled feedback',
    answer: 'Mails an answer to the author in their language and stores it',
  },
})

/** Number of messages shown before and after a held one. */
export const MODERATION_CONTEXT = 3
/** Rows per page. */
export const MODERATION_PAGE_SIZE = { default: 20, max: 100 } as const

export const REFUSAL_REASON_MAX_LENGTH = 1000

/** Why messages are refused; mailed to their author. */
export const refusalSchema = z.object({
  reason: plainTextSchema({
    max: REFUSAL_REASON_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: VALIDATION.message,
    invalid: VALIDATION.message,
  }),
  /** Ground of the decision. */
  ground: z.enum(DECISION_GROUNDS, VALIDATION.invalid).default('terms'),
})

/** Page of a list. */
export const moderationPageSchema = z.object({
  /** From 1. */
  page: queryIntSchema.pipe(z.int().min(1).max(100_000)).default(1),
  size: queryIntSchema
    .pipe(z.int().min(1).max(MODERATION_PAGE_SIZE.max))
    .default(MODERATION_PAGE_SIZE.default),
})

export const heldMessageSchema = z.object({
  id: z.uuid(),
  transaction_id: z.uuid(),
  held_at: z.iso.datetime(),
  /** The same text to many letterboxes, or from many new accounts. */
  held_for: z.enum(['many_letterboxes', 'many_accounts']),
  text: z.string(),
  warnings: z.array(z.enum(MESSAGE_WARNINGS)),
  /** The message is a request. Its conversation is not visible to the receiver yet. */
  request: z.boolean(),
  item: itemSchema.pick({ id: true, name_de: true, name_en: true, name_fr: true }),
  author: z.object({
    id: z.uuid(),
    firstname: z.string(),
    created_at: z.iso.datetime(),
    /** Conversations the author began, and how many of them were answered. */
    asked: z.int(),
    answered: z.int(),
    /** True if a mail would reach the author. It is written in the language `lang`. */
    reachable: z.boolean(),
    lang: z.enum(LANGUAGES),
  }),
  /** Letterboxes and accounts with the same text in the last week, including this message. */
  letterboxes: z.int(),
  accounts: z.int(),
  read_by: readBySchema,
  /** The messages right before and after it in the conversation, oldest first. */
  context: z.array(
    z.object({ text: z.string(), by_author: z.boolean(), created_at: z.iso.datetime() }),
  ),
})
export type HeldMessage = z.infer<typeof heldMessageSchema>

const idsSchema = z.object({
  ids: z.array(z.uuid(VALIDATION.invalid)).min(1).max(MODERATION_PAGE_SIZE.max),
})

const heldDecision = {
  method: 'POST',
  access: 'back_office',
  body: idsSchema,
  status: 200,
  /** How many were still held. */
  answer: z.object({ decided: z.int() }),
  errors: ['validation'],
} as const

/** A thank-you held until a moderator decides whether it appears at the letterbox of the thanked side. */
export const heldThanksSchema = z.object({
  transaction_id: z.uuid(),
  /** The side that thanks. */
  side: z.enum(LOAN_SIDES),
  held_at: z.iso.datetime(),
  text: z.string(),
  warnings: z.array(z.enum(MESSAGE_WARNINGS)),
  item: itemSchema.pick({ id: true, name_de: true, name_en: true, name_fr: true }),
  /** First name of the author; null if the account is gone. */
  author: z.string().nullable(),
})
export type HeldThanks = z.infer<typeof heldThanksSchema>

/** Held messages and thanks. Moderators cannot decide about their own conversations. */
export const heldMessagesApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/held-messages',
    summary: 'Lists held messages, longest waiting first; the access is logged',
    access: 'back_office',
    query: moderationPageSchema,
    status: 200,
    answer: z.object({ rows: z.array(heldMessageSchema), total: z.int() }),
    errors: [],
  },
  release: {
    ...heldDecision,
    path: '/admin/held-messages/release',
    summary:
      'Delivers held messages as if they were sent now, with what was written after a held request',
  },
  discard: {
    ...heldDecision,
    path: '/admin/held-messages/discard',
    summary:
      'Discards held messages without delivering them; each author sees that, and one mail gives the reason and a link to object',
    body: idsSchema.extend(refusalSchema.shape),
  },
  thanks: {
    method: 'GET',
    path: '/admin/held-messages/thanks',
    summary:
      'Lists public thank-yous that wait for a moderator, longest waiting first; the access is logged',
    access: 'back_office',
    status: 200,
    answer: z.array(heldThanksSchema),
    errors: [],
  },
  settleThanks: {
    method: 'POST',
    path: '/admin/held-messages/settleThanks',
    summary: 'Publishes a thank-you, or keeps it between the two sides',
    access: 'back_office',
    body: z.object({
      transaction_id: z.uuid(VALIDATION.invalid),
      side: z.enum(LOAN_SIDES, VALIDATION.invalid),
      show: z.boolean(VALIDATION.invalid),
    }),
    status: 200,
    answer: z.object({ decided: z.int() }),
    errors: ['validation'],
  },
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
export const adminMessageReportsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/message-reports',
    summary: 'Lists reported messages, oldest first; the access is logged',
    access: 'back_office',
    query: moderationPageSchema.extend({
      state: z.enum(['open', 'mine', 'handled']).default('open'),
    }),
    status: 200,
    answer: z.object({
      rows: z.array(messageReportSchema),
      total: z.int(),
      /** Counts of the reports that this moderator may decide about. */
      counts: caseCountsSchema.omit({ all: true }),
    }),
    errors: [],
  },
  assign: {
    method: 'POST',
    path: '/admin/message-reports/assign',
    summary: 'Assigns unassigned reports to the caller, or releases their own',
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
      'Settles reports with an outcome; `measure` warns the author of a single message or, if the caller is an administrator, suspends them, with a mail that says why',
    access: 'back_office',
    body: settleMessageReportsSchema,
    status: 200,
    /** How many of them were still open. If 0, no measure was taken. */
    answer: z.object({ decided: z.int() }),
    errors: ['validation', 'forbidden', 'fresh_proof_needed', 'is_admin'],
  },
})
