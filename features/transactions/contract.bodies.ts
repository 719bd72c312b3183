import { z } from 'zod'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { ASK_MAX_LETTERBOXES, MESSAGE_MAX_LENGTH } from './transaction-limits.ts'

export const messageTextSchema = plainTextSchema({
  max: MESSAGE_MAX_LENGTH,
  tooLong: VALIDATION.messageLength,
  missing: VALIDATION.message,
  invalid: VALIDATION.message,
})

const dayFields = {
  wanted_from: z.iso.date(VALIDATION.date).nullish(),
  wanted_until: z.iso.date(VALIDATION.date).nullish(),
}
type Days = { wanted_from?: string | null | undefined; wanted_until?: string | null | undefined }

/** A last day needs a first one, and does not come before it. */
export const inOrder = ({ wanted_from, wanted_until }: Days) =>
  !wanted_until || (!!wanted_from && wanted_from <= wanted_until)
export const orderError = { error: VALIDATION.endBeforeStart, path: ['wanted_until'] }

/**
 * Chosen by the client for each thing it sends. The same call with the same id is carried out once
 * and answered alike, so that a lost answer can be asked for again.
 */
export const requestIdSchema = z.uuid(VALIDATION.invalid).optional()

const itemIdSchema = z.int(VALIDATION.item).min(1, VALIDATION.item).max(32767, VALIDATION.item)

export const newTransactionSchema = z
  .object({
    /** The user who lends (`user_id` of the letterbox). */
    renter_id: z.uuid(VALIDATION.invalid),
    item_id: itemIdSchema,
    text: messageTextSchema,
    request_id: requestIdSchema,
    ...dayFields,
  })
  .refine(inOrder, orderError)

export const newAskSchema = z
  .object({
    /** Users who lend, each once. */
    renter_ids: z
      .array(z.uuid(VALIDATION.invalid))
      .min(1, VALIDATION.invalid)
      .max(ASK_MAX_LETTERBOXES, VALIDATION.invalid)
      .refine((ids) => new Set(ids).size === ids.length, VALIDATION.invalid),
    item_id: itemIdSchema,
    text: messageTextSchema,
    request_id: requestIdSchema,
    ...dayFields,
  })
  .refine(inOrder, orderError)

export const newMessageSchema = z.object({
  transaction_id: z.uuid(VALIDATION.invalid),
  text: messageTextSchema,
  request_id: requestIdSchema,
})
