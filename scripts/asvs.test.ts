import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './project.mjs'

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The rows of the tables of requirements: `| 1.2.1 | 1 | what | state | evidence or reason |`. */
const rows = textOf('docs/asvs.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = '', level = '', , state = '', evidence = ''] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    return { id, level, state, evidence }
  })

/** `features/x.test.ts` “title of a test”; the title may be missing. */
const EVIDENCE = /`([^`\s]+\/[^`\s]+\.[a-z]+)`(?: “([^”]+)”)?/g
const evidence = rows.flatMap(({ id, evidence }) =>
  [...evidence.matchAll(EVIDENCE)].map(([, path = '', title]) => ({ id, path, title })),
)

describe('docs/asvs.md', () => {
  it('lists every requirement of levels 1 and 2 of release 5.0.0 once', () => {
    const idsOf = (level: string) => rows.filter((row) => row.level === level).map(({ id }) => id)
    expect(new Set(idsOf('1')).size).toBe(70)
    expect(new Set(idsOf('2')).size).toBe(183)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  it('gives evidence for met requirements and a reason for the others', () => {
    for (const { id, state, evidence } of rows) {
      expect(['met', 'does not apply', '**open**'], id).toContain(state)
      expect(evidence.length, id).toBeGreaterThan(9)
    }
  })

  it('names files that exist', () => {
    expect(evidence.length).toBeGreaterThan(250)
    const missing = evidence.filter(({ path }) => !existsSync(join(ROOT, path)))
    expect(missing.map(({ id, path }) => `${id}: ${path}`)).toEqual([])
  })

  it('names tests that exist', () => {
    const tests = evidence.flatMap(({ id, path, title }) => (title ? [{ id, path, title }] : []))
    expect(tests.length).toBeGreaterThan(150)
    const isMissing = ({ path, title }: { path: string; title: string }) => {
      const text = textOf(path)
      return !["'", '"', '`'].some((quote) => text.includes(quote + title + quote))
    }
    expect(
      tests.filter(isMissing).map(({ id, path, title }) => `${id}: ${path} “${title}”`),
    ).toEqual([])
  })
})
