import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { LegalScreen } from './legal-screen.tsx'

/** Shows the imprint of a community without a version in force, with its earlier versions. */
async function show(answer: { versions: object[]; withdrawn_at: string | null }) {
  const { fetch } = answeringFetch({
    'GET /config': () => ({ body: { legal_pages: [], brand: { name: 'Letterlend' } } }),
    'GET /legal/versions': () => ({ body: answer }),
  })
  vi.stubGlobal('fetch', fetch)
  const routes = (
    <Routes>
      <Route path="/imprint" element={<LegalScreen page="imprint" />} />
    </Routes>
  )
  await renderInApp(routes, '/imprint')
}

afterEach(() => vi.unstubAllGlobals())

it('a withdrawn page says since when, and links its versions', async () => {
  await show({
    versions: [
      { version: 2, published_at: '2026-03-04T10:00:00.000Z' },
      { version: 1, published_at: '2026-02-03T10:00:00.000Z' },
    ],
    withdrawn_at: '2026-05-06T10:00:00.000Z',
  })
  expect(await screen.findByText(/withdrawn on 6 May 2026/)).toBeVisible()
  const links = screen.getAllByRole('link', { name: /^Version/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/imprint?version=2',
    '/imprint?version=1',
  ])
})

it('a page that was never published says that there is no text yet', async () => {
  await show({ versions: [], withdrawn_at: null })
  expect(await screen.findByText(/has not published a text here yet/)).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Version/ })).toBeNull()
})
