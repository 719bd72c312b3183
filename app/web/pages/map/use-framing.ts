import { type RefObject, useEffect, useRef } from 'react'
import { type NearbyQuery, useNearby } from '#features/places/letterboxes/web/data/door.ts'
import { type MapView, sameView } from '#features/places/map/web/data/door.ts'
import type { LetterboxMap, SeenArea, useMapState } from '#features/places/map/web/door.ts'

/** Number of first results to show together, unless they are much farther away than the nearest. */
const FIRST = 3
const NOT_MUCH_FARTHER = 3
/** Below this distance in metres, "much farther" does not matter. */
const CLOSE = 300

interface FramingOptions {
  map: RefObject<LetterboxMap | null>
  address: ReturnType<typeof useMapState>
  area: SeenArea | null
  /** Null while no list is shown. */
  query: NearbyQuery | null
}

/**
 * Moves the map once per search to show the first results. If the URL sets the view, as after going back, the map
 * stays.
 */
export function useFraming({ map, address, area, query }: FramingOptions) {
  const { state, dispatch, fromElsewhere } = address
  const { data, isPlaceholderData } = useNearby(query, state.page)
  const flight = useRef<MapView | null>(null)
  const searched =
    query && JSON.stringify([query.stickerIds, query.match, query.messagingOnly, query.free])
  const search = useRef({ searched: null as string | null, due: false })
  if (search.current.searched !== searched) {
    search.current = { searched, due: !(fromElsewhere && state.view) }
  }
  useEffect(() => {
    const { current } = map
    if (!query || !data || !area || !current || isPlaceholderData || !search.current.due) return
    search.current.due = false
    if (query.nearestTo === 'house') return
    const farthest = NOT_MUCH_FARTHER * Math.max(CLOSE, data.letterboxes[0]?.distance ?? 0)
    const first = data.widened
      ? []
      : data.letterboxes.slice(0, FIRST).filter(({ distance }) => (distance ?? 0) <= farthest)
    const view = current.framing(query.origin, first)
    flight.current = sameView(view, area.view) ? null : view
    dispatch({ type: 'frame', view, near: state.near ?? { ...area.middle, zoom: area.view.zoom } })
  })
  // Waits until the URL contains the search: before that, the map's view determines the results.
  useEffect(() => {
    const target = flight.current
    if (!target || !sameView(state.view, target)) return
    flight.current = null
    map.current?.flyToView(target)
  }, [state.view, map])
}
