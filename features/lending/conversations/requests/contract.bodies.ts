import { z } from 'zod'
import {
  messageTextSchema,
  requestIdSchema,
} from '#features/lending/conversations/messages/contract.bodies.ts'
import { itemIdSchema } from '#features/places/items/contract.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ASK_MAX_LETTERBOXES } from './request-limits.ts'

const dayFields = {
  wanted_from: z.iso.date(VALIDATION.date).nullish(),
  wanted_until: z.iso.date(VALIDATION.date).nullish(),
}
type Days = { wanted_from?: string | null | undefined; wanted_until?: string | null | undefined }

/** A last day needs a first one, and does not come before it. */
export const inOrder = ({ wanted_from, wanted_until }: Days) =>
  !wanted_until || (!!wanted_from && wanted_from <= wanted_until)
export const orderError = { error: VALIDATION.endBeforeStart, path: ['wanted_until'] }

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
    /** The caller's own pending request for the same item: the first yes to any of them withdraws the others. */
    besides: z.uuid(VALIDATION.invalid).nullish(),
    ...dayFields,
  })
  .refine(inOrder, orderError)
