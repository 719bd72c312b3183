import type { StickerMatch } from '#features/places/items/contract.ts'
import type { FreeDays, StickerSelection } from '#features/places/letterboxes/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'

type PanelName = 'None' | 'FilterLetterboxes' | 'NearbyLetterboxes' | 'LetterboxOverlay'

export interface MapView extends Position {
  zoom: number
}

/** The server's limit. */
export const MAX_STICKERS = 20

/**
 * State of the map screen; all of it is in the URL (map-url.ts). The searched items are in the order in which they were
 * picked.
 */
export interface MapState extends StickerSelection {
  panel: PanelName
  /** Id of the open letterbox. */
  letterboxId: string | null
  messagingOnly: boolean
  /** Days on which the items have to be free; null for any. Those of an old link may be over. */
  free: FreeDays | null
  /** Within a neighbourhood, ranks letterboxes that answer first. */
  preferAnswers: boolean
  /** Limits the nearby list to the letterboxes at this spot: several in one house. */
  house: Position | null
  /** Centre and zoom for the search of the list, chosen by the user. */
  near: MapView | null
  /** Page of the list, starting at 1. */
  page: number
  /** Current view of the map; null before the map has reported it. */
  view: MapView | null
  /** View of the map before a letterbox was opened. */
  earlierView: MapView | null
}

export type MapAction =
  | { type: 'pickSticker'; stickerId: number | null }
  | { type: 'addStickers' }
  | { type: 'toggleSticker'; stickerId: number }
  | { type: 'setMatch'; match: StickerMatch }
  | { type: 'openLetterbox'; id: string; view?: MapView | null }
  | { type: 'openHouse'; position: Position }
  | { type: 'back' }
  | { type: 'close' }
  | { type: 'openFilter' }
  | { type: 'setDays'; free: FreeDays | null }
  | { type: 'setMessagingOnly'; messagingOnly: boolean }
  | { type: 'setPreferAnswers'; preferAnswers: boolean }
  | { type: 'turnPage'; page: number }
  /** The map moves by itself to this view, so that the first results of a search from `near` are visible. */
  | { type: 'frame'; view: MapView; near: MapView }
  /** `middle`: centre of the visible part of the map. */
  | { type: 'move'; view: MapView; middle?: Position }

export const INITIAL_MAP_STATE: MapState = {
  panel: 'None',
  letterboxId: null,
  stickerIds: [],
  match: 'any',
  messagingOnly: false,
  free: null,
  preferAnswers: false,
  house: null,
  near: null,
  page: 1,
  view: null,
  earlierView: null,
}

/** State transitions of the side panel. A pure function; returns the same object if nothing changes. */
export function reduceMapState(state: MapState, action: MapAction): MapState {
  switch (action.type) {
    case 'pickSticker':
      return {
        ...nearbyWith(state, action.stickerId === null ? [] : [action.stickerId]),
        near: null,
      }
    case 'addStickers':
      return { ...unselected(state), panel: 'FilterLetterboxes' }
    case 'toggleSticker':
      return nearbyWith(state, toggled(state.stickerIds, action.stickerId))
    case 'setMatch':
      return state.match === action.match ? state : { ...state, match: action.match, page: 1 }
    case 'openLetterbox':
      if (state.letterboxId === action.id && state.panel === 'LetterboxOverlay') return state
      return {
        ...state,
        panel: 'LetterboxOverlay',
        letterboxId: action.id,
        // Going from one letterbox to the next keeps the way back.
        earlierView:
          state.panel === 'LetterboxOverlay' ? state.earlierView : (action.view ?? state.view),
      }
    case 'openHouse':
      return {
        ...unselected(state),
        panel: 'NearbyLetterboxes',
        house: action.position,
        near: null,
        page: 1,
      }
    case 'back':
      return back(state)
    case 'close':
      return { ...cleared(state), free: null, panel: 'None' }
    case 'openFilter':
      return { ...cleared(state), panel: 'FilterLetterboxes' }
    case 'setDays':
      return { ...state, free: action.free, page: 1 }
    case 'setMessagingOnly':
      if (state.messagingOnly === action.messagingOnly) return state
      return { ...state, messagingOnly: action.messagingOnly, page: 1 }
    case 'setPreferAnswers':
      if (state.preferAnswers === action.preferAnswers) return state
      return { ...state, preferAnswers: action.preferAnswers, page: 1 }
    case 'turnPage':
      return state.page === action.page ? state : { ...state, page: action.page }
    case 'frame':
      return { ...state, near: action.near, view: action.view }
    case 'move':
      return moved(state, action.view, action.middle)
  }
}

/** The list follows the map; while a letterbox is open, the list in which it was found stays. */
function moved(state: MapState, view: MapView, middle: Position | undefined): MapState {
  if (sameView(state.view, view)) return state
  // The map reports its view for the first time.
  if (state.view === null || state.panel === 'LetterboxOverlay') return { ...state, view }
  const isListed = state.panel === 'NearbyLetterboxes' && !state.house && middle
  return { ...state, view, near: isListed ? { ...middle, zoom: view.zoom } : null, page: 1 }
}

function unselected(state: MapState): MapState {
  return { ...state, letterboxId: null, house: null, earlierView: null }
}

function cleared(state: MapState): MapState {
  return { ...unselected(state), stickerIds: [], match: 'any', near: null, page: 1 }
}

function nearbyWith(state: MapState, stickerIds: readonly number[]): MapState {
  return {
    ...unselected(state),
    panel: 'NearbyLetterboxes',
    stickerIds,
    match: stickerIds.length > 1 ? state.match : 'any',
    page: 1,
  }
}

function toggled(ids: readonly number[], id: number): readonly number[] {
  if (ids.includes(id)) return ids.filter((one) => one !== id)
  return ids.length < MAX_STICKERS ? [...ids, id] : ids
}

/** Whether the filter is open to add a sticker to those already picked. */
export function isAdding({ panel, stickerIds }: MapState): boolean {
  return panel === 'FilterLetterboxes' && stickerIds.length > 0
}

function back(state: MapState): MapState {
  switch (state.panel) {
    case 'LetterboxOverlay':
      return {
        ...state,
        panel: 'NearbyLetterboxes',
        letterboxId: null,
        view: state.earlierView ?? state.view,
        earlierView: null,
      }
    case 'NearbyLetterboxes':
      return { ...cleared(state), panel: 'FilterLetterboxes' }
    case 'FilterLetterboxes':
      return { ...state, panel: isAdding(state) ? 'NearbyLetterboxes' : 'None' }
    case 'None':
      return state
  }
}

/** Whether two views are equal at the precision of the URL. */
export function sameView(a: MapView | null, b: MapView | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.zoom === b.zoom &&
    Math.abs(a.latitude - b.latitude) < 2e-6 &&
    Math.abs(a.longitude - b.longitude) < 2e-6
  )
}
