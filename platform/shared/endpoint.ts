import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Every call of the API lives below this path. */
export const API_BASE = '/api/v1'

/**
 * Who may make a call: `public` (the caller is never looked at), `optional` (a bearer token is
 * honoured when sent), `user` (401 without a valid token), `confirmed` (403 `email_not_confirmed`
 * until the address is confirmed), and `back_office` (by the tasks of `task-matrix.ts`: 403 `task_missing`
 * without one of those that the call takes, `second_factor_required` past the days that the staff has to set one up; to
 * whoever has no task there is no such call, 404).
 */
type Access = 'public' | 'optional' | 'user' | 'confirmed' | 'back_office'

export interface Endpoint {
  method: 'GET' | 'POST'
  /** Below {@link API_BASE}; parameters in the router's notation (`/tiles/:z/:x/:y`). */
  path: string
  summary: string
  access: Access
  /**
   * What a conversation session may do with the call, which the link of a mail opened and which knows one
   * conversation alone: make it about that conversation, whose id stands in a field of the query or the
   * body, or about itself. Without it the call is refused (403 `conversation_only`), or, where anybody may
   * make it, answered as to anybody.
   */
  conversationSession?: { idField: string } | 'itself'
  /**
   * Whether an open session is not enough: 403 `fresh_proof_needed` unless the caller has proved who they are within ten
   * minutes, with a second factor where the account has one. The web app asks, and makes the call again.
   */
  freshProof?: true
  /**
   * Whether an account may make the call while it waits to be let in. Other calls that change something are refused
   * (`not_let_in`): they reach other people. Its own things and orders it may change; its letterbox nobody else sees.
   */
  whileWaiting?: true
  params?: z.ZodType
  /** What wrong params are answered with, where it is not `bad_request`. */
  paramsError?: ErrorCode
  query?: z.ZodType
  /** What a wrong field of the query is answered with, where it is not `bad_request`. */
  queryErrors?: Readonly<Record<string, ErrorCode>>
  /**
   * The call asks the database dozens of times. Where the server is busy it is answered `busy` before it starts: under way it
   * would wait again at each question, and whoever asked would get no answer at all.
   */
  heavy?: true
  /** The largest body, where it is not the usual one. */
  maxBytes?: number
  body?: z.ZodType
  /** Every failure carries `errorMsg` as well, as the specification has it: its code word, or else the sentence in English. */
  saysErrorMsg?: true
  /** Status of success; 204 goes with `answer: null`. */
  status: 200 | 201 | 204
  answer: z.ZodType | null
  /** What the answer is where it is no JSON; the handler sends it itself. */
  media?: 'application/pdf' | 'application/gzip' | 'text/calendar' | 'text/csv'
  /** Codes the call adds to those that every call can answer. */
  errors: readonly ErrorCode[]
}

/** One table a feature: the single place where method, path, input, answer and errors are written. */
export function defineEndpoints<const T extends Record<string, Endpoint>>(table: T): T {
  return table
}

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a client sends. */
export type QueryInput<E extends Endpoint> = Input<E['query']>
export type BodyInput<E extends Endpoint> = Input<E['body']>
export type ParamsInput<E extends Endpoint> = Input<E['params']>
/** What a handler receives after validation. */
export type QueryOutput<E extends Endpoint> = Output<E['query']>
export type BodyOutput<E extends Endpoint> = Output<E['body']>
export type ParamsOutput<E extends Endpoint> = Output<E['params']>
/** What a handler returns and a client reads. */
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType
  ? z.output<E['answer']>
  : null
