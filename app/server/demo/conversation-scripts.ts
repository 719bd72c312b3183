import { z } from 'zod'
import {
  LOAN_REASONS,
  LOAN_SIDES,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import scripts from './conversations.json' with { type: 'json' }

const who = z.enum(LOAN_SIDES)

/** A message, an action, or both. */
const momentSchema = z.object({
  /** Null: happens automatically. */
  by: who.nullable(),
  /** Hours since the previous moment. */
  after: z.number(),
  /** `{from}` and `{until}`: weekdays of the loan. `{item}`: the item. */
  says: z.string().optional(),
  does: z
    .enum(['accepted', 'declined', 'proposed', 'withdrawn', 'expired', 'handed_over', 'returned'])
    .optional(),
  reason: z.enum(LOAN_REASONS).optional(),
})
export type Moment = z.infer<typeof momentSchema>

const scriptSchema = z.object({
  lang: z.enum(LANGUAGES),
  timeline: z.array(momentSchema),
  thanks: z
    .array(
      z.object({
        by: who,
        /** Hours since the return. */
        after: z.number(),
        says: z.string().optional(),
        shown: z.boolean(),
      }),
    )
    .optional(),
})
export type Script = z.infer<typeof scriptSchema>

const actor = z.enum(['demo', 'borrower', 'community'])
const accountScriptSchema = scriptSchema.extend({
  item: z.string(),
  borrower: actor,
  lender: actor,
  /** When the request was sent. */
  days_ago: z.number(),
  /** Wanted days, relative to today. */
  days: z.tuple([z.int(), z.int()]).nullable(),
  /** Hour of the hand-over. */
  hour: z.int().optional(),
  /** Number of unread messages at the end. */
  unseen: z.int(),
  /** Several requests with the same value belong to one ask. */
  ask: z.string().optional(),
  /** Which side has archived it. */
  archived: z.enum(['demo', 'borrower']).optional(),
})

export const COMMUNITY_SCRIPTS = z
  .array(scriptSchema.extend({ item: z.string() }))
  .parse(scripts.community)
export const ACCOUNT_SCRIPTS = z.array(accountScriptSchema).parse(scripts.accounts)
