import { Readable } from 'node:stream'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RequestPayload,
  RouteOptions,
} from 'fastify'
import { z } from 'zod'
import { SECOND_MS } from '#platform/shared/durations.ts'
import {
  type Answer,
  API_BASE,
  type BodyOutput,
  type Endpoint,
  type ParamsOutput,
  type QueryOutput,
} from '#platform/shared/endpoint.ts'
import { errorAnswerSchema } from '#platform/shared/error-answer.ts'
import { ERRORS, type ErrorCode } from '#platform/shared/errors.ts'
import { isBackOfficeCall, may } from '#platform/shared/task-matrix.ts'
import { TOKEN_OWNERS, takesToken } from '#platform/shared/tokens-taken.ts'
import type { Config } from '../config.ts'
import { sqlState } from '../db/database-errors.ts'
import type { Deps } from '../deps.ts'
import { CALL_LIMITS, type CallLimitName } from '../identity/network-limits.ts'
import { lacksSecondFactor, requireFreshProof } from '../identity/proof.ts'
import { findViewer, type Viewer } from '../identity/sessions.queries.ts'
import { SCHEME_OF_TOKEN } from './api-document.ts'
import { isOffInDemo } from './demo-calls.ts'
import { AppError } from './errors.ts'
import type { ResponseCache } from './response-cache.ts'

type ViewerOf<E extends Endpoint> = E['access'] extends 'public'
  ? null
  : E['access'] extends 'optional'
    ? Viewer | null
    : Viewer

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
}

export interface Call<E extends Endpoint> {
  query: QueryOutput<E>
  body: BodyOutput<E>
  params: ParamsOutput<E>
  viewer: ViewerOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the response, or the reply itself if the handler has sent its own bytes. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Answer<E> | FastifyReply> | Answer<E> | FastifyReply

export type Handlers<T extends Record<string, Endpoint>> = { [K in keyof T]: Handler<T[K]> }

/**
 * Requests per IP and window, replacing the global limit. `false`: no limit, for calls that send stored bytes; those
 * are not compressed either.
 */
export interface RouteLimit {
  max: number
  timeWindow: number
  errorResponseBuilder: (request: FastifyRequest, context: { ttl: number }) => AppError
}

/** The named limit in the form a route needs. The log line of a refused request contains the name. */
export function routeLimit(
  { networkLimits }: Pick<Config, 'networkLimits'>,
  name: CallLimitName,
): RouteLimit {
  const { max, windowMs } = { ...CALL_LIMITS, ...networkLimits }[name]
  return {
    max,
    timeWindow: windowMs,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { retryAfter: Math.ceil(ttl / SECOND_MS), limit: name }),
  }
}

const EVERY_CALL: ErrorCode[] = ['bad_request', 'rate_limited', 'internal', 'unavailable']

export function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return (scheme?.toLowerCase() === 'bearer' && token) || null
}

type CallerDeps = Pick<Deps, 'database' | 'clock' | 'config'>

/** The session of a request, which may be a conversation session. */
async function findSession(
  request: FastifyRequest,
  { database, clock }: CallerDeps,
): Promise<Viewer | null> {
  const token = bearerOf(request)
  return token ? findViewer(database.orm, token, clock()) : null
}

/** Removes the tasks of a member who has not set up a second factor in time, until they do. */
const withoutLockedTasks = (viewer: Viewer, { config, clock }: CallerDeps): Viewer =>
  lacksSecondFactor(config, viewer, clock()) ? { ...viewer, tasks: [] } : viewer

/**
 * The logged-in caller of a request. Throws `unauthorized`, `conversation_only` for a conversation session, and
 * `token_not_taken` for an access token.
 */
export async function findCaller(request: FastifyRequest, deps: CallerDeps): Promise<Viewer> {
  const session = await findSession(request, deps)
  if (!session) throw new AppError('unauthorized')
  if (session.conversation !== null) throw new AppError('conversation_only')
  if (session.token) throw new AppError('token_not_taken')
  return withoutLockedTasks(session, deps)
}

