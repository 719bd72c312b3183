import type { Position } from '@letterlend/contract/geography.ts'
import type { Item } from '@letterlend/contract/items.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { itemName } from '../../data/items.ts'
import { letterboxKind } from '../../data/letterbox-kind.ts'
import { type NearbyQuery, useLetterbox } from '../../data/letterboxes.ts'
import type { MapSettings } from '../../data/map.ts'
import { type MapState, sameView } from '../../data/map-state.ts'
import { isLetterboxId } from '../../data/map-url.ts'
import { useSession } from '../../data/session.ts'
import { useItemSearch } from '../../features/items/use-item-search.ts'
import { useLocate } from '../../features/map/use-locate.ts'
import { useMapState } from '../../features/map/use-map-state.ts'
import type { LetterboxMap, SeenArea } from '../../map-engine/letterbox-map.ts'
import {
  LETTERBOX_ZOOM,
  LETTERBOX_ZOOM_FROM_LIST,
  PRECISE_ZOOM,
} from '../../map-engine/map-limits.ts'
import { currentLanguage } from '../../start/texts.ts'

/** Where to fly once the place of a letterbox is known. */
interface Flight {
  id: string
  zoom: number
  /** A link opens there at once. */
  jump: boolean
}

/** Joins address, map, letterbox and account of the main screen. */
export function useMapPage({ start }: MapSettings, items: Item[] | undefined) {
  const { state, dispatch, step, fromElsewhere } = useMapState()
  const map = useRef<LetterboxMap | null>(null)
  const [area, setArea] = useState<SeenArea | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const [covered, setCovered] = useState(0)
  const locate = useLocate(useCallback((located) => map.current?.flyTo(located, PRECISE_ZOOM), []))
  const { user, loggedIn, loading } = useSession()
  const search = useItemSearch()
  const flight = useRef<Flight | null>(
    state.letterboxId && !state.view
      ? { id: state.letterboxId, zoom: LETTERBOX_ZOOM, jump: true }
      : null,
  )

  const id = state.letterboxId && isLetterboxId(state.letterboxId) ? state.letterboxId : null
  const { data: letterbox } = useLetterbox(id, locate.located)
  const selected = useMemo(
    () =>
      letterbox && letterbox.id === id
        ? {
            id: letterbox.id,
            kind: letterboxKind(letterbox),
            latitude: letterbox.latitude,
            longitude: letterbox.longitude,
          }
        : null,
    [letterbox, id],
  )

  useEffect(() => {
    const waiting = flight.current
    if (!selected || waiting?.id !== selected.id) return
    flight.current = null
    map.current?.flyTo(selected, waiting.zoom, waiting.jump)
  }, [selected])

  // The browser's Back, a link or a step of the panel put the map somewhere else.
  const { view } = state
  const elsewhere = useRef(view)
  elsewhere.current = fromElsewhere ? view : null
  useEffect(() => {
    const target = elsewhere.current
    if (!step || !target || !map.current || sameView(target, map.current.seen().view)) return
    flight.current = null
    map.current.restore(target)
  }, [step])

  useEffect(() => map.current?.setCovered(covered), [covered])
  useEffect(() => map.current?.showLocated(locate.located), [locate.located])

  const openLetterbox = (letterboxId: string, zoom: number) => {
    flight.current = { id: letterboxId, zoom, jump: false }
    dispatch({ type: 'openLetterbox', id: letterboxId, view: area?.view ?? null })
  }

  return {
    state,
    dispatch,
    viewer: { user, loggedIn, loading },
    hovered,
    setHovered,
    setCovered,
    letterboxId: id,
    letterbox,
    located: locate.located,
    nearby: nearbyQuery(state, area, locate.located),
    openFromList: (letterboxId: string) => openLetterbox(letterboxId, LETTERBOX_ZOOM_FROM_LIST),
    showAll: (positions: readonly Position[]) => map.current?.flyToAll(positions),
    map: {
      start: view ?? start,
      view: area?.view ?? view ?? start,
      ownId: user?.letterbox?.id ?? null,
      filter: state,
      messagingOnly:
        user?.privacy.enable_messaging || state.messagingOnly ? state.messagingOnly : null,
      selected,
      hovered,
      covered,
      locate,
      searchStickers: (text: string) => {
        const { items: found, guessed } = search(items ?? [], text)
        return found.map((item) => ({ item, name: itemName(item, currentLanguage()), guessed }))
      },
      onReady: (ready: LetterboxMap | null) => {
        map.current = ready
        ready?.setCovered(covered)
      },
      onMove: (seen: SeenArea) => {
        setArea(seen)
        dispatch({ type: 'move', view: seen.view })
      },
      onPress: ({ ids, ...position }: { ids: string[] } & Position) => {
        const [only] = ids
        if (ids.length === 1 && only) openLetterbox(only, LETTERBOX_ZOOM)
        else dispatch({ type: 'openHouse', position })
      },
    },
  }
}

/** Half the edge of the box around one house, in degrees: about five metres. */
const HOUSE = 0.00005

function nearbyQuery(
  { house, stickerIds, match, messagingOnly }: MapState,
  area: SeenArea | null,
  located: Position | null,
): NearbyQuery | null {
  const filter = { stickerIds, match, messagingOnly }
  if (house) {
    const { latitude, longitude } = house
    const box = {
      west: longitude - HOUSE,
      east: longitude + HOUSE,
      south: latitude - HOUSE,
      north: latitude + HOUSE,
    }
    return { box, origin: located ?? house, ...filter }
  }
  if (!area) return null
  const { west, east, south, north } = area.box
  const centre = { latitude: (south + north) / 2, longitude: wrap((west + east) / 2) }
  const whole = east - west >= 360
  const box = {
    west: whole ? -180 : wrap(west),
    east: whole ? 180 : wrap(east),
    south: Math.max(-90, south),
    north: Math.min(90, north),
  }
  return { box, origin: located ?? centre, ...filter }
}

/** A longitude between -180 and 180. */
function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}
