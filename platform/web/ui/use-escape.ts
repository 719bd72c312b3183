import { useEffect, useRef } from 'react'

/** Calls back when Escape is pressed, unless another handler has already used the key. */
export function useEscape(onEscape: ((event: KeyboardEvent) => void) | undefined): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  const listens = onEscape !== undefined
  useEffect(() => {
    if (!listens) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current?.(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [listens])
}
