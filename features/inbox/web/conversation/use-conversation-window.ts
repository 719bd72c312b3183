import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepFocused } from '../keep-focused.ts'
import type { Row } from './conversation-rows.ts'

/** Nearer to the end than this counts as being there. */
const NEAR_PX = 80
/** Rows that are there beyond what is seen. */
const OVERSCAN = 10
/** Room above the oldest row, where older ones are asked for. */
export const TOP_PX = 60
const BOTTOM_PX = 14
/** Somewhere after everything. */
const END = 1e9

/** Letters of a line on a phone, and heights, as guesses until a row is measured. */
const LETTERS = 36
const LINE_PX = 25
const BUBBLE_PX = 38

function guessHeight(row: Row | undefined): number {
  if (row?.kind !== 'bubble') return 44
  const lines = row.bubble.text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS)), 0)
  return lines * LINE_PX + (row.told ? BUBBLE_PX : BUBBLE_PX / 2)
}

/**
 * The rows of a conversation that are near the window. Keeps the reader where they are: at the end
 * when there, else on the same message, whatever comes above or below.
 * @param lastIsOwn whoever writes wants to see it
 */
export function useConversationWindow(
  box: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  lastIsOwn: boolean,
) {
  const [newBelow, setNewBelow] = useState(false)
  const atEnd = useRef(true)
  const last = rows.at(-1)?.key
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => guessHeight(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: keepFocused(box),
    overscan: OVERSCAN,
    paddingStart: TOP_PX,
    paddingEnd: BOTTOM_PX,
    initialOffset: END,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_PX,
  })
  // Whatever changes above the window leaves what is in it where it is, also while one scrolls back:
  // a guess by where it began, what was measured before by where it ended.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (row, _delta, { scrollOffset }) => {
    const measured = virtualizer.itemSizeCache.has(row.key)
    return (measured ? row.end : row.start) < (scrollOffset ?? 0)
  }

  const scrollToEnd = useCallback(() => {
    virtualizer.scrollToEnd()
    atEnd.current = true
    setNewBelow(false)
  }, [virtualizer])

  useLayoutEffect(() => scrollToEnd(), [scrollToEnd])

  const known = useRef(last)
  useLayoutEffect(() => {
    if (known.current === last) return
    known.current = last
    if (atEnd.current || lastIsOwn) scrollToEnd()
    else setNewBelow(true)
  }, [last, lastIsOwn, scrollToEnd])

  useEffect(() => {
    const element = box.current
    if (!element) return
    // What scrolls must be reachable by keyboard.
    element.tabIndex = 0
    const onScroll = () => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX
      if (atEnd.current) setNewBelow(false)
    }
    // A keyboard that opens makes the box smaller: the end stays in view.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) virtualizer.scrollToEnd()
    })
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [box, virtualizer])

  return { virtualizer, newBelow, scrollToEnd }
}
