import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { useItemSearch } from '#features/places/items/web/door.ts'
import type { FoundLine } from '#features/places/letterboxes/contract.ts'
import type { MarkedLetterbox } from '#features/places/letterboxes/marked-letterbox.ts'
import type { MapSettings } from '#features/places/map/web/data/door.ts'
import {
  LETTERBOX_ZOOM,
  LETTERBOX_ZOOM_FROM_LIST,
  type LetterboxMap,
  type SeenArea,
  useLocate,
  useMapState,
  usePanelFocus,
} from '#features/places/map/web/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { communityToday } from '#platform/web/data/community-day.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { askableDays, nearbyQuery } from './nearby-query.ts'
import { useFlights } from './use-flights.ts'
import { useSelectedLetterbox } from './use-selected-letterbox.ts'

/** The letterbox's spot; null if it has none yet. */
function spotOf(
  letterbox: { latitude: number | null; longitude: number | null } | null | undefined,
): Position | null {
  const { latitude = null, longitude = null } = letterbox ?? {}
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** Connects URL, map, letterbox and account of the main screen. */
export function useMapPage({ start }: MapSettings, items: Item[] | undefined) {
  const address = useMapState()
  const { state, dispatch } = address
  const map = useRef<LetterboxMap | null>(null)
  const [area, setArea] = useState<SeenArea | null>(null)
  const [hovered, setHovered] = useState<MarkedLetterbox | null>(null)
  const [pointed, setPointed] = useState<string[]>([])
  const [coveredBelow, setCovered] = useState(0)
  const [coveredAbove, setTopCovered] = useState(0)
  const locate = useLocate(useCallback((located) => map.current?.flyToLocated(located), []))
  const { user, loggedIn, loading } = useSession()
  const free = askableDays(state.free, communityToday())
  const { id, letterbox, selected } = useSelectedLetterbox(state.letterboxId, locate.located, free)
  const flights = useFlights({ map, address, selected })
  const searchStickers = useStickerSearch(items)

  // Keeps the covered height while one panel replaces another: otherwise the list would load for a temporary centre.
  const below = state.panel === 'None' ? 0 : coveredBelow
  const covered = useMemo(() => ({ top: coveredAbove, bottom: below }), [coveredAbove, below])
  useEffect(() => map.current?.setCovered(covered), [covered])
  useEffect(() => map.current?.showLocated(locate.located), [locate.located])

  const filtered = useMemo(() => ({ ...state, free }), [state, free])
  const nearby = nearbyQuery(filtered, area, locate.located, spotOf(user?.letterbox))
  usePanelFocus(
    state,
    useCallback((place) => map.current?.focusMarker(place) ?? false, []),
  )

  const openLetterbox = (letterboxId: string, zoom: number) => {
    flights.announce(letterboxId, zoom)
    dispatch({ type: 'openLetterbox', id: letterboxId, view: area?.view ?? null })
  }

  return {
    state,
    dispatch,
    viewer: { user, loggedIn, loading },
    hovered,
    setHovered,
    pointed,
    setCovered,
    letterboxId: id,
    letterbox,
    located: locate.located,
    /** The middle of what the map shows, and its zoom; null until the map is ready. */
    seen: area && { ...area.middle, zoom: area.view.zoom },
    nearby,
    free,
    /** The days in the URL are over or too far ahead. */
    refusesDays: state.free !== null && free === null,
    /** Moves the map to show the first results. */
    framing: { map, address, area },
    openFromList: (letterboxId: string) => openLetterbox(letterboxId, LETTERBOX_ZOOM_FROM_LIST),
    showAll: (positions: readonly Position[]) => map.current?.flyToAll(positions),
    map: {
      start: state.view ?? start,
      view: area?.view ?? state.view ?? start,
      ownId: user?.letterbox?.id ?? null,
      filter: filtered,
      messagingOnly:
        user?.privacy.enable_messaging || state.messagingOnly ? state.messagingOnly : null,
      selected,
      hovered,
      covered: below,
      onTopCovered: setTopCovered,
      locate,
      searchStickers,
      nameOfSticker: (stickerId: number) =>
        itemName(
          items?.find((item) => item.id === stickerId),
          currentLanguage(),
        ),
      onReady: (ready: LetterboxMap | null) => {
        map.current = ready
        ready?.setCovered(covered)
        flights.ready()
      },
      onMove: (seen: SeenArea) => {
        setArea(seen)
        dispatch({ type: 'move', ...seen })
      },
      onPickLine: ({ id: letterboxId, item }: FoundLine) => {
        // Going back leads to all letterboxes with the same item.
        dispatch({ type: 'pickSticker', stickerId: item.id })
        openLetterbox(letterboxId, LETTERBOX_ZOOM)
      },
      onPoint: setPointed,
      onPress: ({ ids, ...position }: { ids: string[] } & Position) => {
        const [only] = ids
        if (ids.length === 1 && only) openLetterbox(only, LETTERBOX_ZOOM)
        else dispatch({ type: 'openHouse', position })
      },
    },
  }
}

const NO_ITEMS: Item[] = []

/** Finds stickers by name. */
function useStickerSearch(items: Item[] = NO_ITEMS) {
  const search = useItemSearch()
  return useCallback(
    (text: string) => {
      const { items: matches, guessed } = search(items, text)
      return matches.map((item) => ({ item, name: itemName(item, currentLanguage()), guessed }))
    },
    [search, items],
  )
}
