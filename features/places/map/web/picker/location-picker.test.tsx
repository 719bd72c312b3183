import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { LocationPicker } from './location-picker.tsx'

const map = vi.hoisted(() => ({
  made: vi.fn(),
  showTown: vi.fn(),
  setPosition: vi.fn(),
  destroy: vi.fn(),
  setLanguage: vi.fn(),
  setMarkerLabel: vi.fn(),
  lookAt: vi.fn(),
  placeAt: vi.fn(),
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
    lookAt = map.lookAt
    placeAt = map.placeAt
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

it('the picker shows a place from zoom 9 first and then the town', async () => {
  await show(true)
  expect(map.made).toHaveBeenCalledWith(9)
  expect(map.showTown).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1500))
  expect(map.showTown).toHaveBeenCalledTimes(1)
})

describe('the picker for an address in a country', () => {
  const COUNTRY = { latitude: 51, longitude: 10, label: 'Germany', location_type: 'APPROXIMATE' }
  const HOUSE = {
    latitude: 52.5,
    longitude: 13.4,
    label: 'Weg 1, Berlin',
    location_type: 'ROOFTOP',
  }
  const inGermany = (value: typeof TOWN | null, found: object[]) => {
    vi.useRealTimers()
    const search = { 'GET /map/search': () => ({ body: found }) }
    vi.stubGlobal('fetch', answeringFetch(search).fetch)
    return renderInApp(
      <LocationPicker value={value} approximate={false} country="DE" onChange={vi.fn()} />,
    )
  }

  it('starts at the country if there is no spot', async () => {
    await inGermany(null, [{ ...COUNTRY, zoom: 6 }])
    await waitFor(() =>
      expect(map.lookAt).toHaveBeenCalledWith(expect.objectContaining(COUNTRY), 6),
    )
  })

  it('moves the letterbox to a house that was searched for, and shows a town', async () => {
    await inGermany(TOWN, [HOUSE, { ...COUNTRY, label: 'Berlin' }])
    const field = screen.getByLabelText('Town, street, house')
    await userEvent.type(field, 'Berlin')
    await userEvent.click(await screen.findByRole('button', { name: 'Berlin' }))
    expect(map.lookAt).toHaveBeenCalledWith({ latitude: 51, longitude: 10 }, 13)
    expect(map.placeAt).not.toHaveBeenCalled()
    await userEvent.clear(field)
    await userEvent.type(field, 'Weg 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Weg 1, Berlin' }))
    expect(map.placeAt).toHaveBeenCalledWith({ latitude: 52.5, longitude: 13.4 })
  })
})

it('the picker shows a house from zoom 18 and stays there', async () => {
  await show(false)
  expect(map.made).toHaveBeenCalledWith(18)
  act(() => vi.advanceTimersByTime(5000))
  expect(map.showTown).not.toHaveBeenCalled()
})
