import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BUNDLED_LAYERS } from '#features/map/web/data/map.ts'
import { LETTERBOX_ZOOM } from '#features/map/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { testItem } from '#platform/web/testing/item.ts'
import { testLetterbox } from '#platform/web/testing/letterbox.ts'
import { countListeners } from '#platform/web/testing/listeners.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { MapPage } from './map-page.tsx'

// Counted instead of measured: whoever opens the list of stickers or a letterbox waits for its panel, and for nothing
// of the map beside it.

const rendered = { search: 0, controls: 0, notes: 0 }
let isLoading = true
let api: ReturnType<typeof answeringFetch>
let pressHouse: ComponentProps<
  typeof import('#features/map/web/search/map-search.tsx').MapSearch
>['onPickHouse']

vi.mock('#features/map/web/search/map-search.tsx', async (importActual) => {
  const { MapSearch } =
    await importActual<typeof import('#features/map/web/search/map-search.tsx')>()
  return {
    MapSearch: (props: ComponentProps<typeof MapSearch>) => {
      rendered.search += 1
      pressHouse = props.onPickHouse
      return <MapSearch {...props} />
    },
  }
})

vi.mock('#features/map/web/map-controls.tsx', async (importActual) => {
  const { MapControls } = await importActual<typeof import('#features/map/web/map-controls.tsx')>()
  return {
    MapControls: (props: ComponentProps<typeof MapControls>) => {
      rendered.controls += 1
      return <MapControls {...props} />
    },
  }
})

vi.mock('#features/map/web/map-notes.tsx', async (importActual) => {
  const { MapNotes } = await importActual<typeof import('#features/map/web/map-notes.tsx')>()
  return {
    MapNotes: (props: ComponentProps<typeof MapNotes>) => {
      rendered.notes += 1
      isLoading = props.tiles?.loading ?? true
      return <MapNotes {...props} />
    },
  }
})

const PLACE = { latitude: 47.37, longitude: 8.54 }
const PIN = { id: '00000000-0000-4000-8000-000000000001', kind: 'normal', ...PLACE }
const DRILL = testItem(1, 'Drill')
const LETTERBOX = testLetterbox({ id: PIN.id, ...PLACE })

beforeEach(async () => {
  isLoading = true
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {}
    },
  )
  api = answeringFetch({
    'GET /config': () => ({
      body: {
        brand: { name: 'Lend' },
        map_layers: BUNDLED_LAYERS,
        map_start: { ...PLACE, zoom: LETTERBOX_ZOOM },
      },
    }),
    'GET /items': () => ({ body: [DRILL] }),
    'GET /letterboxes/filterLetterBoxesByStickerId': () => ({
      body: { letterboxes: [LETTERBOX], total: 1 },
    }),
    'GET /letterboxes/stickerCounts': () => ({ body: { counts: [] } }),
    'GET /letterboxes/getLetterboxById': () => ({ body: LETTERBOX }),
    'GET /letterboxes/thanks': () => ({ body: [] }),
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const [, z, x] = /\/tiles\/(\d+)\/(\d+)\//.exec(url) ?? []
    if (z === undefined) return api.fetch(url, init)
    api.calls.push({ name: 'a tile', body: undefined })
    const isOfPin = Math.floor(((PLACE.longitude + 180) / 360) * 2 ** Number(z)) === Number(x)
    return Response.json({ letterboxes: isOfPin ? [PIN] : [], clusters: [], total: 1 })
  })
  // A phone's; nothing has a size here by itself.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(844)
  await renderInApp(<MapPage />, paths.map())
  await waitFor(() => expect(isLoading).toBe(false))
  await arrived()
  await drawn()
  expect(document.querySelectorAll('.leaflet-marker-icon')).toHaveLength(1)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
