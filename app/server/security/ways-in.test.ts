import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '#platform/server/paths.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type Operations = Record<string, { responses: Record<string, unknown> }>

it('docs/authentication.md lists exactly the calls that return a session', async () => {
  const { json } = await test.app.inject(`${API_BASE}/openapi.json`)
  const { paths }: { paths: Record<string, Operations> } = json()
  const opening = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => JSON.stringify(responses).includes('"api_token"'))
      .map(([method]) => `${method.toUpperCase()} ${path.slice(API_BASE.length)}`),
  )
  expect(opening.length).toBeGreaterThan(5)
  const page = readFileSync(join(ROOT, 'docs', 'authentication.md'), 'utf8')
  const [, table = ''] = page.split(/^## /m)
  const named = [...table.matchAll(/^\|[^|]*\| `([^`]+)` \|/gm)].map(([, call = '']) => call)
  expect([...new Set(named)].sort()).toEqual(opening.sort())
})
