import type { CallName, EndpointOf } from '#app/shared/api.ts'
import {
  type Answer,
  API_BASE,
  type BodyInput,
  type Endpoint,
  type ParamsInput,
  type QueryInput,
} from '#platform/shared/endpoint.ts'
import type { ErrorAnswer, FieldErrors } from '#platform/shared/error-answer.ts'
import type { ErrorCode } from '#platform/shared/errors.ts'
import { noteNoAnswer } from './connection.ts'
import { noteServerTime } from './server-clock.ts'
import { expireSession, readBearer } from './session-token.ts'

/** A code of the API, or `network` when no answer came at all. */
export type ApiErrorCode = ErrorCode | 'network'

/** A call that failed. `status` is 0 and `code` is `network` when the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  /** Message keys for each field, e.g. `{ email: ['errors.validation.email'] }`. */
  readonly errors: FieldErrors
  /** The message of `updateAccountInfo`, which returns it instead of field errors; null for all other calls. */
  readonly errorMsg: string | null
  /** Seconds to wait before trying again; null when the server did not say. */
  readonly retryAfter: number | null
  /** The current state, if another user has changed the object meanwhile. */
  readonly current: unknown
  /** The id of the call in the server's log, if the failure is the server's. */
  readonly requestId: string | null

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    errors: FieldErrors = {},
    retryAfter: number | null = null,
    errorMsg: string | null = null,
    current?: unknown,
    requestId: string | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.errorMsg = errorMsg
    this.current = current
    this.requestId = requestId
  }
}

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : undefined extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** How a call is sent. */
interface Sending {
  signal?: AbortSignal | undefined
  /** `reload` if a response in the browser's cache would be older than the user's own change. */
  cache?: RequestCache
}

type CallInput<E extends Endpoint> = Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>> &
  Part<'params', ParamsInput<E>> &
  Sending

type Given<E extends Endpoint> =
  Record<string, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]

interface AnyInput extends Sending {
  query?: unknown
  body?: unknown
  params?: unknown
}

/** The address of a call: parameters filled in, query appended, absent values left out. */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(Object(params)[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(Object(query))) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return `${API_BASE}${filled}${text ? `?${text}` : ''}`
}

/**
 * Makes one call of the API, named by its method and path. The answer has the contract's type and
 * is not checked again: the server sends nothing else.
 * @throws {ApiError} for every answer that is not a success, and when no answer comes. A 401 other
 * than wrong credentials also ends the session. An aborted call rejects with the `AbortError`.
 */
export async function call<Name extends CallName, E extends Endpoint = EndpointOf<Name>>(
  name: Name,
  ...[input]: Given<E>
): Promise<Answer<E>> {
  const response = await sendWithProof(name, input)
  const answer = response.status === 204 ? null : await response.json()
  return (answer?.second_step ? await afterSecondStep(answer) : answer) as Answer<E>
}

/** Dialogs that a call may need. The app registers a loader, so that their code is loaded with the first one. */
export interface Asking {
  /** Asks for a fresh proof of identity. False: the user gave none. */
  prove(): Promise<boolean>
  /** Asks for the second step of a login, with the token of the first. Null: the user did not complete it. */
  secondStep(token: string): Promise<string | null>
}

let loadAsking: (() => Promise<Asking>) | null = null

/** Asks for a fresh proof before a call; returns whether it was given. */
export const askForProof = async (): Promise<boolean> =>
  (await (await loadAsking?.())?.prove()) ?? false

export function askBy(load: () => Promise<Asking>): void {
  loadAsking = load
}

/** Completes a login's second step and returns the answer of a login with one step. */
async function afterSecondStep(answer: { api_token: string }): Promise<object> {
  const api_token = await (await loadAsking?.())?.secondStep(answer.api_token)
  if (!api_token)
    throw new ApiError(401, 'unauthorized', 'The second step of the login was cancelled.')
  return { ...answer, api_token }
}

/** {@link call} for answers that are files; they get the server's file name. */
export async function callForFile<Name extends CallName, E extends Endpoint = EndpointOf<Name>>(
  name: Name,
  ...[input]: Given<E>
): Promise<File> {
  const response = await sendWithProof(name, input)
  const [, filename = ''] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  const blob = await response.blob()
  return new File([blob], filename, { type: blob.type })
}

/** Makes a call, and repeats it after a fresh proof if the server requires one. */
async function sendWithProof(name: string, input: AnyInput | undefined): Promise<Response> {
  try {
    return await send(name, input)
  } catch (error) {
    const wantsProof = error instanceof ApiError && error.code === 'fresh_proof_needed'
    if (!wantsProof || !(await askForProof())) throw error
    return send(name, input)
  }
}

async function send(name: string, input: AnyInput | undefined): Promise<Response> {
  const [method = 'GET', path = ''] = name.split(' ')
  const token = readBearer()
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
  }
  if (token) headers.Authorization = `Bearer ${token}`
  const init: RequestInit = { method, headers, signal: input?.signal ?? null }
  if (input?.cache) init.cache = input.cache
  if (input?.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  }
  const response = await reach(urlOf(path, input?.params, input?.query), init)
  noteServerTime(response)
  if (!response.ok) throw await failureOf(response, token)
  return response
}

/** @throws {ApiError} when no answer comes; the `AbortError` of an aborted request. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    void noteNoAnswer()
    throw new ApiError(0, 'network', 'The server could not be reached.')
  }
}

async function failureOf(response: Response, token: string | null): Promise<ApiError> {
  const answer = await readAnswer(response)
  const code = codeOf(response.status, answer.code)
  if (response.status === 401 && code !== 'invalid_credentials' && token) expireSession(token)
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10)
  return new ApiError(
    response.status,
    code,
    answer.message ?? response.statusText,
    answer.errors,
    Number.isNaN(seconds) ? null : seconds,
    answer.errorMsg ?? null,
    answer.current,
    answer.request_id ?? null,
  )
}

/** A proxy may answer with HTML: an error without a body is still an error. */
async function readAnswer(response: Response): Promise<Partial<ErrorAnswer>> {
  try {
    const answer: unknown = await response.json()
    return Object(answer) as Partial<ErrorAnswer>
  } catch {
    return {}
  }
}

function codeOf(status: number, code: string | undefined): ApiErrorCode {
  if (code) return code as ErrorCode
  if (status === 401) return 'unauthorized'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  if (status === 502 || status === 503 || status === 504) return 'unavailable'
  return status >= 500 ? 'internal' : 'bad_request'
}