/** The map draws what has arrived in a task of its own. */
const drawn = () => act(() => new Promise((resolve) => setTimeout(resolve)))
const arrived = () => waitFor(() => expect(queryClient.isFetching()).toBe(0))
function forgetCounts() {
  Object.assign(rendered, { search: 0, controls: 0, notes: 0 })
  api.calls.length = 0
}

const ONCE_EACH = { search: 1, controls: 1, notes: 1 }
const filterButton = () => document.querySelector('[data-filter-button]') as HTMLElement
const asked = () => api.calls.map(({ name }) => name)

/** What has changed on the map itself since it was asked for. */
function watchMap(): MutationObserver {
  const observer = new MutationObserver(() => undefined)
  const map = document.querySelector('.leaflet-map-pane') as HTMLElement
  observer.observe(map, { subtree: true, childList: true, attributes: true })
  return observer
}

it('renders what lies on the map once, and nothing of the map, where the list of stickers is opened and closed', async () => {
  const map = watchMap()
  const listeners = countListeners()
  for (let time = 0; time < 3; time++) {
    for (const isOpen of [true, false]) {
      forgetCounts()
      fireEvent.click(filterButton())
      expect(filterButton()).toHaveAttribute('aria-expanded', String(isOpen))
      // Numbers beside the stickers come with the first opening, and are known from then on.
      if (isOpen && time === 0)
        await waitFor(() => expect(asked()).toEqual(['GET /letterboxes/stickerCounts']))
      else expect(asked()).toEqual([])
      await drawn()
      expect(rendered).toEqual(ONCE_EACH)
    }
  }
  expect(map.takeRecords()).toEqual([])
  expect(listeners.added).toBeGreaterThan(0)
  expect(listeners.added - listeners.removed).toBe(0)
})

it('asks for a letterbox and its thanks, and for no tile, where one is opened, and leaves no listener', async () => {
  const listeners = countListeners()
  forgetCounts()
  act(() => pressHouse({ ids: [PIN.id], label: LETTERBOX.address, ...PLACE }))
  const panel = await screen.findByRole('region', {
    name: `${LETTERBOX.address}, ${LETTERBOX.city}`,
  })
  await within(panel).findByText(/^No stickers on this letterbox/)
  await waitFor(() => expect(asked()).toHaveLength(2))
  await arrived()
  expect(asked()).toEqual(['GET /letterboxes/getLetterboxById', 'GET /letterboxes/thanks'])
  // The press, the answer, and the movement of the map to it, which tells where it is and then writes that into the address.
  expect(rendered.search).toBeLessThanOrEqual(4)
  expect(rendered).toEqual({
    search: rendered.search,
    controls: rendered.search,
    notes: rendered.search,
  })
  fireEvent.click(within(panel).getByRole('button', { name: 'Close panel' }))
  await waitFor(() => expect(panel).not.toBeInTheDocument())
  // The focus is back on the map, whose markers are named by their streets from now on.
  await waitFor(() => expect(asked().slice(2)).toEqual(['GET /letterboxes']))
  expect(listeners.added).toBeGreaterThan(0)
  expect(listeners.added - listeners.removed).toBe(0)
})

it('asks for the letterboxes with a sticker that is chosen and the tile that has some, once each', async () => {
  fireEvent.click(filterButton())
  const sticker = await screen.findByRole('button', { name: DRILL.name })
  await waitFor(() => expect(asked()).toContain('GET /letterboxes/stickerCounts'))
  await arrived()
  await drawn()
  const listeners = countListeners()
  forgetCounts()
  fireEvent.click(sticker)
  await screen.findByText(LETTERBOX.address)
  await arrived()
  await drawn()
  expect(asked()).toEqual(['a tile', 'GET /letterboxes/filterLetterBoxesByStickerId'])
  // The press, the tile that is asked for and has come, and the list.
  expect(rendered.search).toBeLessThanOrEqual(4)
  expect(rendered).toEqual({
    search: rendered.search,
    controls: rendered.search,
    notes: rendered.search,
  })
  expect(listeners.added - listeners.removed).toBe(0)
})
