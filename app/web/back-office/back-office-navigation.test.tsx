import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ADMIN_SCREENS, SCREEN_GROUPS } from '#platform/shared/admin-paths.ts'
import '#platform/web/start/admin-texts.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { landingOf } from './back-office.tsx'
import { BackOfficeNavigation } from './back-office-navigation.tsx'

beforeEach(() => {
  writeToken('secret')
  const { fetch } = answeringFetch({
    'GET /admin/queues': () => ({ body: { reports: 3, orders_to_ship: 2, feedback: null } }),
  })
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

it('the menu has every screen in exactly one group', () => {
  expect(Object.values(SCREEN_GROUPS).flat().sort()).toEqual([...ADMIN_SCREENS].sort())
})

it('the menu groups the screens by the work of the staff, with the counts of the viewer', async () => {
  await renderInApp(<BackOfficeNavigation screens={[...ADMIN_SCREENS]} />, '/admin/overview')
  // Five in total: the closed menu on a phone says so.
  expect(await screen.findByRole('button', { name: /Overview.*5/ })).toBeVisible()
  const today = screen.getByRole('list', { name: 'Today' })
  expect(
    within(today)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Overview/),
    expect.stringMatching(/^Moderation.*3/),
    expect.stringMatching(/^Objections/),
  ])
})

it('the mail about the move is in the menu once a site was moved in', async () => {
  const { unmount } = await renderInApp(<BackOfficeNavigation screens={['imports', 'moving']} />)
  await screen.findAllByRole('link', { name: 'Imports' })
  expect(screen.queryByRole('link', { name: 'We have moved' })).not.toBeInTheDocument()
  unmount()
  const { fetch } = answeringFetch({
    'GET /admin/queues': () => ({ body: { site_moved_in: true } }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<BackOfficeNavigation screens={['imports', 'moving']} />)
  expect(await screen.findByRole('link', { name: 'We have moved' })).toBeVisible()
})

it('the menu of a few screens has no headings', async () => {
  await renderInApp(<BackOfficeNavigation screens={['orders']} />, '/admin/orders')
  expect(screen.queryByText('Orders and money')).not.toBeInTheDocument()
})

it('the first screen for shipping alone is the list of orders to send, and for others their first screen', () => {
  expect(landingOf('orders', ['shipping'])).toBe('/admin/orders?to_ship=true')
  expect(landingOf('orders', ['shipping', 'treasury'])).toBe('/admin/orders')
  expect(landingOf('overview', ['treasury'])).toBe('/admin/overview')
})
