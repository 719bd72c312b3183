import { z } from 'zod'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'

export const messageTextSchema = plainTextSchema({
  max: MESSAGE_MAX_LENGTH,
  tooLong: VALIDATION.messageLength,
  missing: VALIDATION.message,
  invalid: VALIDATION.message,
})

/**
 * Chosen by the client for each thing it sends. The server carries out the same call with the same id once and
 * repeats its response, so that a client can retry after a lost response.
 */
export const requestIdSchema = z.uuid(VALIDATION.invalid).optional()

export const newMessageSchema = z.object({
  transaction_id: z.uuid(VALIDATION.invalid),
  text: messageTextSchema,
  request_id: requestIdSchema,
})
