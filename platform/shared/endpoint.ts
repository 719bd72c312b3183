import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Every call of the API lives below this path. */
export const API_BASE = '/api/v1'

/**
 * Who may make a call:
 * - `public`: everyone; the caller is not identified
 * - `optional`: everyone; a bearer token is used if there is one
 * - `user`: 401 without a valid token
 * - `confirmed`: 403 `email_not_confirmed` until the address is confirmed
 * - `back_office`: members with one of the call's tasks (`task-matrix.ts`). 403 `task_missing` with other tasks, 403
 *   `second_factor_required` after the days that staff have for setting one up, 404 without any task
 */
type Access = 'public' | 'optional' | 'user' | 'confirmed' | 'back_office'

export interface Endpoint {
  method: 'GET' | 'POST'
  /** Relative to {@link API_BASE}, with the router's parameters (`/tiles/:z/:x/:y`). */
  path: string
  summary: string
  access: Access
  /**
   * Allows the call for a conversation session, which a mail's link opens and which is limited to one conversation.
   * - `idField`: for that conversation only, whose id is in this field of the query or body
   * - `itself`: the call is about the session
   *
   * Without this the call is rejected (403 `conversation_only`) or, if it is public, answered as for anyone.
   */
  conversationSession?: { idField: string } | 'itself'
  /**
   * The call needs a fresh proof: 403 `fresh_proof_needed` unless the caller has proved their identity within ten
   * minutes, with a second factor if the account has one. The web app asks for it and repeats the call.
   */
  freshProof?: true
  /**
   * An account may make the call while it waits for approval. Other calls that change something are rejected
   * (`not_let_in`), since they affect other people. Calls for the account's own data, orders and hidden letterbox are
   * allowed.
   */
  whileWaiting?: true
  /**
   * The call takes no access token (`tokens-taken.ts`): it is about the ways into the account, its end, or the session
   * itself. Calls with `freshProof` take none either.
   */
  sessionOnly?: true
  /** A call of the back office that an access token of the community may make: it acts for no person. */
  communityToken?: true
  /**
   * Open data: pages of any other site may make the call, without credentials (docs/open-data.md). Only for what everybody
   * sees without an account.
   */
  openData?: true
  params?: z.ZodType
  /** Error code for invalid params, if not `bad_request`. */
  paramsError?: ErrorCode
  query?: z.ZodType
  /** Error codes for invalid query fields, if not `bad_request`. */
  queryErrors?: Readonly<Record<string, ErrorCode>>
  /**
   * The call makes dozens of queries. A busy server rejects it with `busy` before it starts; otherwise it would wait
   * again at each query, and the client would get no answer at all.
   */
  heavy?: true
  /** Maximum body size, if not the default. */
  maxBytes?: number
  body?: z.ZodType
  /**
   * Failures also contain `errorMsg`, as the specification requires: the error's code word, otherwise the English
   * sentence.
   */
  saysErrorMsg?: true
  /** Status of success; 204 requires `answer: null`. */
  status: 200 | 201 | 204
  answer: z.ZodType | null
  /** Media type of an answer that is not JSON; the handler sends it itself. */
  media?:
    | 'application/atom+xml'
    | 'application/gzip'
    | 'application/pdf'
    | 'text/calendar'
    | 'text/csv'
  /** Errors of this call, in addition to those that every call can return. */
  errors: readonly ErrorCode[]
}

/** One table per feature: the only place that defines method, path, input, answer and errors. */
export function defineEndpoints<const T extends Record<string, Endpoint>>(table: T): T {
  return table
}

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** The input as a client sends it. */
export type QueryInput<E extends Endpoint> = Input<E['query']>
export type BodyInput<E extends Endpoint> = Input<E['body']>
export type ParamsInput<E extends Endpoint> = Input<E['params']>
/** The input as a handler receives it after validation. */
export type QueryOutput<E extends Endpoint> = Output<E['query']>
export type BodyOutput<E extends Endpoint> = Output<E['body']>
export type ParamsOutput<E extends Endpoint> = Output<E['params']>
/** The answer as a handler returns it and a client reads it. */
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType
  ? z.output<E['answer']>
  : null
