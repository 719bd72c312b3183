import { renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useRenderedRows } from './rendered-rows.ts'

// Counted: each time other rows are rendered, all that scrolls is laid out and drawn anew.

const ranges = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    startIndex: 100 + i,
    endIndex: 110 + i,
    overscan: 5,
    count: 1000,
  }))

function inBox(row = 0) {
  document.body.innerHTML = `<nav tabindex="0"><a href="/" data-index="${row}">Row</a></nav>`
  const [box = null, link] = document.querySelectorAll<HTMLElement>('nav, a')
  const { result } = renderHook(() => useRenderedRows({ current: box }))
  return { rowsOf: result.current, link }
}

afterEach(() => {
  document.body.innerHTML = ''
})

it('hands on the same rows for most steps of scrolling, and always those in sight with some beyond', () => {
  const { rowsOf } = inBox()
  const seen = ranges(40).map((range) => {
    const rows = rowsOf(range)
    expect(rows[0]).toBeLessThanOrEqual(range.startIndex - range.overscan)
    expect(rows.at(-1)).toBeGreaterThanOrEqual(range.endIndex + range.overscan)
    expect(rows.length).toBeLessThan(30)
    return rows
  })
  // Each of its two ends moves on once in four steps.
  expect(new Set(seen).size).toBeLessThanOrEqual(21)
})

it('ends with the list', () => {
  const { rowsOf } = inBox()
  expect(rowsOf({ startIndex: 1, endIndex: 9, overscan: 5, count: 11 })).toEqual(
    Array.from({ length: 11 }, (_, i) => i),
  )
})

it('keeps the row with the focus', () => {
  const { rowsOf, link } = inBox(3)
  const [range = { startIndex: 0, endIndex: 0, overscan: 0, count: 0 }] = ranges(1)
  expect(rowsOf(range)).not.toContain(3)
  link?.focus()
  expect(rowsOf(range)[0]).toBe(3)
})
