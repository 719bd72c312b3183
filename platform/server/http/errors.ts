import type { FieldErrors } from '#platform/shared/error-answer.ts'
import { ERRORS, type ErrorCode } from '#platform/shared/errors.ts'

interface AppErrorDetails {
  /** Message keys for each field; goes with `validation`. */
  errors?: FieldErrors
  /** The word that the account form maps to a text of its own. */
  errorMsg?: string
  /** The current state, so that the caller can show it. */
  current?: unknown
  /** The words of somebody else, such as a bank, in place of our own sentence. */
  message?: string
  /** Which limit stopped it, for the log. */
  limit?: string
  /** Seconds after which another try makes sense. */
  retryAfter?: number
}

/** A failure that the caller is told about. Everything else is answered as a bare 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly statusCode: number
  readonly details: AppErrorDetails

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? ERRORS[code][1])
    this.code = code
    this.statusCode = ERRORS[code][0]
    this.details = details
  }
}

/** One field is wrong: `fieldError('email', VALIDATION.emailTaken)`. */
export function fieldError(field: string, key: string): AppError {
  return new AppError('validation', { errors: { [field]: [key] } })
}
