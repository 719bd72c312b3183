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

/** Logs out in a browser that was at this provider, whose page is told. */
async function logOut(provider: string | null, url: string | null) {
  writeToken('mine')
  if (provider) localStorage.setItem('letterlend.provider', provider)
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

it('offers to log out at the provider as well, and does nothing there by itself', async () => {
  const asked = await logOut('verein', 'https://login.example/end?client_id=letterlend')
  const there = await screen.findByRole('link', { name: 'Log out at Verein as well' })
  expect(there).toHaveAttribute('href', 'https://login.example/end?client_id=letterlend')
  expect(screen.getByRole('link', { name: 'To the map' })).toBeVisible()
  expect(asked().map(({ body }) => body)).toEqual([{ provider: 'verein' }])
  expect(localStorage.getItem('letterlend.provider')).toBeNull()
})

it.each([
  ['was at no provider', null, 0],
  ['was at one without such a page', 'verein', 1],
])('goes on to the map where the browser %s', async (_, provider, count) => {
  const asked = await logOut(provider, null)
  expect(await screen.findByText('The map', undefined, { timeout: 5_000 })).toBeVisible()
  expect(asked()).toHaveLength(count)
})
