import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import type { RefObject } from 'react'

/**
 * The rows of a windowed list to render: those near the visible part, and the one with the focus, which
 * would be lost otherwise.
 */
export const keepFocused = (box: RefObject<HTMLElement | null>) => (range: Range) => {
  const indexes = defaultRangeExtractor(range)
  const focused = document.activeElement
  if (!focused || !box.current?.contains(focused)) return indexes
  const index = Number(focused.closest('[data-index]')?.getAttribute('data-index') ?? -1)
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}
