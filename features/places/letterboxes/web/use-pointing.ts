import { useEffect, useRef } from 'react'
import type { MarkedLetterbox } from '../marked-letterbox.ts'

/** Links a list row with its marker: hovering one highlights the other, and the row scrolls into view. */
export function usePointing(
  letterbox: MarkedLetterbox,
  pointed: boolean,
  onHover: (letterbox: MarkedLetterbox | null) => void,
) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (pointed) row.current?.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  // Tracked, because a pressed row disappears without a `mouseleave` event.
  const pointing = useRef(false)
  const point = (on: boolean) => {
    if (pointing.current === on) return
    pointing.current = on
    onHover(on ? letterbox : null)
  }
  const latest = useRef(point)
  latest.current = point
  useEffect(() => () => latest.current(false), [])
  return {
    ref: row,
    'data-pointed': pointed || undefined,
    onMouseEnter: () => point(true),
    onMouseLeave: () => point(false),
    onFocus: () => point(true),
    onBlur: () => point(false),
  }
}
