import type { RefObject } from 'react'
import { countInFront } from '#platform/web/ui/in-front.ts'
import { useEscape } from '#platform/web/ui/use-escape.ts'

/** Escape closes the panel, unless a search, a menu or a dialog must be closed first. */
export function usePanelEscape(
  screen: RefObject<HTMLElement | null>,
  onClose: (() => void) | undefined,
): void {
  useEscape(
    onClose &&
      (({ target }) => {
        if (countInFront() > 0) return
        if (!(target instanceof Element) || !screen.current?.contains(target)) return
        if (target instanceof HTMLInputElement && target.type === 'search' && target.value) return
        onClose()
      }),
  )
}
