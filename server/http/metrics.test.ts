import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, ROUTES, send, type World } from '../security/routes.ts'
import { createTestAppAndRoutes } from '../testing/registered-routes.ts'
import type { TestApp } from '../testing/test-app.ts'

let test: TestApp
let registered: Set<string>
let world: World
beforeAll(async () => {
  ;({ test, routes: registered } = await createTestAppAndRoutes())
  world = await createWorld(test)
})
afterAll(() => test.close())

/** `GET /healthz 200`, and how many were counted. */
async function counted(): Promise<Map<string, number>> {
  const { body } = await test.app.inject('/metrics')
  const lines = body.matchAll(
    /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="(\d+)"\} (\d+)$/gm,
  )
  return new Map(
    [...lines].map(([, method, route, status, count]) => [
      `${method} ${route} ${status}`,
      Number(count),
    ]),
  )
}

/** A file that is missing is no answer of the route it was looked for by. */
const FILES = ['/index.html', '/img/stickers/axe.svg', '/api/docs/static/logo.svg']

it('counts every route there is', async () => {
  for (const route of ROUTES) await send(test, route, world, 'visitor')
  for (const url of FILES) await test.app.inject(url)
  const routes = [...(await counted()).keys()].map((line) => line.replace(/ \d+$/, ''))
  expect([...new Set(routes)].filter((name) => registered.has(name)).sort()).toEqual(
    [...registered].sort(),
  )
})

it('counts each answer once, with its status, and what has no route as such', async () => {
  const before = await counted()
  const urls = ['/img/stickers/axe.svg', '/api/v1/letterboxes/tiles/0/9/0', '/api/v1/nothing', '/']
  for (const url of urls) await test.app.inject(url)
  const after = await counted()
  const more = [...after].filter(([line, count]) => count > (before.get(line) ?? 0))
  expect(more.map(([line, count]) => [line, count - (before.get(line) ?? 0)]).sort()).toEqual([
    ['GET / 200', 1],
    ['GET /api/v1/letterboxes/tiles/:z/:x/:y 400', 1],
    ['GET /img/stickers/* 200', 1],
    ['GET /metrics 200', 1],
    ['GET unknown 404', 1],
  ])
})
