import { z } from 'zod'
import { adminListSchema } from '#platform/shared/admin-lists.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'

/** How far the staff has come with something that a member wrote to it. */
export const INBOX_STATUSES = ['open', 'in_progress', 'settled'] as const
export type InboxStatus = (typeof INBOX_STATUSES)[number]

/**
 * The states an inbox can be narrowed to: what waits, what the viewer has taken, what is done, and all of it.
 */
export const INBOX_STATES = ['open', 'mine', 'settled', 'all'] as const
/** Those of a list that is never asked for all of it. */
export const WORKED_STATES = ['open', 'mine', 'settled'] as const satisfies readonly InboxState[]
export type InboxState = (typeof INBOX_STATES)[number]

/** What came of a report or of feedback. */
export const INBOX_OUTCOMES = ['done', 'nothing_to_do', 'duplicate'] as const
export type InboxOutcome = (typeof INBOX_OUTCOMES)[number]

export const STAFF_NOTE_MAX_LENGTH = 2000
export const STAFF_ANSWER_MAX_LENGTH = 4000

const person = z.object({ id: z.uuid(), name: z.string() })

/**
 * Which members of the staff have read it, the newest reading first; null for viewers who are no
 * administrators.
 */
export const readBySchema = z
  .array(z.object({ at: z.iso.datetime(), by: person.nullable() }))
  .nullable()
export type ReadBy = z.infer<typeof readBySchema>

/** How much of the first line a list shows. */
export const EXCERPT_LENGTH = 160

/** What every row of an inbox has, whatever it is about. */
export const inboxRowSchema = z.object({
  id: z.uuid(),
  /** Counts the changes; has to be sent with each change. */
  version: z.int(),
  created_at: z.iso.datetime(),
  status: z.enum(INBOX_STATUSES),
  /** The member of the staff who has taken it. */
  assignee: person.nullable(),
  handled_at: z.iso.datetime().nullable(),
  outcome: z.enum(INBOX_OUTCOMES).nullable(),
  /** How often it was answered. */
  answered: z.int(),
  /** The beginning of what somebody wrote: its first line, cut off where it is long. */
  excerpt: z.string(),
})
export type InboxRow = z.infer<typeof inboxRowSchema>

/** What its own page shows besides the row. */
export const inboxDetailSchema = inboxRowSchema.extend({
  /** A note of the staff, which nobody else sees. */
  note: z.string(),
  handled_by: person.nullable(),
  /** Answers by mail, the oldest first. `by` is null for an account that has gone. */
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

/** How many there are in each state, whatever is searched for. */
export const inboxCountsSchema = z.object({
  open: z.int(),
  mine: z.int(),
  settled: z.int(),
  all: z.int(),
})
export type InboxCounts = z.infer<typeof inboxCountsSchema>

export const inboxListSchema = adminListSchema.extend({
  state: z.enum(INBOX_STATES).default('open'),
  /** Only what one account wrote. */
  user_id: z.uuid().optional(),
})

/** The answer of a list: one page of rows, how many match, and how many there are in each state. */
export const inboxAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), counts: inboxCountsSchema })

/**
 * Which one, and the version of it that was read: the change is refused where it has changed since.
 */
export const inboxChangeSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  version: readVersionSchema,
})

/** The body of each change. */
export const inboxChanges = {
  assign: inboxChangeSchema.extend({
    /** True takes it oneself, whoever has it; false gives it back. */
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
    /** Chosen by the client: calls with the same id send one mail. */
    request_id: z.uuid(VALIDATION.invalid),
    /** What is answered is settled, unless something is still to be done. */
    keep_open: z.boolean(VALIDATION.invalid).default(false),
  }),
} as const

export const inboxErrors = ['validation', 'not_found', 'changed_meanwhile'] as const
