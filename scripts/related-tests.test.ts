import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './project.mjs'
import {
  EMBEDDED_AS_WELL,
  READING_TESTS,
  readImports,
  relatedTests,
  SLOW_TESTS,
} from './related-tests.mjs'

const imports = readImports()
const related = (...changed: string[]) => [...relatedTests(changed, imports).keys()]

it('the tests that are treated apart are there', () => {
  const places = [...SLOW_TESTS, ...READING_TESTS, ...EMBEDDED_AS_WELL]
  expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([])
})

it('all that is imported is found', () => {
  const ours = /^(?:features|platform|app|commands|scripts)\/.*\.(?:tsx?|mjs)$/
  const missing = [...imports].flatMap(([file, all]) =>
    all
      .filter((each) => ours.test(each) && !existsSync(join(ROOT, each)))
      .map((each) => [file, each]),
  )
  // An example in a comment, and one in a test.
  expect(missing.filter(([, each]) => !each?.endsWith('/x.thread.ts'))).toEqual([])
})

it('a changed test is asked for first, then what imports the change', () => {
  const graph = new Map([
    ['features/a/rules.ts', []],
    ['features/a/rules.test.ts', ['features/a/rules.ts']],
    ['features/b/server/b.ts', ['features/a/rules.ts']],
    ['features/b/server/b.test.ts', []],
    ['features/c/server/c.ts', []],
    ['features/c/server/c.test.ts', []],
  ])
  expect([...relatedTests(['features/a/rules.ts'], graph)]).toEqual([
    ['features/a/rules.test.ts', 1],
    ['features/b/server/b.test.ts', 2],
  ])
  expect([...relatedTests(['features/a/rules.test.ts'], graph)]).toEqual([
    ['features/a/rules.test.ts', 0],
  ])
})

it('a noun that is called through the application asks for its own tests, and those of the application', () => {
  const asked = related('features/wishes/server/wishes.matching.ts')
  expect(asked.slice(0, 2)).toEqual([
    'features/wishes/server/ask-tries.test.ts',
    'features/wishes/server/wishes.test.ts',
  ])
  expect(asked).toContain('app/server/security/access.test.ts')
  expect(asked).not.toContain('features/orders/server/orders.test.ts')
})

it('a file of texts asks for the tests of its noun', () => {
  const asked = related('features/wishes/texts/de.json')
  expect(asked).toContain('features/wishes/server/wishes.test.ts')
  expect(asked.filter((file) => !file.startsWith('features/wishes/'))).toEqual([])
})

it('what only names a type of something is not asked for', () => {
  const graph = readImports()
  expect(graph.get('platform/server/deps.ts')).not.toContain(
    'features/settings/server/kept/settings-watch.ts',
  )
})

it('each slow test is asked for by what it tests', () => {
  const asked: Record<string, string> = {
    'platform/server/backup/backup.writing.ts': 'platform/server/backup/backup.test.ts',
    'platform/server/db/data-dir-lock.ts': 'platform/server/db/data-dir-lock.test.ts',
    'app/server/demo/demo.ts': 'app/server/demo/demo.test.ts',
    'features/payments/server/stripe.ts': 'features/payments/server/stripe.test.ts',
    'features/products/pricing.ts': 'features/products/pricing.test.ts',
  }
  for (const [file, test] of Object.entries(asked)) expect(related(file), file).toContain(test)
})
