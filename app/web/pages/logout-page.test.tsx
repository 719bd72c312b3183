import { act, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '#platform/shared/paths.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { LogoutPage } from './logout-page.tsx'

afterEach(() => {
  act(() => writeToken(null))
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Logs out in a browser with this stored login of a provider, which then has this logout page. */
async function logOut(noted: string | null, url: string | null) {
  writeToken('mine-of-256-bits')
  if (noted) localStorage.setItem('letterlend.provider', noted)
  const { fetch, calls } = answeringFetch({
    'POST /auth/logout': () => ({ status: 204 }),
    'POST /identityProviders/leave': () => ({ body: { provider_name: 'Verein', url } }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(
    <Routes>
      <Route path={paths.logout()} element={<LogoutPage />} />
      <Route path={paths.home()} element={<p>The map</p>} />
    </Routes>,
    paths.logout(),
  )
  return () => calls.filter(({ name }) => name === 'POST /identityProviders/leave')
}

it('the logout page offers to log out at the identity provider, and does not do so by itself', async () => {
  const asked = await logOut('mine-of- verein', 'https://login.example/end?client_id=letterlend')
  const there = await screen.findByRole('link', { name: 'Log out at Verein as well' })
  expect(there).toHaveAttribute('href', 'https://login.example/end?client_id=letterlend')
  expect(screen.getByRole('link', { name: 'To the map' })).toBeVisible()
  expect(asked().map(({ body }) => body)).toEqual([{ provider: 'verein' }])
  expect(localStorage.getItem('letterlend.provider')).toBeNull()
})

it.each([
  ['was at no provider', null, null, 0],
  ['was at one without such a page', 'mine-of- verein', null, 1],
  [
    'was at one before, and came in by the password since',
    'another- verein',
    'https://login.example/end',
    0,
  ],
])('the logout page continues to the map if the browser %s', async (_, noted, url, count) => {
  const asked = await logOut(noted, url)
  expect(await screen.findByText('The map', undefined, { timeout: 5_000 })).toBeVisible()
  expect(asked()).toHaveLength(count)
})
