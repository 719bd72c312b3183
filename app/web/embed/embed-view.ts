import { type RefObject, useEffect, useState } from 'react'
import type { MapView } from '#features/places/map/web/data/door.ts'

interface ViewMessage {
  embeddedView: MapView
}

const isViewMessage = (data: unknown): data is ViewMessage =>
  typeof data === 'object' && data !== null && 'embeddedView' in data

/** Reports what the map shows to a page of this community around it; other sites do not get the message. */
export function announceView(embeddedView: MapView): void {
  if (window.parent === window) return
  window.parent.postMessage({ embeddedView } satisfies ViewMessage, window.location.origin)
}

/** What the embedded map in a frame was last moved to; null before it has reported anything. */
export function useSeenView(frame: RefObject<HTMLIFrameElement | null>) {
  const [seen, setSeen] = useState<MapView | null>(null)
  useEffect(() => {
    const onMessage = ({ data, origin, source }: MessageEvent<unknown>) => {
      const isOwn = origin === window.location.origin && source === frame.current?.contentWindow
      if (isOwn && isViewMessage(data)) setSeen(data.embeddedView)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [frame])
  return [seen, setSeen] as const
}
