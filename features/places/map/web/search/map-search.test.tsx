import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Item } from '#features/places/items/contract.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { MapSearch } from './map-search.tsx'

const SLEDGE = { item: { id: 1, image_path: '' } as Item, name: 'Sledge', guessed: true }
const spot = { latitude: 46.2, longitude: 6.1 }
const GENEVA = { ...spot, label: 'Geneva, GE', location_type: 'APPROXIMATE' }

async function search(text: string, places: object[], lines: object[] = []) {
  const api = answeringFetch({
    'GET /map/search': () => ({ body: places }),
    'GET /letterboxes/byAddress': () => ({ body: [] }),
    'GET /letterboxes/byLine': () => ({ body: lines }),
  })
  vi.stubGlobal('fetch', api.fetch)
  const [onPickPlace, onPickLine] = [vi.fn(), vi.fn()]
  await renderInApp(
    <MapSearch
      id="search"
      near={spot}
      searchStickers={() => [SLEDGE]}
      nameOfSticker={(id) => `Sticker ${id}`}
      onPickSticker={() => undefined}
      onPickHouse={() => undefined}
      onPickLine={onPickLine}
      onPickPlace={onPickPlace}
    />,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('combobox'), text)
  return { user, onPickPlace, onPickLine }
}
afterEach(() => vi.unstubAllGlobals())

it('the search offers no sticker with a similar name if a town has exactly that name', async () => {
  await search('Genève', [{ ...GENEVA, named: true }])
  expect(await screen.findByRole('option', { name: 'Geneva, GE' })).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Sledge' })).toBeNull()
})

it('the search offers a sticker after places that only start with its name', async () => {
  await search('Sledg', [GENEVA])
  await screen.findByRole('option', { name: 'Sledge' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Geneva, GE',
    'Sledge',
  ])
})

it('the search offers all towns of a postcode, and five places of another text', async () => {
  const towns = Array.from({ length: 9 }, (_, i) => ({ ...GENEVA, label: `1148 Town ${i}` }))
  await search('1148', towns)
  await vi.waitFor(() => expect(screen.getAllByRole('option', { name: /Town/ })).toHaveLength(9))
  cleanup()
  await search('Town', towns)
  await vi.waitFor(() => expect(screen.getAllByRole('option', { name: /Town/ })).toHaveLength(5))
})

it('the search says that a house number is unknown, and zooms out for a country', async () => {
  const street = { ...GENEVA, label: 'Städtle, 9490 Vaduz', location_type: 'STREET' }
  const { user, onPickPlace } = await search('Städtle 999', [
    { ...street, unknown_number: '999' },
    { ...GENEVA, label: 'Liechtenstein', zoom: 11 },
  ])
  expect(await screen.findByText('Number 999 is not known here.')).toBeVisible()
  await user.click(screen.getByRole('option', { name: 'Liechtenstein' }))
  expect(onPickPlace).toHaveBeenCalledWith(expect.objectContaining(spot), 11)
})

it('the search says that a street is unknown when it offers its town', async () => {
  await search('Nowhere Lane 5, Geneva', [{ ...GENEVA, unknown_street: 'Nowhere Lane 5' }])
  expect(
    await screen.findByText('We do not know “Nowhere Lane 5”. This is its town.'),
  ).toBeVisible()
})

it('the search finds owners’ lines, after stickers and places, each with its address', async () => {
  const found = {
    id: 'b',
    address: 'Weg 1',
    postcode: '8004',
    city: 'Zürich',
    ...spot,
    item: { id: 2, image_path: '' },
    line: '3 m, needs <b>two</b> people',
  }
  const { user, onPickLine } = await search('two people', [GENEVA], [found])
  const name = '3 m, needs <b>two</b> people Sticker 2, Weg 1, 8004 Zürich'
  await user.click(await screen.findByRole('option', { name }))
  expect(onPickLine).toHaveBeenCalledWith(found)
})
