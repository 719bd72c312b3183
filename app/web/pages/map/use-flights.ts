import { type RefObject, useEffect, useRef } from 'react'
import { sameView } from '#features/map/web/data/door.ts'
import { LETTERBOX_ZOOM, type LetterboxMap, type useMapState } from '#features/map/web/door.ts'
import type { Position } from '#platform/shared/geography.ts'

/** Where to fly to once the position of a letterbox is loaded. */
interface Flight {
  id: string
  zoom: number
  /** A link opens there at once. */
  jump: boolean
}

interface FlightsOptions {
  map: RefObject<LetterboxMap | null>
  address: ReturnType<typeof useMapState>
  selected: (Position & { id: string }) | null
}

/** Moves the map to where the address says; returns a function that announces a flight to a letterbox. */
export function useFlights({ map, address, selected }: FlightsOptions) {
  const { state, step, fromElsewhere } = address
  const { view } = state
  const flight = useRef<Flight | null>(
    state.letterboxId && !view ? { id: state.letterboxId, zoom: LETTERBOX_ZOOM, jump: true } : null,
  )
  useEffect(() => {
    const waitingFlight = flight.current
    if (!selected || waitingFlight?.id !== selected.id) return
    flight.current = null
    map.current?.flyTo(selected, waitingFlight.zoom, waitingFlight.jump)
  }, [selected, map])

  // The browser's Back, a link or a step of the panel has moved the map somewhere else.
  const elsewhere = useRef(view)
  elsewhere.current = fromElsewhere ? view : null
  useEffect(() => {
    const target = elsewhere.current
    if (!step || !target || !map.current || sameView(target, map.current.seen().view)) return
    flight.current = null
    map.current.restore(target)
  }, [step, map])

  return (id: string, zoom: number) => {
    flight.current = { id, zoom, jump: false }
  }
}
