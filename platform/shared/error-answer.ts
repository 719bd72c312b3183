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
   * With `changed_meanwhile`: the current state. With `amount_changed`: the current order, or the current cost of its
   * correction. With `other_bank_account`: the statement's `iban`, and `own`, the IBANs on invoices.
   */
  current: z.unknown().optional(),
  /** With failures on the server's side: the id of the request in its log. */
  request_id: z.string().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>
