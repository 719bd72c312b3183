import { useEffect, useRef } from 'react'
import type { MarkedLetterbox } from '#features/map/web/engine/letterbox-layer.ts'

/** Links a row of a list with its marker: one points at the other, and a row that is pointed at is seen. */
export function usePointing(
  letterbox: MarkedLetterbox,
  pointed: boolean,
  onHover: (letterbox: MarkedLetterbox | null) => void,
) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (pointed) row.current?.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  // A row that was pressed goes away without being left.
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
