import { expect, it, vi } from 'vitest'
import { namingRepeated, RepeatedStatements } from './repeated-statements.ts'

it('names a statement when it comes for the second time, and always the same', () => {
  const repeated = new RepeatedStatements(10)
  expect(repeated.nameOf('SELECT 1')).toBeUndefined()
  const name = repeated.nameOf('SELECT 1')
  expect(name).toMatch(/\w/)
  expect(repeated.nameOf('SELECT 1')).toBe(name)
  repeated.nameOf('SELECT 2')
  expect(repeated.nameOf('SELECT 2')).not.toBe(name)
})

it('names no more than it may', () => {
  const repeated = new RepeatedStatements(1)
  const named = ['SELECT 1', 'SELECT 1', 'SELECT 2', 'SELECT 2'].map((text) =>
    repeated.nameOf(text),
  )
  expect(named.map((name) => name !== undefined)).toEqual([false, true, false, false])
})

it.each(['BEGIN', 'commit', 'LISTEN news', `SELECT '${'x'.repeat(20_000)}'`])(
  'names nothing that the database cannot keep: %.20s',
  (text) => {
    const repeated = new RepeatedStatements(10)
    repeated.nameOf(text)
    expect(repeated.nameOf(text)).toBeUndefined()
  },
)

it('gives another name to what it was told to forget', () => {
  const repeated = new RepeatedStatements(10)
  const [, first] = [repeated.nameOf('SELECT 1'), repeated.nameOf('SELECT 1')]
  repeated.nameOf('SELECT 2')
  repeated.nameOf('SELECT 2')
  repeated.forget('SELECT 1')
  const again = [repeated.nameOf('SELECT 1'), repeated.nameOf('SELECT 2')]
  expect(again[0]).not.toBe(first)
  expect(new Set([first, ...again]).size).toBe(3)
})

it('leaves the names that a question has, an empty one too', async () => {
  const query = vi.fn(async () => ({ rows: [] }) as never)
  const asker = namingRepeated()({ query })
  for (const name of ['own', '', undefined, undefined]) {
    await asker.query({ text: 'SELECT 1', name })
  }
  const names = query.mock.calls.map(([config]: unknown[]) => (config as { name?: string }).name)
  expect(names).toEqual(['own', '', undefined, expect.stringMatching(/\w/)])
})
