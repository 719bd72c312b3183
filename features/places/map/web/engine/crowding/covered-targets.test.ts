import { expect, it } from 'vitest'
import type { Box } from './box-grid.ts'
import { findCovered } from './covered-targets.ts'

const pin = (left: number, top: number): Box => ({
  left,
  top,
  right: left + 28,
  bottom: top + 59,
})

it('a pin is not covered if it stands apart or shows enough of itself', () => {
  expect(findCovered([pin(0, 0), pin(100, 0)])).toEqual([false, false])
  expect(findCovered([pin(0, 0), pin(24, 3)])).toEqual([false, false])
  expect(findCovered([pin(0, 0), pin(5, 30)])).toEqual([false, false])
})

it('a pin is covered by another one almost on the same spot', () => {
  expect(findCovered([pin(0, 0), pin(15, 4)])).toEqual([true, false])
})

it('a target can be covered by several pins together', () => {
  const wide = { left: 0, top: 0, right: 60, bottom: 30 }
  expect(findCovered([wide, pin(20, -10)])).toEqual([true, false])
  expect(findCovered([{ ...wide, right: 80 }, pin(20, -10)])).toEqual([false, false])
  expect(findCovered([{ ...wide, right: 80 }, pin(20, -10), pin(50, -10)])).toEqual([
    true,
    false,
    false,
  ])
})

it('a covered pin does not cover others', () => {
  expect(findCovered([pin(0, 0), pin(20, 0), pin(25, 1)])).toEqual([false, true, false])
})
