import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

interface Registered {
  test: TestApp
  routes: Set<string>
  /** Body limits that differ from the default, in bytes. */
  bodyLimits: Map<string, number>
}

/** A whole server, with the routes that it registers, such as `GET /healthz`. */
export async function createTestAppAndRoutes(options: TestAppOptions = {}): Promise<Registered> {
  const routes = new Set<string>()
  const bodyLimits = new Map<string, number>()
  /** Listens while an app is built. */
  const onInitialization = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, bodyLimit }) => {
      for (const each of [method].flat()) {
        if (each === 'HEAD') continue
        routes.add(`${each} ${url}`)
        if (bodyLimit) bodyLimits.set(`${each} ${url}`, bodyLimit)
      }
    })
  }
  subscribe('fastify.initialization', onInitialization)
  const test = await createTestApp(options)
  unsubscribe('fastify.initialization', onInitialization)
  return { test, routes, bodyLimits }
}
