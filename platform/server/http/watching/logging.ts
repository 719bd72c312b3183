import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino } from 'pino'
import { maskOf } from '../../masking.ts'

/** The fields of an error that may be logged. */
export interface LoggedError {
  type: string
  message: string
  code?: string
  stack: string
  cause?: LoggedError
}

const MAX_CAUSES = 5

/** Mail servers repeat the address that they reject. */
const MAIL_ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g

/** Drizzle appends the values of a failed query to its message: passwords, messages, addresses. */
function messageOf(error: Error): string {
  const text = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  return text.replace(MAIL_ADDRESS, '(address)')
}

/** Only the call sites: a stack starts with the message. */
function callSites({ stack, message }: Error): string {
  const text = stack ?? ''
  const end = text.indexOf(message)
  return end < 0 ? '' : text.slice(end + message.length).trimStart()
}

/** Picks allowed fields only: drivers attach query values, the failing row and connection settings to their errors. */
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
  /** Texts that are removed from every log line. */
  secrets?: readonly string[]
  destination?: DestinationStream
}

/** A logger that never writes tokens, passwords, mails or messages, whatever it gets. */
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
