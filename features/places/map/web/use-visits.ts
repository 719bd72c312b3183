import { useRef } from 'react'
import type { SheetHeight } from './use-sheet.ts'

/** The state in which the visitor left one content of the panel. */
interface Visit {
  key: string
  scrollTop: number
  height: SheetHeight | null
}

/** Remembers how the panel's contents were left, so that going back restores them. */
export function useVisits(contentKey: string): Visit {
  const visits = useRef<Visit[]>([])
  const { current } = visits
  const here = current.at(-1)
  if (here?.key === contentKey) return here
  const before = current.at(-2)
  if (before?.key === contentKey) {
    current.pop()
    return before
  }
  const first = { key: contentKey, scrollTop: 0, height: null }
  current.push(first)
  return first
}
