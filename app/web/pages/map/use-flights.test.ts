import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  LETTERBOX_ZOOM,
  type LetterboxMap,
  type useMapState,
} from '#features/places/map/web/door.ts'
import { useFlights } from './use-flights.ts'

const letterbox = { id: 'a', latitude: 47.1, longitude: 9.5 }
const address = {
  state: { letterboxId: 'a', view: null },
  step: null,
  fromElsewhere: false,
} as unknown as ReturnType<typeof useMapState>

it('a link to a letterbox flies there once, even if the letterbox is loaded before the map', () => {
  const flyTo = vi.fn()
  const map = { current: null as LetterboxMap | null }
  const { result } = renderHook(() => useFlights({ map, address, selected: letterbox }))
  expect(flyTo).not.toHaveBeenCalled()
  map.current = { flyTo } as unknown as LetterboxMap
  result.current.ready()
  expect(flyTo).toHaveBeenCalledExactlyOnceWith(letterbox, LETTERBOX_ZOOM, true)
  result.current.ready()
  expect(flyTo).toHaveBeenCalledOnce()
})
