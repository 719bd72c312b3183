import { asc } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import {
  type Answer,
  API_BASE,
  type BodyInput,
  type Endpoint,
  type ParamsInput,
  type QueryInput,
} from '#platform/shared/endpoint.ts'
import type { ErrorAnswer } from '#platform/shared/error-answer.ts'
import { buildApp } from '../app.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { createTestParts, type PartsOptions } from './test-parts.ts'

export interface TestCall<E extends Endpoint> {
  query?: QueryInput<E>
  body?: BodyInput<E>
  params?: ParamsInput<E>
  /** An API token. */
  as?: string
  ip?: string
  headers?: Record<string, string>
}

export interface TestAnswer<E extends Endpoint> {
  status: number
  /** The answer if the call succeeded, otherwise an {@link ErrorAnswer}: check `status` first. */
  body: Answer<E>
  error: ErrorAnswer
  headers: Record<string, string | string[] | number | undefined>
}

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  testDatabase: TestDatabase
  /** Moves the app's clock. */
  advance(milliseconds: number): void
  call<E extends Endpoint>(endpoint: E, call?: TestCall<E>): Promise<TestAnswer<E>>
  /** Sends pending mails and returns all mails so far, oldest first. */
  mails(): Promise<(typeof local_mails.$inferSelect)[]>
  close(): Promise<void>
}

export interface TestAppOptions extends Pick<PartsOptions, 'config' | 'deps'> {
  /** Uses the database of another app, like a second process. */
  sharing?: TestApp
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function injectOptions(endpoint: Endpoint, call: TestCall<Endpoint>): InjectOptions {
  return {
    method: endpoint.method,
    url: API_BASE + fillPath(endpoint.path, call.params as Record<string, unknown> | undefined),
    ...(call.query !== undefined && { query: call.query as Record<string, string> }),
    ...(call.body !== undefined && { payload: call.body as object }),
    ...(call.ip && { remoteAddress: call.ip }),
    headers: { ...(call.as && { authorization: `Bearer ${call.as}` }), ...call.headers },
  }
}

/** A whole server on a database of its own, called without a network. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = options.sharing?.testDatabase ?? (await createTestDatabase())
  let offset = 0
  const database = options.deps?.database ?? testDatabase.database
  const { parts, close } = await createTestParts(database, {
    ...options,
    clock: () => new Date(Date.now() + offset),
  })
  const { jobs, mails } = parts
  const { app, deps } = await buildApp(parts)
  await jobs.prepare()
  await app.ready()
  return {
    app,
    deps,
    testDatabase,
    advance(milliseconds) {
      offset += milliseconds
    },
    async call<E extends Endpoint>(endpoint: E, call: TestCall<E> = {}) {
      const response = await app.inject(injectOptions(endpoint, call as TestCall<Endpoint>))
      const body = response.body === '' ? null : response.json()
      return { status: response.statusCode, body, error: body, headers: response.headers }
    },
    async mails() {
      await mails.drain()
      return database.orm.select().from(local_mails).orderBy(asc(local_mails.created_at))
    },
    async close() {
      await app.close()
      await close()
      if (!options.sharing) await testDatabase.drop()
    },
  }
}
