import { useCallback, useMemo, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { isMapScreen } from '#platform/shared/paths.ts'
import { type MapAction, type MapState, type MapView, reduceMapState } from './data/map-state.ts'
import { readMapUrl, writeMapUrl } from './data/map-url.ts'

/** What a history entry of the map remembers beside its address. */
interface HistoryMemory {
  /** Written by this screen while the map was where the address says. */
  written?: boolean
  earlierView?: MapView | null
  /** Address without the view of the entry before, when this app made both. */
  before?: string
}

function bareUrl(state: MapState): string {
  return writeMapUrl({ ...state, view: null })
}

interface MapStateHook {
  state: MapState
  dispatch: (action: MapAction) => void
  /** Changes with every step of the history. */
  step: string
  /** The address came from elsewhere (the browser's buttons, a link): the map has to go there. */
  fromElsewhere: boolean
}

const ADJUSTMENTS = new Set<MapAction['type']>([
  'move',
  'frame',
  'turnPage',
  'setMessagingOnly',
  'setMatch',
])

/** What changes the screen that is shown is no step to go back from. */
function isAdjustment({ type }: MapAction, { panel }: MapState): boolean {
  if (type === 'toggleSticker') return panel === 'NearbyLetterboxes'
  return ADJUSTMENTS.has(type)
}

/**
 * The state of the map screen, kept in the address: each step is an entry of the browser's history,
 * movements and switches replace the entry they happen in.
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
  // Actions may follow each other faster than the router renders.
  const latest = useRef({ state, before: remembered.before, source: state })
  if (latest.current.source !== state) {
    latest.current = { state, before: remembered.before, source: state }
  }

  const dispatch = useCallback(
    (action: MapAction) => {
      const { state: current, before } = latest.current
      const next = reduceMapState(current, action)
      if (next === current) return
      // While the next screen loads, the map still moves: that must not lead back to it.
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
          // Going back may lead to an earlier view, where the map has to go first.
          written: action.type !== 'back',
        } satisfies HistoryMemory,
      })
    },
    [navigate],
  )
  const fromElsewhere = arrivedBy === NavigationType.Pop || remembered.written !== true
  return { state, dispatch, step: key, fromElsewhere }
}
