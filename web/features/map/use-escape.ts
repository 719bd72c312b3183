import { type RefObject, useEffect } from 'react'
import { countInFront } from '../../ui/in-front.ts'

/** Escape closes the panel, unless it takes something back before: a search, a menu, a dialog. */
export function useEscape(
  screen: RefObject<HTMLElement | null>,
  onClose: (() => void) | undefined,
) {
  useEffect(() => {
    if (!onClose) return
    const onKeyDown = ({ key, defaultPrevented, target }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || countInFront() > 0) return
      if (!(target instanceof Element) || !screen.current?.contains(target)) return
      if (target instanceof HTMLInputElement && target.type === 'search' && target.value) return
      onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen, onClose])
}
