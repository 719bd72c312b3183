import type L from 'leaflet'

/** Gestures that the map left to the page: scrolling with the wheel or with one finger. */
export type HeldBack = 'wheel' | 'finger'

const CLASS = 'll-cooperative'

/**
 * For a map in a scrolling page: the wheel and one finger scroll the page; the wheel with Ctrl or Cmd, and two fingers,
 * move the map. A mouse still drags it. Call the returned function to stop.
 */
export function leaveScrollingToPage(
  map: L.Map,
  container: HTMLElement,
  onHeldBack: (gesture: HeldBack) => void,
): () => void {
  const stopped = new AbortController()
  // Captures events before the map's own handlers on the same element.
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
