import { z } from 'zod'

/** Message keys for each field, e.g. `{ email: ['errors.validation.email'] }`. */
export const fieldErrorsSchema = z.record(z.string(), z.array(z.string()))
export type FieldErrors = z.infer<typeof fieldErrorsSchema>

export const errorAnswerSchema = z.object({
  statusCode: z.int(),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  errors: fieldErrorsSchema.optional(),
  errorMsg: z.string().optional(),
  /**
   * Goes with `changed_meanwhile`: what it is by now; with `amount_changed`: the order as it is by now, or
   * what its correction costs by now; with `other_bank_account`: `iban` of the statement, and `own`, those that invoices name.
   */
  current: z.unknown().optional(),
  /** Goes with what is no fault of the caller: what the log of the server knows it by. */
  request_id: z.string().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>
