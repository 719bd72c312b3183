import { type RefObject, useEffect, useState } from 'react'
import type { MapView } from '#features/places/map/web/data/door.ts'

const MOVED = 'embeddedmapmoved'

/** Reports in the window of the embedded map what it shows. */
export function announceView(view: MapView): void {
  window.dispatchEvent(new CustomEvent<MapView>(MOVED, { detail: view }))
}

/**
 * What the embedded map in a frame was last moved to; null before it has moved. A browser lets only a page of the same
 * origin listen in the window of a frame, so no other site learns it.
 */
export function useSeenView(frame: RefObject<HTMLIFrameElement | null>) {
  const [seen, setSeen] = useState<MapView | null>(null)
  useEffect(() => {
    const element = frame.current
    // Each page that the frame loads has a window of its own.
    const listen = () =>
      element?.contentWindow?.addEventListener(MOVED, (event) =>
        setSeen((event as CustomEvent<MapView>).detail),
      )
    element?.addEventListener('load', listen)
    return () => element?.removeEventListener('load', listen)
  }, [frame])
  return [seen, setSeen] as const
}
