import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listFiles } from './imports.mjs'
import { ROOT } from './project.mjs'

/** They render `aria-disabled` and ignore presses, so that they keep the focus. */
const SHARED = ['AppButton', 'CheckField', 'SwitchField']

/** The component or element that each attribute `disabled` belongs to. Attributes before it contain no elements. */
const disabledElements = (source: string): string[] =>
  [...source.matchAll(/\sdisabled(?==\{|\s*\/?>)/g)].map(({ index }) => {
    const openings = source.slice(0, index).matchAll(/<([A-Za-z][\w.]*)\s/g)
    return [...openings].at(-1)?.[1] ?? '?'
  })

const files = ['features', 'platform', 'app']
  .flatMap(listFiles)
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))

it('only the shared controls are disabled, because the HTML attribute takes the focus away', () => {
  const found = files.flatMap((file) =>
    disabledElements(readFileSync(join(ROOT, file), 'utf8')).map((element) => ({ file, element })),
  )
  expect(found.filter(({ element }) => SHARED.includes(element)).length).toBeGreaterThan(40)
  expect(found.filter(({ element }) => !SHARED.includes(element))).toEqual([])
})
