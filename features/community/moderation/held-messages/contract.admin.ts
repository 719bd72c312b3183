import { z } from 'zod'
import { readBySchema } from '#features/community/moderation/inboxes/contract.ts'
import { LOAN_SIDES } from '#features/lending/conversations/transactions/loan-steps.ts'
import { MESSAGE_WARNINGS } from '#features/lending/conversations/transactions/message-warnings.ts'
import { DECISION_GROUNDS } from '#features/people/decisions/decision-kinds.ts'
import { itemSchema } from '#features/places/items/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'

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

const decision = {
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
    summary: 'What waits, the longest first; each reading is written down',
    access: 'back_office',
    query: moderationPageSchema,
    status: 200,
    answer: z.object({ rows: z.array(heldMessageSchema), total: z.int() }),
    errors: [],
  },
  release: {
    ...decision,
    path: '/admin/held-messages/release',
    summary: 'Delivers them as if they were sent now, with what was written after a request',
  },
  discard: {
    ...decision,
    path: '/admin/held-messages/discard',
    summary:
      'Delivers them to nobody; each author sees that, and is told why by one mail, with a link to object',
    body: idsSchema.extend(refusalSchema.shape),
  },
  thanks: {
    method: 'GET',
    path: '/admin/held-messages/thanks',
    summary: 'The public thanks that wait, the longest first; each reading is written down',
    access: 'back_office',
    status: 200,
    answer: z.array(heldThanksSchema),
    errors: [],
  },
  settleThanks: {
    method: 'POST',
    path: '/admin/held-messages/settleThanks',
    summary: 'Lets everybody read a thank-you, or keeps it between the two sides',
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
