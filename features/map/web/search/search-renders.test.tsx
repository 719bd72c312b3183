import { act, fireEvent, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { LEAST_LETTERS } from '../data/map.ts'
import { MapSearch } from './map-search.tsx'

// Counted instead of measured: a letter waits for what the field renders, and for nothing that is asked.

const here = { latitude: 46.2, longitude: 6.1 }
const nothing = () => undefined
let commits = 0
let stickerSearches = 0
let api: ReturnType<typeof answeringFetch>

beforeEach(async () => {
  stickerSearches = 0
  api = answeringFetch({
    'GET /map/search': () => ({
      body: [{ ...here, label: 'Schaan', location_type: 'APPROXIMATE' }],
    }),
    'GET /letterboxes/byLine': () => ({ body: [] }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <Profiler
      id="search"
      onRender={() => {
        commits += 1
      }}
    >
      <MapSearch
        id="search"
        near={here}
        searchStickers={() => {
          stickerSearches += 1
          return []
        }}
        nameOfSticker={String}
        onPickSticker={nothing}
        onPickHouse={nothing}
        onPickLine={nothing}
        onPickPlace={nothing}
      />
    </Profiler>,
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('renders the field and then the stickers for a letter, and asks once for a word', async () => {
  vi.useFakeTimers()
  const field = screen.getByRole('combobox')
  act(() => field.focus())
  for (const value of ['S', 'Sc', 'Sch', 'Scha', 'Schaa', 'Schaan']) {
    commits = 0
    stickerSearches = 0
    fireEvent.change(field, { target: { value } })
    expect(field).toHaveValue(value)
    // The field shows the letter before the stickers follow.
    const isSearched = value.length >= LEAST_LETTERS
    expect({ commits, stickerSearches }, value).toEqual({
      commits: 2,
      stickerSearches: isSearched ? 1 : 0,
    })
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  expect(api.calls).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(api.calls.map(({ name }) => name).toSorted()).toEqual([
    'GET /letterboxes/byLine',
    'GET /map/search',
  ])
})
