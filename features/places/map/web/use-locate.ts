import { useCallback, useState } from 'react'
import type { Position } from '#platform/shared/geography.ts'

export interface Located extends Position {
  /** Metres. */
  accuracy: number
}

type LocateProblem = 'refused' | 'unavailable' | 'timeout'

interface LocateState {
  locating: boolean
  located: Located | null
  problem: LocateProblem | null
}

const TIMEOUT = 12_000

function problemOf({ code }: GeolocationPositionError): LocateProblem {
  if (code === GeolocationPositionError.PERMISSION_DENIED) return 'refused'
  return code === GeolocationPositionError.TIMEOUT ? 'timeout' : 'unavailable'
}

/** The visitor's position; requested on demand and sent only with a search. */
export function useLocate(onLocated: (located: Located) => void) {
  const [state, setState] = useState<LocateState>({
    locating: false,
    located: null,
    problem: null,
  })
  const locate = useCallback(() => {
    if (!navigator.geolocation) {
      setState((before) => ({ ...before, problem: 'unavailable' }))
      return
    }
    setState((before) => ({ ...before, locating: true, problem: null }))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const { latitude, longitude, accuracy } = coords
        const located = { latitude, longitude, accuracy }
        setState({ locating: false, located, problem: null })
        onLocated(located)
      },
      (error) => {
        setState((before) => ({ ...before, locating: false, problem: problemOf(error) }))
      },
      { enableHighAccuracy: true, timeout: TIMEOUT, maximumAge: 30_000 },
    )
  }, [onLocated])
  const dismiss = useCallback(() => setState((before) => ({ ...before, problem: null })), [])
  return { ...state, locate, dismiss }
}
