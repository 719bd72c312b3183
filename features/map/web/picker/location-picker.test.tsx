import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { LocationPicker } from './location-picker.tsx'

const map = vi.hoisted(() => ({
  made: vi.fn(),
  showTown: vi.fn(),
  setPosition: vi.fn(),
  destroy: vi.fn(),
  setLanguage: vi.fn(),
  setMarkerLabel: vi.fn(),
}))
vi.mock('../engine/location-map.ts', () => ({
  LocationMap: class {
    constructor(_container: HTMLElement, options: { zoom: number }) {
      map.made(options.zoom)
    }
    showTown = map.showTown
    setPosition = map.setPosition
    destroy = map.destroy
    setLanguage = map.setLanguage
    setMarkerLabel = map.setMarkerLabel
  },
}))

beforeEach(() => {
  vi.stubGlobal('fetch', answeringFetch({}).fetch)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const TOWN = { latitude: 47.37, longitude: 8.54 }
const show = (approximate: boolean) =>
  renderInApp(<LocationPicker value={TOWN} approximate={approximate} onChange={vi.fn()} />)

it('looks at a place from zoom 9 first, then shows the town', async () => {
  await show(true)
  expect(map.made).toHaveBeenCalledWith(9)
  expect(map.showTown).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1500))
  expect(map.showTown).toHaveBeenCalledTimes(1)
})

it('looks at a house from zoom 18, and stays', async () => {
  await show(false)
  expect(map.made).toHaveBeenCalledWith(18)
  act(() => vi.advanceTimersByTime(5000))
  expect(map.showTown).not.toHaveBeenCalled()
})
