import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useRef } from 'react'

/** Rows come and go so many at a time: each time the page is laid out and drawn anew, whether for one or for some. */
const STEP = 4

/**
 * The rows of a windowed list to render: those near the visible part, and the one with the focus, which
 * would be lost otherwise. The array stays the same one as long as its rows do, so that scrolling renders them only
 * where others are needed.
 */
export function useRenderedRows(box: RefObject<HTMLElement | null>): (range: Range) => number[] {
  const earlier = useRef<number[]>([])
  return useCallback(
    (range: Range) => {
      const indexes = withFocused(box.current, range.count, inSteps(range))
      if (!isSame(indexes, earlier.current)) earlier.current = indexes
      return earlier.current
    },
    [box],
  )
}

function inSteps({ startIndex, endIndex, ...range }: Range): number[] {
  return defaultRangeExtractor({
    ...range,
    startIndex: startIndex - (startIndex % STEP),
    endIndex: endIndex - (endIndex % STEP) + STEP - 1,
  })
}

function withFocused(box: HTMLElement | null, count: number, indexes: number[]): number[] {
  const focused = document.activeElement
  if (!focused || !box?.contains(focused)) return indexes
  const index = Number(focused.closest('[data-index]')?.getAttribute('data-index') ?? -1)
  if (index < 0 || index >= count || indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}

const isSame = (one: number[], other: number[]) =>
  one.length === other.length && one.every((index, i) => index === other[i])
