import { z } from 'zod'
import { adminListSchema } from '#platform/shared/admin-lists.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'

/** How far what members wrote to those who run the community has come. */
export const INBOX_STATUSES = ['open', 'in_progress', 'settled'] as const
export type InboxStatus = (typeof INBOX_STATUSES)[number]

/** What an inbox is narrowed to: what waits, what one has taken oneself, and what is done. */
export const INBOX_STATES = ['open', 'mine', 'settled'] as const
export type InboxState = (typeof INBOX_STATES)[number]

/** What came of it. */
export const INBOX_OUTCOMES = ['done', 'nothing_to_do', 'duplicate'] as const
export type InboxOutcome = (typeof INBOX_OUTCOMES)[number]

export const STAFF_NOTE_MAX_LENGTH = 2000
export const STAFF_ANSWER_MAX_LENGTH = 4000

const person = z.object({ id: z.uuid(), name: z.string() })

/** Who of the staff has read it, the newest first; null for whoever does not administer. */
export const readBySchema = z
  .array(z.object({ at: z.iso.datetime(), by: person.nullable() }))
  .nullable()
export type ReadBy = z.infer<typeof readBySchema>

/** What every row of an inbox has, whatever it is about. */
export const inboxRowSchema = z.object({
  id: z.uuid(),
  /** Counts the changes; goes with each one. */
  version: z.int(),
  created_at: z.iso.datetime(),
  status: z.enum(INBOX_STATUSES),
  /** Who has taken it. */
  assignee: person.nullable(),
  handled_at: z.iso.datetime().nullable(),
  outcome: z.enum(INBOX_OUTCOMES).nullable(),
  /** How often it was answered. */
  answered: z.int(),
})
export type InboxRow = z.infer<typeof inboxRowSchema>

/** What is known besides when it is opened. */
export const inboxDetailSchema = inboxRowSchema.extend({
  /** Of the staff, for the staff. */
  note: z.string(),
  handled_by: person.nullable(),
  /** By mail; the oldest first. Null for an account that has gone. */
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

/** How many there are in each state, whatever is searched. */
export const inboxCountsSchema = z.object({ open: z.int(), mine: z.int(), settled: z.int() })
export type InboxCounts = z.infer<typeof inboxCountsSchema>

export const inboxListSchema = adminListSchema.extend({
  state: z.enum(INBOX_STATES).default('open'),
})

/** One page of rows, how many match, and how many there are. */
export const inboxAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), counts: inboxCountsSchema })

/** Which one, and what of it was read: refused where something has happened to it since. */
export const inboxChangeSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  version: z.int(VALIDATION.invalid).min(0, VALIDATION.invalid),
})

/** What is sent with each change. */
export const inboxChanges = {
  assign: inboxChangeSchema.extend({
    /** To take it oneself, whoever has it; false to give it back. */
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
    /** Chosen by the client: the same one sends one mail. */
    request_id: z.uuid(VALIDATION.invalid),
  }),
} as const

export const inboxErrors = ['validation', 'not_found', 'changed_meanwhile'] as const
