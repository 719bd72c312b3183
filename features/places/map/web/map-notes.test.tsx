import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { MapLayer } from '#platform/shared/config.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { MapNotes } from './map-notes.tsx'

const OWN: MapLayer = { id: 'product', url: null, streets: null, attribution: '', max_zoom: 21 }
const ONLINE: MapLayer = { ...OWN, id: 'street', url: 'https://tiles.example.org/{z}/{x}/{y}.png' }
const BARE = { chosen: 'product', fallback: false, bundled: true, near: true } as const
const OFFER = { name: 'Show OpenStreetMap' }

it('the note offers another street map outside the region, names its server and can be dismissed', async () => {
  const onLayer = vi.fn()
  await renderInApp(<MapNotes basemap={BARE} layers={[OWN, ONLINE]} onLayer={onLayer} />)
  expect(await screen.findByText(/your browser asks tiles.example.org/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', OFFER))
  expect(onLayer).toHaveBeenCalledWith('street')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('button', OFFER)).toBeNull()
})

it.each([
  ['from afar', { ...BARE, near: false }],
  ['where there are streets', { ...BARE, bundled: false }],
  ['where they have just failed', { ...BARE, fallback: true }],
])('no note is shown %s', async (_, basemap) => {
  await renderInApp(<MapNotes basemap={basemap} layers={[OWN, ONLINE]} onLayer={vi.fn()} />)
  expect(screen.queryByRole('button', OFFER)).toBeNull()
})

it('the note says that streets are missing if no other map is allowed', async () => {
  await renderInApp(<MapNotes basemap={BARE} layers={[OWN]} onLayer={vi.fn()} />)
  expect(screen.getByRole('status')).toHaveTextContent('The simple map shows no streets.')
  expect(screen.queryByRole('button', OFFER)).toBeNull()
})
