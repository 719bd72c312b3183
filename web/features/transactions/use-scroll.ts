import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Nearer to the end than this counts as being there. */
const NEAR_PX = 80

interface ScrollPosition {
  /** Something new arrived below what is shown. */
  newBelow: boolean
  scrollToEnd: () => void
  onScroll: () => void
}

/**
 * Keeps a conversation where the reader is: at its end when there, else on the same message while
 * older ones are added above.
 * @param first key of the oldest message
 * @param last key of the newest message
 * @param lastIsOwn whoever writes wants to see it
 */
export function useConversationScroll(
  box: RefObject<HTMLElement | null>,
  first: string,
  last: string,
  lastIsOwn: boolean,
): ScrollPosition {
  const [newBelow, setNewBelow] = useState(false)
  const atEnd = useRef(true)
  const known = useRef({ first: '', last: '', height: 0 })

  const scrollToEnd = useCallback(() => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
    atEnd.current = true
    setNewBelow(false)
  }, [box])

  const onScroll = useCallback(() => {
    const element = box.current
    if (!element) return
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX
    if (atEnd.current) setNewBelow(false)
  }, [box])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const before = known.current
    if (before.last !== last) {
      if (atEnd.current || lastIsOwn) scrollToEnd()
      else setNewBelow(true)
    } else if (before.first !== first) {
      element.scrollTop += element.scrollHeight - before.height
    }
    known.current = { first, last, height: element.scrollHeight }
  }, [box, first, last, lastIsOwn, scrollToEnd])

  // A keyboard that opens makes the box smaller, a failure below a message its content longer: the
  // end stays in view.
  useEffect(() => {
    const element = box.current
    if (!element) return
    // What scrolls must be reachable by keyboard.
    element.tabIndex = 0
    const observer = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [box])

  return { newBelow, scrollToEnd, onScroll }
}
