import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { sameView } from '#features/places/map/web/data/door.ts'
import {
  LETTERBOX_ZOOM,
  type LetterboxMap,
  type useMapState,
} from '#features/places/map/web/door.ts'
import type { Position } from '#platform/shared/geography.ts'

/** A flight to a letterbox once its position is loaded. */
interface Flight {
  id: string
  zoom: number
  /** A link jumps there without animation. */
  jump: boolean
}

interface FlightsOptions {
  map: RefObject<LetterboxMap | null>
  address: ReturnType<typeof useMapState>
  selected: (Position & { id: string }) | null
}

/**
 * Moves the map to the view in the URL. Call `announce` for a flight to a letterbox, and `ready` when the map exists,
 * since the letterbox may load first.
 */
export function useFlights({ map, address, selected }: FlightsOptions) {
  const { state, step, fromElsewhere } = address
  const { view } = state
  const flight = useRef<Flight | null>(
    state.letterboxId && !view ? { id: state.letterboxId, zoom: LETTERBOX_ZOOM, jump: true } : null,
  )
  const latestSelected = useRef(selected)
  latestSelected.current = selected
  const flyIfDue = useCallback(() => {
    const [target, waitingFlight] = [latestSelected.current, flight.current]
    if (!map.current || !target || waitingFlight?.id !== target.id) return
    flight.current = null
    map.current.flyTo(target, waitingFlight.zoom, waitingFlight.jump)
  }, [map])
  useEffect(() => {
    if (selected) flyIfDue()
  }, [selected, flyIfDue])

  // Back, a link or a step of the panel has moved the map elsewhere.
  const elsewhere = useRef(view)
  elsewhere.current = fromElsewhere ? view : null
  useEffect(() => {
    const target = elsewhere.current
    if (!step || !target || !map.current || sameView(target, map.current.seen().view)) return
    flight.current = null
    map.current.restore(target)
  }, [step, map])

  const announce = (id: string, zoom: number) => {
    flight.current = { id, zoom, jump: false }
  }
  return { announce, ready: flyIfDue }
}
