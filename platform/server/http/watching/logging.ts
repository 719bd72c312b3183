import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino } from 'pino'
import { maskOf } from '../../masking.ts'

/** What of an error may be written down. */
export interface LoggedError {
  type: string
  message: string
  code?: string
  stack: string
  cause?: LoggedError
}

const MAX_CAUSES = 5

/** A mail server repeats the address that it refuses. */
const MAIL_ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g

/** The ORM appends the values of a failed query to its message: passwords, messages, addresses. */
function messageOf(error: Error): string {
  const text = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  return text.replace(MAIL_ADDRESS, '(address)')
}

/** The call sites alone; in front of them a stack repeats the message. */
function callSites({ stack, message }: Error): string {
  const text = stack ?? ''
  const end = text.indexOf(message)
  return end < 0 ? '' : text.slice(end + message.length).trimStart()
}

/**
 * An allowlist: drivers hang the values of a query, the failing row and their connection settings
 * on their errors.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { cause } = error
  return {
    type: error.constructor.name,
    message: messageOf(error),
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    stack: callSites(error),
    cause:
      cause instanceof Error && depth < MAX_CAUSES ? describeError(cause, depth + 1) : undefined,
  }
}

interface LogOptions {
  /** What no line may show, whatever is logged. */
  secrets?: readonly string[]
  destination?: DestinationStream
}

/** A logger that writes no token, password, mail or message, whatever it is given to log. */
export function createLogger(
  level: string,
  { secrets = [], destination }: LogOptions = {},
): Logger {
  const options = {
    level,
    serializers: {
      err: (error: unknown) => describeError(error),
    },
    hooks: { streamWrite: maskOf(secrets) },
  }
  return destination ? pino(options, destination) : pino(options)
}
