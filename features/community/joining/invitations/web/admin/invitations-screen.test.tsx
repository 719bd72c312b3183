import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Area, storedArea } from '#platform/shared/areas.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { ViewersArea } from '#platform/web/ui/back-office/viewers-area.tsx'
import { InvitationsScreen } from './invitations-screen.tsx'

beforeEach(() => writeToken('token'))
afterEach(() => vi.unstubAllGlobals())

/** The screen before any letters, and the answer to a street that is not found. */
async function show(area: Area | null) {
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser({ tasks: ['moderation'], area }) }),
    'GET /admin/invitations': () => ({ body: { rows: [], total: 0 } }),
    'GET /admin/invitations/streets': () => ({ body: [] }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(
    <ViewersArea value={area}>
      <Routes>
        <Route path="/admin/invitations" element={<InvitationsScreen />} />
      </Routes>
    </ViewersArea>,
    '/admin/invitations',
  )
  await userEvent.type(await screen.findByRole('searchbox'), 'q')
}

it('an empty screen of a person with an area speaks of that area', async () => {
  await show(storedArea({ country: 'LI', postcodes: ['9490'], outline: [] }))
  expect(await screen.findByText('No street in your area begins like this.')).toBeVisible()
  expect(await screen.findByText(/^There are no letters in your area yet\./)).toBeVisible()
})

it('an empty screen of the whole community speaks of no area', async () => {
  await show(null)
  expect(await screen.findByText('No street begins like this.')).toBeVisible()
  expect(await screen.findByText('There are no letters yet.')).toBeVisible()
})