/** Turns a foreign key error into `unauthorized` if the account was deleted while its call was running. */
async function explainGoneCaller(
  error: unknown,
  request: FastifyRequest,
  deps: CallerDeps,
): Promise<never> {
  if (sqlState(error) === '23503' && !(await findSession(request, deps)))
    throw new AppError('unauthorized')
  throw error
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Throws `token_not_taken`, or `token_reads_only` for a call that changes something. */
function checkToken(endpoint: Endpoint, { token }: Viewer): void {
  if (!token) return
  if (!takesToken(endpoint, token.owner)) throw new AppError('token_not_taken')
  if (endpoint.method !== 'GET' && !token.writes) throw new AppError('token_reads_only')
}

async function admit(
  request: FastifyRequest,
  deps: Deps,
  endpoint: Endpoint,
): Promise<Viewer | null> {
  if (endpoint.access === 'public') return null
  const session = await findSession(request, deps)
  const admitted = !session?.conversation || endpoint.conversationSession
  const viewer = admitted ? session : null
  if (endpoint.access === 'back_office') {
    if (!viewer || viewer.tasks.length === 0) throw new AppError('not_found')
    const name = nameOf(endpoint)
    if (!isBackOfficeCall(name) || !may(viewer, name)) throw new AppError('task_missing')
    if (lacksSecondFactor(deps.config, viewer, deps.clock()))
      throw new AppError('second_factor_required')
    checkToken(endpoint, viewer)
    if (endpoint.freshProof) requireFreshProof(viewer, deps.clock())
    return viewer
  }
  if (viewer) checkToken(endpoint, viewer)
  if (viewer && endpoint.freshProof) requireFreshProof(viewer, deps.clock())
  if (viewer) return withoutLockedTasks(viewer, deps)
  if (endpoint.access === 'optional') return null
  throw new AppError(session ? 'conversation_only' : 'unauthorized')
}

/** Checks that a conversation session only refers to its own conversation. Uses the validated input. */
function checkConversation(endpoint: Endpoint, { viewer, query, body }: FastifyRequest): void {
  const { conversationSession } = endpoint
  if (!viewer?.conversation || conversationSession === 'itself') return
  const input: Record<string, unknown> = { ...Object(query), ...Object(body) }
  const asked = conversationSession && input[conversationSession.idField]
  if (asked !== viewer.conversation) throw new AppError('conversation_only')
}

function checkAccess(endpoint: Endpoint, viewer: Viewer | null): void {
  if (endpoint.access === 'confirmed' && !viewer?.email_confirmed)
    throw new AppError('email_not_confirmed')
  if (viewer?.waiting && endpoint.method === 'POST' && !endpoint.whileWaiting)
    throw new AppError('not_let_in')
}

/** Rejects a request that sets a field which only the server decides. */
function refuseServerDecided(
  serverDecided: readonly string[],
  body: unknown,
  declared: z.ZodType | undefined,
): void {
  if (typeof body !== 'object' || body === null) return
  const own = declared instanceof z.ZodObject ? declared.shape : {}
  for (const field of serverDecided) {
    if (Object.hasOwn(body, field) && !Object.hasOwn(own, field)) {
      throw new AppError('forbidden_field', { errors: { [field]: ['errors.validation.invalid'] } })
    }
  }
}

function errorAnswers(endpoint: Endpoint): Record<number, z.ZodType> {
  const access: ErrorCode[] = endpoint.access === 'public' ? [] : ['unauthorized']
  if (endpoint.access === 'back_office')
    access.splice(0, 1, 'not_found', 'task_missing', 'second_factor_required')
  if (endpoint.freshProof) access.push('fresh_proof_needed')
  if (endpoint.access === 'confirmed') access.push('email_not_confirmed')
  if (endpoint.access !== 'public' && endpoint.method === 'POST' && !endpoint.whileWaiting)
    access.push('not_let_in')
  if (endpoint.access === 'confirmed' || endpoint.access === 'user')
    access.push('conversation_only')
  if (endpoint.access !== 'public') access.push('token_not_taken')
  if (TOKEN_OWNERS.some((owner) => takesToken(endpoint, owner)) && endpoint.method === 'POST')
    access.push('token_reads_only')
  if (endpoint.heavy) access.push('busy')
  if (isOffInDemo(endpoint)) access.push('not_in_demo')
  const codes = [...EVERY_CALL, ...access, ...endpoint.errors]
  const statuses = new Set(codes.map((code) => ERRORS[code][0]))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const words = codes.filter((code) => ERRORS[code][0] === status).join(', ')
      return [status, errorAnswerSchema.describe(words)]
    }),
  )
}

function successAnswer({ answer, media, summary }: Endpoint) {
  if (!answer) return z.null().describe('No content')
  return media ? { description: summary, content: { [media]: { schema: answer } } } : answer
}

