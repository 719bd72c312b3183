import { expect, it } from 'vitest'
import type { Box } from './box-grid.ts'
import { findCovered } from './covered-targets.ts'

const pin = (left: number, top: number): Box => ({
  left,
  top,
  right: left + 28,
  bottom: top + 59,
})

it('leaves pins that stand apart or show enough of themselves', () => {
  expect(findCovered([pin(0, 0), pin(100, 0)])).toEqual([false, false])
  expect(findCovered([pin(0, 0), pin(24, 3)])).toEqual([false, false])
  expect(findCovered([pin(0, 0), pin(5, 30)])).toEqual([false, false])
})

it('finds the lower one of two that nearly stand on each other', () => {
  expect(findCovered([pin(0, 0), pin(15, 4)])).toEqual([true, false])
})

it('looks at all that lie above one', () => {
  const wide = { left: 0, top: 0, right: 60, bottom: 30 }
  expect(findCovered([wide, pin(20, -10)])).toEqual([true, false])
  expect(findCovered([{ ...wide, right: 80 }, pin(20, -10)])).toEqual([false, false])
  expect(findCovered([{ ...wide, right: 80 }, pin(20, -10), pin(50, -10)])).toEqual([
    true,
    false,
    false,
  ])
})

it('does not count what is covered itself', () => {
  expect(findCovered([pin(0, 0), pin(20, 0), pin(25, 1)])).toEqual([false, true, false])
})
