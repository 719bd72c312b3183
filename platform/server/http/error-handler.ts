import { STATUS_CODES } from 'node:http'
import type {
  FastifyBodyParser,
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorAnswer, FieldErrors } from '#platform/shared/error-answer.ts'
import type { ErrorCode } from '#platform/shared/errors.ts'
import type { Config } from '../config.ts'
import { isDatabaseUnavailable, isEndedByOthers, sqlState } from '../db/database-errors.ts'
import { bareSecurityHeaders } from './content-security.ts'
import { hasDuplicateKeys } from './duplicate-keys.ts'
import { AppError } from './errors.ts'
import { REQUEST_ID } from './watching/request-id.ts'
import { namesSurrogate } from './well-formed.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The error code of the request, for its log line. */
    refusal: ErrorCode | null
    /** The limit that rejected it, for the same line. */
    stoppedBy: string | null
  }
  interface FastifyContextConfig {
    /** Error code for invalid params of this route, if not `bad_request`. */
    paramsError?: ErrorCode
    /** Error codes for invalid query fields, if not `bad_request`. */
    queryErrors?: Readonly<Record<string, ErrorCode>>
    /** Every failure of this route contains `errorMsg`. */
    saysErrorMsg?: boolean
    /** A malformed id gets the same answer as an unknown one. */
    unknownIds?: boolean
  }
}

/** Our error codes for errors of the framework. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
}

/** PostgreSQL's errors for text or JSON that passed validation but cannot be stored: it contains NUL. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05'])

const RETRY_AFTER_SECONDS = 5

type ValidationIssues = {
  keyword?: string
  instancePath: string
  message?: string | undefined
  params?: { format?: string }
}[]

/** Ids that never lead to 404: the client chooses them, or they are only used in a filter. */
const NEVER_UNKNOWN = new Set([
  'request_id',
  'last_event_id',
  'besides',
  'replaces',
  'replaces_key',
])

/** Whether the only problem is that ids to look up are not UUIDs. */
const isOnlyIds = (issues: ValidationIssues) =>
  issues.length > 0 &&
  issues.every(
    ({ keyword, params, instancePath }) =>
      keyword === 'invalid_format' &&
      params?.format === 'uuid' &&
      !NEVER_UNKNOWN.has(instancePath.split('/')[1] ?? ''),
  )

function fieldErrors(issues: ValidationIssues): FieldErrors {
  const errors: FieldErrors = {}
  for (const { instancePath, message } of issues) {
    const field = instancePath.split('/')[1] ?? ''
    const key = message?.startsWith('errors.') ? message : 'errors.validation.invalid'
    errors[field] ??= []
    if (!errors[field].includes(key)) errors[field].push(key)
  }
  return errors
}

/** An invalid form field is 422 with message keys; an invalid query, path or shape is 400. */
function validationError(error: FastifyError, route: FastifyContextConfig): AppError {
  const issues = (error.validation ?? []) as ValidationIssues
  if (route.unknownIds && isOnlyIds(issues)) return new AppError('not_found')
  const errors = fieldErrors(issues)
  if (error.validationContext === 'body') {
    return '' in errors ? new AppError('bad_request') : new AppError('validation', { errors })
  }
  if (error.validationContext === 'params' && route.paramsError) {
    return new AppError(route.paramsError)
  }
  const field = Object.keys(errors).find((name) => route.queryErrors?.[name])
  const code = field && route.queryErrors?.[field]
  return new AppError(code || 'bad_request', { errors })
}

function asAppError(error: FastifyError, route: FastifyContextConfig): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error, route)
  const frameworkCode = FRAMEWORK_CODES[error.code]
  if (frameworkCode) return new AppError(frameworkCode)
  if (UNSTORABLE_TEXT.has(sqlState(error) ?? '')) return new AppError('bad_request')
  if (isDatabaseUnavailable(error) || isEndedByOthers(error))
    return new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
  const status = error.statusCode ?? 500
  if (status === 503) return new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
  if (status === 404) return new AppError('not_found')
  if (status >= 400 && status < 500) {
    return new AppError(error instanceof SyntaxError ? 'malformed_json' : 'bad_request')
  }
  return new AppError('internal')
}

/** Sends an error in the one format that all failures share. */
export function sendError(
  reply: FastifyReply,
  error: AppError,
  { saysErrorMsg = false }: Pick<FastifyContextConfig, 'saysErrorMsg'> = {},
): FastifyReply {
  const { errors, errorMsg, current, retryAfter } = error.details
  reply.refusal = error.code
  reply.stoppedBy = error.details.limit ?? null
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const answer: ErrorAnswer = {
    statusCode: error.statusCode,
    error: STATUS_CODES[error.statusCode] ?? 'Error',
    message: error.message,
    code: error.code,
    // JSON omits undefined fields.
    errors,
    errorMsg: errorMsg || (saysErrorMsg ? error.message : undefined),
    current,
    // The administrator of the server can find the failure in the log by this id.
    request_id: error.statusCode >= 500 ? reply.request.id : undefined,
  }
  return reply
    .status(error.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer)
}

/** More than any call accepts. A body that declares more is not read to its end just to be discarded. */
const MOST_THROWN_AWAY = 16 * 1024 * 1024

/**
 * The framework closes the connection after a body it did not read. A client or proxy that is still sending then gets a
 * connection reset and often never reads the response. So read and discard the rest of the body.
 */
function readToTheEnd(request: FastifyRequest, reply: FastifyReply): void {
  if (Number(request.headers['content-length']) <= MOST_THROWN_AWAY)
    reply.removeHeader('connection')
}

/** Answers requests that fail before routing: a path that cannot be decoded. */
export function refuseUndecodable(config: Config) {
  const headers = bareSecurityHeaders(config)
  return (_error: FastifyError, { url, id }: FastifyRequest, reply: FastifyReply): void => {
    const refused = new AppError(namesSurrogate(url) ? 'validation' : 'bad_request')
    sendError(reply.headers(headers).header(REQUEST_ID, id), refused)
  }
}

/** For an unknown path the body is not parsed at all. */
export function refuseUnread(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    done(request.is404 && !isRead ? new AppError('not_found') : undefined)
  })
}

/** One handler for all failures. Only unexpected ones are logged as errors, with their details. */
export function addErrorHandling(app: FastifyInstance): void {
  app.decorateReply('refusal', null)
  app.decorateReply('stoppedBy', null)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The client disconnected or was too slow: no one reads the response, and this is not a server error.
    if (request.raw.errored) return sendError(reply, new AppError('bad_request'))
    const appError = asAppError(error, request.routeOptions.config)
    if (appError.code === 'payload_too_large') readToTheEnd(request, reply)
    if (appError.code === 'internal') request.log.error({ err: error }, 'unexpected error')
    else if (appError.code === 'unavailable' && appError !== error)
      request.log.warn({ err: error }, 'database unavailable')
    return sendError(reply, appError, request.routeOptions.config)
  })

  // Treat an empty body as no body: several calls of the specification have no payload.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  // Reject invalid UTF-8 in JSON; otherwise it would silently become U+FFFD.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const readJson: FastifyBodyParser<Buffer> = (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = decoder.decode(body)
    } catch {
      return done(new AppError('malformed_json'))
    }
    parseJson(request, text, (error, value) => {
      if (!error && hasDuplicateKeys(text, value)) return done(new AppError('malformed_json'))
      done(error, value)
    })
  }
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
}
