import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import { expect, it } from 'vitest'
import { findRoot, ROOT } from './paths.ts'

it('finds the package above a program', () => {
  expect(findRoot(import.meta.dirname)).toBe(ROOT)
  expect(existsSync(join(ROOT, 'platform'))).toBe(true)
})

it('says so where there is none, instead of looking for ever', () => {
  expect(() => findRoot(parse(ROOT).root)).toThrow(/no package\.json above/)
})
