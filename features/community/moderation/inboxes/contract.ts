import { z } from 'zod'
import { adminListSchema } from '#platform/shared/admin-lists.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'

/** State of something that a member wrote to the staff. */
export const INBOX_STATUSES = ['open', 'in_progress', 'settled'] as const
export type InboxStatus = (typeof INBOX_STATUSES)[number]

/** Filters of an inbox: open, assigned to the viewer, settled, and all. */
export const INBOX_STATES = ['open', 'mine', 'settled', 'all'] as const
/** Filters of lists that have no "all". */
export const WORKED_STATES = ['open', 'mine', 'settled'] as const satisfies readonly InboxState[]
export type InboxState = (typeof INBOX_STATES)[number]

/** Outcome of a report or of feedback. */
export const INBOX_OUTCOMES = ['done', 'nothing_to_do', 'duplicate'] as const
export type InboxOutcome = (typeof INBOX_OUTCOMES)[number]

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

/** Fields common to the rows of all inboxes. */
export const inboxRowSchema = z.object({
  id: z.uuid(),
  /** Increases with each change. A change sends the version it was based on. */
  version: z.int(),
  created_at: z.iso.datetime(),
  status: z.enum(INBOX_STATUSES),
  /** The member of the staff who has taken it. */
  assignee: person.nullable(),
  handled_at: z.iso.datetime().nullable(),
  outcome: z.enum(INBOX_OUTCOMES).nullable(),
  /** Number of answers. */
  answered: z.int(),
  /** The first line of the text, shortened if it is long. */
  excerpt: z.string(),
})
export type InboxRow = z.infer<typeof inboxRowSchema>

/** What the detail page shows in addition to the row. */
export const inboxDetailSchema = inboxRowSchema.extend({
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
export type InboxDetail = z.infer<typeof inboxDetailSchema>

/** Counts of each state, regardless of the search. */
export const inboxCountsSchema = z.object({
  open: z.int(),
  mine: z.int(),
  settled: z.int(),
  all: z.int(),
})
export type InboxCounts = z.infer<typeof inboxCountsSchema>

export const inboxListSchema = adminListSchema.extend({
  state: z.enum(INBOX_STATES).default('open'),
  /** Only entries by this account. */
  user_id: z.uuid().optional(),
})

/** Response of a list: one page of rows, their total, and the counts of each state. */
export const inboxAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), counts: inboxCountsSchema })

/** The entry and the version that was read. The server rejects the call if it has changed since. */
export const inboxChangeSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  version: readVersionSchema,
})

/** The body of each change. */
export const inboxChanges = {
  assign: inboxChangeSchema.extend({
    /** True takes it, even from a colleague; false gives it back. */
    mine: z.boolean(VALIDATION.invalid),
  }),
  note: inboxChangeSchema.extend({
    note: plainTextSchema({
      max: STAFF_NOTE_MAX_LENGTH,
      tooLong: VALIDATION.tooLong,
      missing: null,
      invalid: VALIDATION.invalid,
    }),
  }),
  settle: inboxChangeSchema.extend({ outcome: z.enum(INBOX_OUTCOMES, VALIDATION.invalid) }),
  reopen: inboxChangeSchema,
  answer: inboxChangeSchema.extend({
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

export const inboxErrors = ['validation', 'not_found', 'changed_meanwhile'] as const
