import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { IMPORT_FILE_MAX_BYTES } from '#features/community/imports/contract.admin.ts'
import { STATEMENT_MAX_BYTES } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { ROOT } from '#platform/server/paths.ts'
import { ARTWORK_MAX_BYTES } from '#platform/shared/artwork.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { createTestAppAndRoutes } from '../testing/registered-routes.ts'

const MEGABYTE = 1024 * 1024
const FILES: Record<string, number> = {
  '/admin/items/artwork': ARTWORK_MAX_BYTES,
  '/admin/settings/logo': ARTWORK_MAX_BYTES,
  '/admin/imports/check': IMPORT_FILE_MAX_BYTES,
  '/admin/bankStatements/import': STATEMENT_MAX_BYTES,
  '/admin/legal/publish': MEGABYTE,
}
/** Base64 adds a third, plus the surrounding JSON. */
const MOST = 1.45

it('docs/input.md lists every call with a larger body limit, and the limit', async () => {
  const { test, bodyLimits } = await createTestAppAndRoutes()
  await test.close()
  const page = readFileSync(join(ROOT, 'docs', 'input.md'), 'utf8')
  const lines = page.split('\n').filter((line) => line.startsWith('| `POST '))
  const named = lines.map((line) => `POST ${API_BASE}${/`POST ([^`]+)`/.exec(line)?.[1]}`)
  expect([...bodyLimits.keys()].sort()).toEqual(named.sort())
  for (const [path, bytes] of Object.entries(FILES)) {
    const limit = bodyLimits.get(`POST ${API_BASE}${path}`) ?? 0
    expect(limit, path).toBeGreaterThanOrEqual(bytes)
    expect(limit, path).toBeLessThan(bytes * MOST)
    const line = lines.find((each) => each.includes(path)) ?? ''
    if (!line.includes('the same')) expect(line, path).toContain(`| ${bytes / MEGABYTE} MB`)
  }
})
