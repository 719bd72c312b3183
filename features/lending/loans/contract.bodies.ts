import { z } from 'zod'
import {
  messageTextSchema,
  requestIdSchema,
} from '#features/lending/conversations/messages/contract.bodies.ts'
import { inOrder, orderError } from '#features/lending/conversations/requests/contract.bodies.ts'
import { DECLINE_REASONS } from '#features/lending/conversations/transactions/loan-steps.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { THANKS_MAX_LENGTH } from './loan-limits.ts'

const changeFields = {
  transaction_id: z.uuid(VALIDATION.invalid),
  request_id: requestIdSchema,
  /** The last event that the caller has seen: the step is refused if something else was decided since. */
  last_event_id: z.uuid(VALIDATION.invalid).nullish(),
}
export const loanChangeSchema = z.object(changeFields)

export const loanHandOverSchema = z.object({
  ...changeFields,
  /** The day of the hand-over, if it is recorded later; not before the day of the request. */
  day: z.iso.date(VALIDATION.date).nullish(),
})

export const loanAnswerSchema = z.object({
  ...changeFields,
  answer: z.enum(['accept', 'decline'], VALIDATION.invalid),
  /** Only with a no. */
  reason: z.enum(DECLINE_REASONS, VALIDATION.invalid).nullish(),
  /** Only with a yes: when the thing is fetched, and the day on which it is back. */
  handover_at: z.iso.datetime(VALIDATION.date).nullish(),
  /** The day on which it is fetched if the hour is still open. Without it: the first wanted day. */
  handover_day: z.iso.date(VALIDATION.date).nullish(),
  return_by: z.iso.date(VALIDATION.date).nullish(),
  /** Also sent as a message. With a yes it also becomes the note on the hand-over. */
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

/** A loan that has begun, as the borrower asks the lender to confirm it. */
export const loanFetchedSchema = z.object({
  ...changeFields,
  /** The day on which it was fetched. */
  since: z.iso.date(VALIDATION.pastDay),
  /** The day on which it is back. */
  return_by: z.iso.date(VALIDATION.date),
  text: messageTextSchema.nullish(),
})

/** A loan that has begun, as the lender notes it; without a return day the two agree on one later. */
export const notedLoanSchema = z.object({
  ...changeFields,
  since: z.iso.date(VALIDATION.pastDay),
  return_by: z.iso.date(VALIDATION.date).nullish(),
  text: messageTextSchema.nullish(),
})

/** Other days for an agreed loan; what is omitted stays unchanged. */
const otherDays = {
  /** The new hand-over; only before the thing is out. */
  handover_at: z.iso.datetime(VALIDATION.date).nullish(),
  /** The new day of return. */
  return_by: z.iso.date(VALIDATION.date).nullish(),
}

export const loanDaysSchema = z.object({
  ...changeFields,
  ...otherDays,
  /** Also sent as a message. */
  text: messageTextSchema.nullish(),
})

/** Contains the days that the caller saw: a yes never applies to days that were proposed later. */
export const loanDaysAgreedSchema = z.object({ ...changeFields, ...otherDays })

export const newThanksSchema = z.object({
  transaction_id: z.uuid(VALIDATION.invalid),
  text: plainTextSchema({
    max: THANKS_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: VALIDATION.message,
    invalid: VALIDATION.message,
  }).nullish(),
  /** Whether everyone can read it at the letterbox of the person who is thanked. */
  show: z.boolean(VALIDATION.invalid),
})
