import { z } from 'zod'
import { inOrder, orderError } from '#features/lending/conversations/requests/contract.bodies.ts'
import {
  messageTextSchema,
  requestIdSchema,
} from '#features/lending/conversations/transactions/contract.bodies.ts'
import { DECLINE_REASONS } from '#features/lending/conversations/transactions/loan-steps.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { THANKS_MAX_LENGTH } from './loan-limits.ts'

const changeFields = {
  transaction_id: z.uuid(VALIDATION.invalid),
  request_id: requestIdSchema,
  /**
   * The last event of the history that was read: the step is refused where something else was decided since.
   */
  last_event_id: z.uuid(VALIDATION.invalid).nullish(),
}
export const loanChangeSchema = z.object(changeFields)

export const loanHandOverSchema = z.object({
  ...changeFields,
  /** The day on which it was handed over, where that is said later: not before the request was made. */
  day: z.iso.date(VALIDATION.date).nullish(),
})

export const loanAnswerSchema = z.object({
  ...changeFields,
  answer: z.enum(['accept', 'decline'], VALIDATION.invalid),
  /** Only with a no. */
  reason: z.enum(DECLINE_REASONS, VALIDATION.invalid).nullish(),
  /** Only with a yes: when the thing is fetched, and the day on which it is back. */
  handover_at: z.iso.datetime(VALIDATION.date).nullish(),
  /** The day on which it is fetched, where the hour is still open. Without it: the first wanted day. */
  handover_day: z.iso.date(VALIDATION.date).nullish(),
  return_by: z.iso.date(VALIDATION.date).nullish(),
  /** Also sent as a message. With a yes it is kept as the note on the hand-over, too. */
  text: messageTextSchema.nullish(),
})

export const loanProposalSchema = z
  .object({
    ...changeFields,
    wanted_from: z.iso.date(VALIDATION.date),
    wanted_until: z.iso.date(VALIDATION.date).nullish(),
    text: messageTextSchema.nullish(),
  })
  .refine(inOrder, orderError)

/** What the borrower has already, as the lender is asked to confirm it. */
export const loanFetchedSchema = z.object({
  ...changeFields,
  /** The day on which it was fetched. */
  since: z.iso.date(VALIDATION.pastDay),
  /** The day on which it is back. */
  return_by: z.iso.date(VALIDATION.date),
  text: messageTextSchema.nullish(),
})

/** What the borrower has already, as the lender notes it; without a day for the return the two arrange that later. */
export const notedLoanSchema = z.object({
  ...changeFields,
  since: z.iso.date(VALIDATION.pastDay),
  return_by: z.iso.date(VALIDATION.date).nullish(),
  text: messageTextSchema.nullish(),
})

/** Other days of what is agreed; what is not named stays as it is. */
const otherDays = {
  /** When it is fetched; only as long as it is not out. */
  handover_at: z.iso.datetime(VALIDATION.date).nullish(),
  /** The day on which it is back. */
  return_by: z.iso.date(VALIDATION.date).nullish(),
}

export const loanDaysSchema = z.object({
  ...changeFields,
  ...otherDays,
  /** Also sent as a message. */
  text: messageTextSchema.nullish(),
})

/** With the days that were read: a yes never counts for others that are asked for by now. */
export const loanDaysAgreedSchema = z.object({ ...changeFields, ...otherDays })

export const newThanksSchema = z.object({
  transaction_id: z.uuid(VALIDATION.invalid),
  text: plainTextSchema({
    max: THANKS_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: VALIDATION.message,
    invalid: VALIDATION.message,
  }).nullish(),
  /** Whether everybody can read it, at the letterbox of the person who is thanked. */
  show: z.boolean(VALIDATION.invalid),
})
