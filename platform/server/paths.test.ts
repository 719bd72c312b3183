import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import { expect, it } from 'vitest'
import { findRoot, ROOT } from './paths.ts'

it('the package root is found above a program', () => {
  expect(findRoot(import.meta.dirname)).toBe(ROOT)
  expect(existsSync(join(ROOT, 'platform'))).toBe(true)
})

it('a missing package root is reported', () => {
  expect(() => findRoot(parse(ROOT).root)).toThrow(/no package\.json above/)
})
