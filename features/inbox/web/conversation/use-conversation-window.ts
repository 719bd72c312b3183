import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { messageHeight, type Typesetting, typesettingOf } from '../messages/message-height.ts'
import { useRenderedRows } from '../rendered-rows.ts'
import type { Row } from './conversation-rows.ts'

/** Pixels: a reader who is nearer to the end than this counts as being at the end. */
const NEAR_PX = 80
/** Rows rendered beyond the visible ones. */
const OVERSCAN = 10
/** Pixels above the oldest row, for the notice that older messages load. */
export const TOP_PX = 60
const BOTTOM_PX = 14
/** A scroll offset beyond any conversation, so that it opens at its end. */
const END = 1e9

/** The height of a day, and of an event of one line, until it is measured. */
const DAY_PX = 46
const EVENT_PX = 34
/** Until the list is in the page. */
const UNKNOWN_PX = 60

interface Guess {
  typesetting: Typesetting
  height: number
}

/** What was guessed before: with each row that is measured, all rows below it are asked for again. */
const guesses = new WeakMap<Row, Guess>()

function guessHeight(row: Row | undefined, typesetting: Typesetting | null): number {
  if (row?.kind === 'day') return DAY_PX
  if (row?.kind === 'event') return EVENT_PX
  if (!row || !typesetting) return UNKNOWN_PX
  const earlierGuess = guesses.get(row)
  if (earlierGuess?.typesetting === typesetting) return earlierGuess.height
  const { first, showsMeta, bubble } = row
  const height = messageHeight({ text: bubble.text, first, showsMeta }, typesetting)
  guesses.set(row, { typesetting, height })
  return height
}

/**
 * Renders only the rows of a conversation that are near the visible part. The reader's place is kept:
 * somebody at the end stays at the end, everybody else stays on the same message, whatever is added above
 * or below.
 * @param lastIsOwn whether the last message is the reader's own: after writing one they are taken to it
 */
export function useConversationWindow(
  box: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  lastIsOwn: boolean,
) {
  const [newBelow, setNewBelow] = useState(false)
  const atEnd = useRef(true)
  const last = rows.at(-1)?.key
  const typesetting = useRef<Typesetting | null>(null)
  const [areFontsThere, setFontsThere] = useState(false)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => guessHeight(rows[index], typesetting.current),
    // Each new function makes the virtualizer go through all rows again: what is not measured is guessed anew.
    // biome-ignore lint/correctness/useExhaustiveDependencies: guesses are others once the fonts are there
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows, areFontsThere]),
    rangeExtractor: useRenderedRows(box),
    overscan: OVERSCAN,
    // As in the list of conversations: rows may come a frame later than the scrolling that needs them.
    useFlushSync: false,
    paddingStart: TOP_PX,
    paddingEnd: BOTTOM_PX,
    initialOffset: END,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_PX,
  })
  // When a row above the visible part changes its height, the scroll offset is corrected, also while
  // scrolling back. A row that was only estimated counts as above by where it began, a measured one by
  // where it ended.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (row, _delta, { scrollOffset }) => {
    const isMeasured = virtualizer.itemSizeCache.has(row.key)
    return (isMeasured ? row.end : row.start) < (scrollOffset ?? 0)
  }

  const scrollToEnd = useCallback(() => {
    virtualizer.scrollToEnd()
    atEnd.current = true
    setNewBelow(false)
  }, [virtualizer])

  useLayoutEffect(() => {
    // The rows were guessed before there was a list to ask for its width and its letters.
    typesetting.current = box.current && typesettingOf(box.current, box.current.clientWidth)
    virtualizer.measure()
    scrollToEnd()
  }, [box, virtualizer, scrollToEnd])

  useEffect(() => {
    let isLeft = false
    // Letters are of other widths until then. Whoever has scrolled away by now keeps the rows where they are.
    void document.fonts?.ready.then(() => {
      if (isLeft || !box.current) return
      typesetting.current = typesettingOf(box.current, box.current.clientWidth)
      if (atEnd.current) setFontsThere(true)
    })
    return () => {
      isLeft = true
    }
  }, [box])
  useLayoutEffect(() => {
    if (areFontsThere) scrollToEnd()
  }, [areFontsThere, scrollToEnd])

  const earlierLast = useRef(last)
  useLayoutEffect(() => {
    if (earlierLast.current === last) return
    earlierLast.current = last
    if (atEnd.current || lastIsOwn) scrollToEnd()
    else setNewBelow(true)
  }, [last, lastIsOwn, scrollToEnd])

  useEffect(() => {
    const element = box.current
    if (!element) return
    // Whatever scrolls must be reachable by keyboard.
    element.tabIndex = 0
    const onScroll = () => {
      // By what the virtualizer knows: asked for its height, the box would be laid out anew in each frame.
      const { scrollOffset, scrollRect } = virtualizer
      const below = virtualizer.getTotalSize() - (scrollOffset ?? 0) - (scrollRect?.height ?? 0)
      atEnd.current = below < NEAR_PX
      if (atEnd.current) setNewBelow(false)
    }
    // The keyboard of a phone makes the box smaller when it opens: the end stays in view.
    const observer = new ResizeObserver(() => {
      const { clientWidth } = element
      if (typesetting.current?.listWidth !== clientWidth) {
        typesetting.current = typesettingOf(element, clientWidth)
      }
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
