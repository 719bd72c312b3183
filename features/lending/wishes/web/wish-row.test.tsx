import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { Wish } from '../contract.ts'
import { WishRow } from './wish-row.tsx'

afterEach(() => vi.unstubAllGlobals())

const wish: Wish = {
  id: '00000000-0000-4000-8000-000000000001',
  item_id: 1,
  latitude: 47,
  longitude: 8,
  radius: 5_000,
  place: 'Bern',
  created_at: '2026-07-01T12:00:00Z',
  expires_at: '2027-07-01T12:00:00Z',
}

it('a radius that is changed twice quickly keeps the focus, and the changes are sent in order', async () => {
  let saveFirst = () => {}
  const firstSaved = new Promise<void>((resolve) => {
    saveFirst = resolve
  })
  const api = answeringFetch({
    'POST /wishes/create': () => ({ status: 201, body: { status: 'saved' } }),
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const response = await api.fetch(url, init)
    await firstSaved
    return response
  })
  await renderInApp(<WishRow wish={wish} item={undefined} />)
  const user = userEvent.setup()
  const radius = screen.getByRole('combobox')
  radius.focus()
  await user.selectOptions(radius, '20000')
  await user.selectOptions(radius, '50000')
  expect(radius).toHaveFocus()
  expect(radius).toHaveValue('50000')
  const sent = () => api.calls.map(({ body }) => body)
  expect(sent()).toMatchObject([{ radius: 20_000 }])
  saveFirst()
  await waitFor(() => expect(sent()).toMatchObject([{ radius: 20_000 }, { radius: 50_000 }]))
})
