import type { FieldErrors } from '#platform/shared/error-answer.ts'
import { ERRORS, type ErrorCode } from '#platform/shared/errors.ts'

interface AppErrorDetails {
  /** Message keys for each field; goes with `validation`. */
  errors?: FieldErrors
  /** A code that the account form maps to its own text. */
  errorMsg?: string
  /** The current state, so that the caller can show it. */
  current?: unknown
  /** Text from a third party, such as a bank, that replaces our own sentence. */
  message?: string
  /** The limit that rejected the request, for the log. */
  limit?: string
  /** Seconds until a retry makes sense. */
  retryAfter?: number
}

/** A failure that the caller sees. Every other error becomes a bare 500. */
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

/** A validation error for one field: `fieldError('email', VALIDATION.emailTaken)`. */
export function fieldError(field: string, key: string): AppError {
  return new AppError('validation', { errors: { [field]: [key] } })
}
