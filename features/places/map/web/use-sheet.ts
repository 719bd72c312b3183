import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

const SHEET_HEIGHTS = ['peek', 'half', 'full'] as const
export type SheetHeight = (typeof SHEET_HEIGHTS)[number]

const PEEK = 148
/** Pixels above a full sheet that keep the map below it visible. */
const GAP = 56

/** Heights of a sheet in px for a screen of this height. */
export function sheetPixels(available: number): Record<SheetHeight, number> {
  const full = Math.max(PEEK, available - GAP)
  return { peek: Math.min(PEEK, full), half: Math.min(Math.round(available * 0.52), full), full }
}

/** The height to which a released sheet snaps: the next one in the direction of a flick, otherwise the nearest. */
export function snapHeight(pixels: number, velocity: number, available: number): SheetHeight {
  const sizes = sheetPixels(available)
  const target = pixels + velocity * 180
  return SHEET_HEIGHTS.reduce((best, height) =>
    Math.abs(sizes[height] - target) < Math.abs(sizes[best] - target) ? height : best,
  )
}

interface Drag {
  startY: number
  startPixels: number
  lastY: number
  lastTime: number
  /** Px per millisecond, upwards. */
  velocity: number
  moved: boolean
}

interface SheetOptions {
  enabled: boolean | undefined
  opensAt: SheetHeight
  contentKey: string
}

/** A bottom sheet with three heights, moved by dragging or with the arrow keys. */
export function useSheet(panel: RefObject<HTMLElement | null>, options: SheetOptions) {
  const [available, setAvailable] = useState(0)
  const [state, setState] = useState({ key: options.contentKey, height: options.opensAt })
  const [dragged, setDragged] = useState<number | null>(null)
  const drag = useRef<Drag | null>(null)

  if (state.key !== options.contentKey) {
    setState({ key: options.contentKey, height: options.opensAt })
  }
  // Measured before the first paint, so that elements above the sheet do not jump.
  useLayoutEffect(() => {
    const parent = panel.current?.parentElement
    if (!options.enabled || !parent) return
    const observer = new ResizeObserver(() => setAvailable(parent.clientHeight))
    observer.observe(parent)
    setAvailable(parent.clientHeight)
    return () => observer.disconnect()
  }, [panel, options.enabled])

  const { height } = state
  const pixels = sheetPixels(available)[height]
  const index = SHEET_HEIGHTS.indexOf(height)
  const setHeight = (next: SheetHeight) => setState({ key: options.contentKey, height: next })
  const step = (by: number) => {
    const next = SHEET_HEIGHTS[Math.max(0, Math.min(2, index + by))]
    if (next) setHeight(next)
  }

  const dragHandlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button, a, input')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = {
        startY: event.clientY,
        startPixels: pixels,
        lastY: event.clientY,
        lastTime: event.timeStamp,
        velocity: 0,
        moved: false,
      }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const current = drag.current
      if (!current) return
      const elapsed = Math.max(1, event.timeStamp - current.lastTime)
      current.velocity = (current.lastY - event.clientY) / elapsed
      current.lastY = event.clientY
      current.lastTime = event.timeStamp
      current.moved ||= Math.abs(event.clientY - current.startY) > 4
      const sizes = sheetPixels(available)
      const wantedHeight = current.startPixels + current.startY - event.clientY
      if (current.moved) setDragged(Math.max(sizes.peek / 2, Math.min(sizes.full, wantedHeight)))
    },
    onPointerUp: () => {
      const current = drag.current
      drag.current = null
      if (current?.moved && dragged !== null) {
        setHeight(snapHeight(dragged, current.velocity, available))
      }
      setDragged(null)
    },
    onPointerCancel: () => {
      drag.current = null
      setDragged(null)
    },
  }
  const handlers = {
    ...dragHandlers,
    onClick: () => {
      // A tap on the handle opens the sheet, or closes it if it is fully open.
      if (drag.current === null && dragged === null) step(height === 'full' ? -2 : 1)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 2, PageDown: -2, Home: -2, End: 2 }[event.key]
      if (by === undefined && event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      step(by ?? (height === 'full' ? -2 : 1))
    },
  }
  return {
    height,
    index,
    /**
     * How much of the map counts as covered. A full sheet counts like a half one, so that the list stays the same. Null
     * until measured.
     */
    covered: available > 0 ? Math.min(pixels, sheetPixels(available).half) : null,
    /** Height in px while dragging; otherwise the stylesheet sets one of the three heights. */
    dragged,
    handlers,
    dragHandlers,
  }
}
