import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { createTestApp, type TestApp } from './test-app.ts'

/** A whole server, and the routes that it registers: `GET /healthz`. */
export async function createTestAppAndRoutes(): Promise<{ test: TestApp; routes: Set<string> }> {
  const routes = new Set<string>()
  /** Looks on while an app is built. */
  const onInitialization = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (each !== 'HEAD') routes.add(`${each} ${url}`)
    })
  }
  subscribe('fastify.initialization', onInitialization)
  const test = await createTestApp()
  unsubscribe('fastify.initialization', onInitialization)
  return { test, routes }
}