/** What the call takes in `Authorization`: one of these, or nothing if everyone may make it. */
const securityOf = (endpoint: Endpoint): Record<string, string[]>[] => [
  { api_token: [] },
  ...TOKEN_OWNERS.filter((owner) => takesToken(endpoint, owner)).map((owner) => ({
    [SCHEME_OF_TOKEN[owner]]: [],
  })),
  ...(endpoint.access === 'optional' ? [{}] : []),
]

function routeSchema(feature: string, name: string, endpoint: Endpoint): RouteOptions['schema'] {
  return {
    tags: [feature],
    operationId: `${feature}.${name}`,
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? {} : { security: securityOf(endpoint) }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: {
      [endpoint.status]: successAnswer(endpoint),
      ...errorAnswers(endpoint),
    },
  }
}

/**
 * Adds a route for each call of a contract. The caller is authenticated before the input is validated, so that
 * strangers learn nothing from validation errors.
 */
export function registerEndpoints<T extends Record<string, Endpoint>>(
  app: FastifyInstance,
  deps: Deps,
  feature: string,
  table: T,
  handlers: Handlers<T>,
  limits: Partial<Record<keyof T, CallLimitName | RouteLimit | false>> = {},
  caches: Partial<Record<keyof T, ResponseCache>> = {},
): void {
  const serverDecided = deps.features.flatMap((each) => each.serverDecided ?? [])
  for (const name of Object.keys(table) as (keyof T & string)[]) {
    const endpoint = table[name]
    const handler = handlers[name]
    const limit = limits[name]
    if (!endpoint || !handler)
      throw new Error(`Unexpected call without a handler: ${feature}.${name}`)
    const isHidden = endpoint.access === 'back_office'
    const isOff = deps.config.publicDemo !== undefined && isOffInDemo(endpoint)
    if (isHidden && !isBackOfficeCall(nameOf(endpoint)))
      throw new Error(`Unexpected call without a line in task-matrix.ts: ${nameOf(endpoint)}`)
    app.route({
      method: endpoint.method,
      url: `${API_BASE}${endpoint.path}`,
      schema: routeSchema(feature, name, endpoint),
      config: {
        ...(limit !== undefined && {
          rateLimit: typeof limit === 'string' ? routeLimit(deps.config, limit) : limit,
        }),
        ...(caches[name] && { cache: caches[name] }),
        ...(endpoint.openData && { openData: endpoint.access }),
        ...(endpoint.heavy && { heavy: true }),
        ...(endpoint.paramsError && { paramsError: endpoint.paramsError }),
        ...(endpoint.queryErrors && { queryErrors: endpoint.queryErrors }),
        ...(endpoint.saysErrorMsg && { saysErrorMsg: true }),
        // A malformed id gets the same answer as an unknown one, so that guessing reveals nothing.
        ...(!isHidden && endpoint.errors.includes('not_found') && { unknownIds: true }),
      },
      ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
      ...(caches[name] && { compress: false }),
      // Everyone else gets 404 for such a path, whatever they send.
      ...(isHidden && {
        async preParsing(request: FastifyRequest, _reply: FastifyReply, body: RequestPayload) {
          request.viewer = await admit(request, deps, endpoint)
          if (isOff) throw new AppError('not_in_demo')
          // An invalid gzip body has failed by now; reading it would wait forever.
          if (body instanceof Readable && body.errored) throw body.errored
        },
      }),
      // Before its body is read.
      ...(isOff &&
        !isHidden && {
          async onRequest() {
            throw new AppError('not_in_demo')
          },
        }),
      // A map requests dozens of tiles at once, so routes without checks skip this hook.
      ...((endpoint.access !== 'public' || endpoint.body) && {
        async preValidation(request: FastifyRequest) {
          if (!isHidden) request.viewer = await admit(request, deps, endpoint)
          checkAccess(endpoint, request.viewer)
          refuseServerDecided(serverDecided, request.body, endpoint.body)
        },
      }),
      handler(request, reply) {
        checkConversation(endpoint, request)
        if (endpoint.access !== 'public' || endpoint.method === 'POST')
          reply.header('cache-control', 'no-store')
        reply.status(endpoint.status)
        const call = {
          query: request.query,
          body: request.body,
          params: request.params,
          viewer: request.viewer,
          request,
          reply,
        } as Call<T[typeof name]>
        const answer = handler(call)
        // Returning the reply would make the framework wait for the end of its stream.
        if (answer === reply) return undefined
        if (!request.viewer || !(answer instanceof Promise)) return answer
        return answer.catch((error) => explainGoneCaller(error, request, deps))
      },
    })
  }
}
