import type L from 'leaflet'

/** What the map left to the page around it: scrolling by the wheel, or by one finger. */
export type HeldBack = 'wheel' | 'finger'

const CLASS = 'll-cooperative'

/**
 * For a map within a page that scrolls: the wheel and one finger scroll that page, the wheel with Ctrl or Cmd
 * and two fingers move the map. A mouse still drags it. Call the result to stop.
 */
export function leaveScrollingToPage(
  map: L.Map,
  container: HTMLElement,
  onHeldBack: (gesture: HeldBack) => void,
): () => void {
  const stopped = new AbortController()
  // Before the map's own handlers, which listen on the same element.
  const options = { capture: true, passive: true, signal: stopped.signal }

  map.scrollWheelZoom.disable()
  container.addEventListener(
    'wheel',
    ({ ctrlKey, metaKey }) => {
      if (ctrlKey || metaKey) {
        map.scrollWheelZoom.enable()
      } else {
        map.scrollWheelZoom.disable()
        onHeldBack('wheel')
      }
    },
    options,
  )

  container.classList.add(CLASS)
  container.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      if (pointerType === 'touch') map.dragging.disable()
      else map.dragging.enable()
    },
    options,
  )
  container.addEventListener(
    'touchmove',
    ({ touches }) => {
      if (touches.length === 1) onHeldBack('finger')
    },
    options,
  )
  return () => {
    stopped.abort()
    container.classList.remove(CLASS)
  }
}
