import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { WishesScreen } from './wishes-screen.tsx'

beforeEach(() => writeToken('token'))
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

const wait = {
  letterbox_id: 'box',
  item_id: 1,
  address: 'Lindenweg 3',
  postcode: '8000',
  city: 'Zürich',
  position: 2,
  turn_until: null,
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2027-05-19T10:00:00Z',
}
const wish = {
  id: 'wish',
  item_id: 1,
  latitude: 47,
  longitude: 8,
  radius: 5_000,
  place: 'Bern',
  created_at: '2026-07-01T12:00:00Z',
  expires_at: '2027-07-01T12:00:00Z',
}

async function show(waits: unknown[], wishes: unknown[], frequency = 'at_once') {
  const api = answeringFetch({
    'GET /waits': () => ({ body: waits }),
    'GET /wishes': () => ({ body: wishes }),
    'GET /items': () => ({ body: [] }),
    'GET /userSettings/notifications': () => ({ body: { wish: frequency } }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(<WishesScreen />)
}

it('waits and wishes are in one list, each with the same button to end it', async () => {
  await show([wait], [wish])
  expect(await screen.findByText('You are the second in line.')).toBeVisible()
  expect(screen.getByText(/around Bern/)).toBeVisible()
  expect(screen.getAllByRole('list')).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /No longer needed/ })).toHaveLength(2)
})

it('without waits and wishes the page says how to begin', async () => {
  await show([], [])
  expect(await screen.findByText('No wish yet')).toBeVisible()
})

it('the page says to a member who switched off wishes that no mails about them are sent', async () => {
  await show([], [wish], 'off')
  expect(await screen.findByText(/switched off notifications of wishes/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Change that' })).toBeVisible()
})
