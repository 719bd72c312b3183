/** So long the code that took the focused element away may give the focus to something itself. */
const GRACE_MS = 100

const around = (element: Element | null): Element[] =>
  element ? [element, ...around(element.parentElement)] : []

/**
 * Where an element with the focus is taken away, browsers leave the focus to the whole page, and readers
 * fall silent. This gives it to what stands in its place: the nearest part around it that is still there,
 * or the heading of the screen. After a dialog, the place is that of what had opened it.
 */
export function followLostFocus(): () => void {
  const stopped = new AbortController()
  /** The last element that had the focus, outside of dialogs and at all, with all around it. */
  let place: Element[] = []
  let last: Element[] = []
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return
      last = around(target)
      if (!target.closest('[role="dialog"]')) place = last
    },
    { signal: stopped.signal },
  )

  const check = () => {
    const { activeElement, body } = document
    if ((activeElement && activeElement !== body) || last[0]?.isConnected !== false) return
    const found = place.find((element) => element.isConnected && element !== body)
    const target = found && focusableAt(found)
    if (!target) return
    if (!target.hasAttribute('tabindex') && target !== place[0])
      target.setAttribute('tabindex', '-1')
    target.focus({ preventScroll: true })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const removals = new MutationObserver(() => {
    if (last[0]?.isConnected !== false) return
    clearTimeout(timer)
    timer = setTimeout(check, GRACE_MS)
  })
  removals.observe(document.body, { childList: true, subtree: true })
  return () => {
    stopped.abort()
    removals.disconnect()
    clearTimeout(timer)
  }

  function focusableAt(found: Element): HTMLElement | null {
    // What had opened the dialog is still there.
    if (found === place[0]) return found as HTMLElement
    const part = found.closest<HTMLElement>('[tabindex], section, main')
    // Of a whole screen its heading says what it is; while there is none, the screen is on its way.
    return part?.matches('main') ? part.querySelector('h1, h2') : part
  }
}
