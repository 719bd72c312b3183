import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels: a reader closer to the end than this counts as being at the end. */
const NEAR_PX = 80

const isAtEnd = (box: HTMLElement) => Math.abs(box.scrollTop) < NEAR_PX

/**
 * Keeps the reader's place in a conversation. The box is a reversed flex column: its scroll offset is 0 at the
 * end and negative above it, so the browser keeps the distance to the end when older messages appear above or the
 * box shrinks. A reader at the end stays there when a message arrives; other readers stay where they are.
 * @param last key of the last row
 * @param lastIsOwn whether the reader wrote the last message, which then scrolls into view
 */
export function useReadingPlace(
  box: RefObject<HTMLElement | null>,
  last: string | undefined,
  lastIsOwn: boolean,
) {
  const [newBelow, setNewBelow] = useState(false)
  const earlier = useRef({ last, height: 0 })

  const scrollToEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = 0
    setNewBelow(false)
  }, [box])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const grownPx = element.scrollHeight - earlier.current.height
    const isNew = earlier.current.last !== last
    earlier.current = { last, height: element.scrollHeight }
    if (!isNew) return
    if (lastIsOwn || isAtEnd(element)) {
      scrollToEnd()
    } else {
      element.scrollTop -= grownPx
      setNewBelow(true)
    }
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    // Only Safari does not make a scrolling box reachable by keyboard.
    element.tabIndex = 0
    const onScroll = () => {
      if (isAtEnd(element)) setNewBelow(false)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [box])

  return { newBelow, scrollToEnd }
}
