/** Time for the code that removed the focused element to move the focus itself. */
const GRACE_MS = 100

/** Dialogs and toasts come and go above the screen, so the focus does not return to their surroundings. */
const ABOVE = '[role="dialog"], .mantine-Notifications-root'

const around = (element: Element | null): Element[] =>
  element ? [element, ...around(element.parentElement)] : []

/**
 * If the focused element is removed, browsers focus the whole page, and screen readers fall silent. This focuses its
 * replacement instead: the nearest remaining part around it, or the screen's heading. After a dialog or a toast, it is
 * the part that had the focus before.
 */
export function followLostFocus(): () => void {
  const stopped = new AbortController()
  /** The last focused element with its ancestors: not above the screen, and anywhere. */
  let place: Element[] = []
  let last: Element[] = []
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return
      last = around(target)
      if (!target.closest(ABOVE)) place = last
    },
    { signal: stopped.signal },
  )

  const check = () => {
    const { activeElement, body } = document
    if ((activeElement && activeElement !== body) || last[0]?.isConnected !== false) return
    const isInOpenDialog = last.some(
      (element) => element.isConnected && element.matches('[role="dialog"]'),
    )
    const lost = isInOpenDialog ? last : place
    const found = lost.find((element) => element.isConnected && element !== body)
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
    // The element that had the focus before the dialog or toast still exists.
    if (found === place[0]) return found as HTMLElement
    const part = found.closest<HTMLElement>('[tabindex], li, tr, section, main')
    // For a whole screen, focus its heading; while there is none, the screen is still loading.
    return part?.matches('main') ? part.querySelector('h1, h2') : part
  }
}
