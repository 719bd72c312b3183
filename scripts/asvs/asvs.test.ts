import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../project.mjs'
import { documentOf, partsOf } from './document.mjs'
import { LEVELS } from './requirements.mjs'
import { TABLE } from './table.mjs'

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
/** A title as it may stand between quotes. */
const isTitled = (text: string, title: string) =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => text.includes(quoted))

const evidence = TABLE.flatMap(({ id, evidence }) =>
  evidence.map((each) => ({ id, ...partsOf(each) })),
)

describe('the table of ASVS', () => {
  it('has every requirement of the levels 1 and 2, each once, in their order', () => {
    const known = [...LEVELS.keys()]
    const ids = TABLE.map(({ id }) => id)
    expect(ids.filter((id) => !LEVELS.has(id))).toEqual([])
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    expect(known.filter((id) => Number(LEVELS.get(id)) < 3 && !ids.includes(id))).toEqual([])
    expect(ids).toEqual(known.filter((id) => ids.includes(id)))
  })

  it('knows as many as the release has', () => {
    const of = (level: number) => [...LEVELS.values()].filter((each) => each === level).length
    expect([of(1), of(2), of(3)]).toEqual([70, 183, 92])
  })

  it('says by what, or why', () => {
    const proven = TABLE.filter(({ state }) => state === 'met')
    expect(proven.filter((row) => row.evidence.length === 0).map(({ id }) => id)).toEqual([])
    const reasoned = TABLE.filter(({ state }) => state !== 'met')
    expect(reasoned.filter(({ why }) => why.length < 10).map(({ id }) => id)).toEqual([])
    const third = TABLE.filter(({ id }) => LEVELS.get(id) === 3)
    expect(third.filter(({ state }) => state === 'open').map(({ id }) => id)).toEqual([])
  })

  it('names files that are there', () => {
    expect(evidence.length).toBeGreaterThan(300)
    const missing = evidence.filter(({ path }) => !existsSync(join(ROOT, path)))
    expect(missing.map(({ id, path }) => `${id}: ${path}`)).toEqual([])
  })

  it('names tests that are there', () => {
    const tests = evidence.flatMap(({ id, path, title }) => (title ? [{ id, path, title }] : []))
    expect(tests.length).toBeGreaterThan(150)
    const missing = tests.filter(
      ({ path, title }) => !isTest(path) || !isTitled(textOf(path), title),
    )
    expect(missing.map(({ id, path, title }) => `${id}: ${path} > ${title}`)).toEqual([])
  })

  it('is what docs/asvs.md says: else run `node scripts/asvs/build.mjs`', () => {
    expect(textOf('docs/asvs.md')).toBe(documentOf(TABLE))
  })
})
