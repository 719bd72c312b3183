import { useCallback, useMemo, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { isMapScreen } from '#platform/shared/paths.ts'
import { type MapAction, type MapState, type MapView, reduceMapState } from './data/map-state.ts'
import { readMapUrl, writeMapUrl } from './data/map-url.ts'

/** State of the map that a history entry keeps besides its URL. */
interface HistoryMemory {
  /** Set by this screen when the map already shows the view in the URL. */
  written?: boolean
  earlierView?: MapView | null
  /** URL of the previous entry, without its view, if this app created both entries. */
  before?: string
}

function bareUrl(state: MapState): string {
  return writeMapUrl({ ...state, view: null })
}

interface MapStateHook {
  state: MapState
  dispatch: (action: MapAction) => void
  /** Changes with every history step. */
  step: string
  /** The URL was not set by this screen (browser buttons, a link), so the map must move to it. */
  fromElsewhere: boolean
}

const ADJUSTMENTS = new Set<MapAction['type']>([
  'move',
  'frame',
  'turnPage',
  'setDays',
  'setMessagingOnly',
  'setMatch',
])

/** Whether an action only adjusts the current screen, so that it gets no history entry of its own. */
function isAdjustment({ type }: MapAction, { panel }: MapState): boolean {
  if (type === 'toggleSticker') return panel === 'NearbyLetterboxes'
  return ADJUSTMENTS.has(type)
}

/**
 * The state of the map screen, stored in the URL. Each step is a history entry; movements and switches replace the
 * current entry.
 */
export function useMapState(): MapStateHook {
  const { pathname, search, state: memory, key } = useLocation()
  const arrivedBy = useNavigationType()
  const navigate = useNavigate()
  const remembered = (memory ?? {}) as HistoryMemory
  const state = useMemo(
    () => ({
      ...readMapUrl(pathname, search),
      earlierView: ((memory ?? {}) as HistoryMemory).earlierView ?? null,
    }),
    [pathname, search, memory],
  )
  // Actions may follow each other faster than the router renders, so this ref holds the newest state.
  const latest = useRef({ state, before: remembered.before, source: state })
  if (latest.current.source !== state) {
    latest.current = { state, before: remembered.before, source: state }
  }

  const dispatch = useCallback(
    (action: MapAction) => {
      const { state: current, before } = latest.current
      const next = reduceMapState(current, action)
      if (next === current) return
      // The map may still move while the next screen loads; that must not lead back to the map.
      if (action.type === 'move' && !isMapScreen(window.location.pathname)) return
      const replace = isAdjustment(action, current)
      if (action.type === 'back' && before === bareUrl(next)) {
        navigate(-1)
        return
      }
      const nextBefore = replace || action.type === 'back' ? before : bareUrl(current)
      latest.current = { ...latest.current, state: next, before: nextBefore }
      navigate(writeMapUrl(next), {
        replace: replace || action.type === 'back',
        state: {
          earlierView: next.earlierView,
          before: nextBefore,
          // Going back may lead to an earlier view, to which the map must move first.
          written: action.type !== 'back',
        } satisfies HistoryMemory,
      })
    },
    [navigate],
  )
  const fromElsewhere = arrivedBy === NavigationType.Pop || remembered.written !== true
  return { state, dispatch, step: key, fromElsewhere }
}
