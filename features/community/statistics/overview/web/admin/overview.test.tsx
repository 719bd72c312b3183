import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { USERINFO_KEY } from '#features/people/accounts/web/data/door.ts'
import { TASKS } from '#platform/shared/tasks.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { catchSavedFiles } from '#platform/web/testing/saved-files.ts'
import { testUser } from '#platform/web/testing/user.ts'
import type { Overview, OverviewMonth, Queues } from '../../contract.admin.ts'
import { OverviewScreen } from './overview-screen.tsx'

/** The account that is logged in. */
let user = testUser()
let mailServerMissing = false

beforeEach(() => writeToken('token'))
afterEach(() => {
  user = testUser()
  mailServerMissing = false
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const QUIET: Queues = {
  orders_to_confirm: 0,
  orders_to_ship: 0,
  payments_unmatched: 0,
  payments_to_settle: 0,
  reports: 0,
  feedback: 0,
  newcomers: 0,
  objections: 0,
  held_messages: 0,
  message_reports: 0,
}
const month = (name: string, fields: Partial<OverviewMonth> = {}): OverviewMonth => ({
  month: name,
  letterboxes_new: 0,
  letterboxes: 0,
  active_lenders: 0,
  requests: 0,
  answered_within_a_day: 0,
  loans: 0,
  orders: [],
  revenue: [],
  ...fields,
})
const NEW: Overview = {
  counted_at: '2026-11-22T12:00:00.000Z',
  running: '2026-11',
  began: null,
  silences: { asked: 0, silent: 0, gone: 0 },
  months: [month('2026-10'), month('2026-11')],
  regions: [],
  most_wanted: [],
  most_missing: [],
}
const LIVELY: Overview = {
  ...NEW,
  silences: { asked: 12, silent: 3, gone: 1, unclaimed: 5 },
  began: '2025-03',
  months: [
    month('2026-10', {
      letterboxes: 1200,
      requests: 52,
      answered_within_a_day: 41,
      orders: [{ product_id: 1, count: 3 }],
      revenue: [{ currency: 'CHF', paid: 21, refunded: 7, revenue: 14 }],
    }),
    month('2026-11', { letterboxes: 1201, letterboxes_new: 1, requests: 4 }),
  ],
  regions: [{ id: 'CH-80', city: 'Zürich', letterboxes: 1201 }],
  most_wanted: [{ item_id: 1, requests: 7, wishes: 2 }],
}

const IN_VADUZ = { latitude: 47.14, longitude: 9.52 }

async function show(body: Overview, queues = QUIET, path = '/admin/overview', place = IN_VADUZ) {
  const streets = { url: '/streets', minzoom: 0, maxzoom: 14, bounds: [9.4, 47, 9.7, 47.3] }
  const layer = { id: 'product', url: null, streets, attribution: '', max_zoom: 21 }
  const { fetch, calls } = answeringFetch({
    'GET /config': () => ({
      body: {
        brand: { name: 'Letterlend', logo: null },
        map_start: { ...place, zoom: 14 },
        map_layers: [layer],
        mail_server_missing: mailServerMissing,
      },
    }),
    'GET /users/userinfo': () => ({ body: user }),
    'GET /admin/overview': () => ({ body }),
    'GET /admin/queues': () => ({ body: queues }),
    'GET /items': () => ({ body: [{ id: 1, name_en: '=Ladder', image_path: 'ladder.svg' }] }),
    'GET /product': () => ({ body: [{ id: 1, name_en: 'Stickers' }] }),
  })
  const fetched = vi.fn(fetch)
  vi.stubGlobal('fetch', fetched)
  await renderInApp(<OverviewScreen />, path)
  return { calls, fetched }
}

it.each([
  ['inside of its streets', IN_VADUZ, false],
  ['outside of them', { latitude: 47.37, longitude: 8.54 }, true],
])(
  'the overview explains how to get streets if the map opens %s: %o',
  async (_, place, missing) => {
    await show(LIVELY, QUIET, '/admin/overview', place)
    await screen.findByText('Nothing is waiting right now. Lovely!')
    const title = 'The streets of your region are missing'
    if (missing) expect(await screen.findByText(title)).toBeVisible()
    else expect(screen.queryByText(title)).toBeNull()
  },
)

it('the overview says that no mail server is configured, and which settings add one', async () => {
  mailServerMissing = true
  await show(LIVELY)
  expect(await screen.findByText('No e-mail server is set up')).toBeVisible()
  expect(screen.getByText(/sets SMTP_URL and MAIL_FROM/)).toBeVisible()
})

it('the overview asks a user without a name to add it', async () => {
  user = testUser({ firstname: '', lastname: '' })
  await show(LIVELY)
  const link = await screen.findByRole('link', { name: 'Add your name' })
  expect(link.getAttribute('href')).toBe('/profile/updateAccount')
  expect(screen.getByText(/only see mila@example.org so far/)).toBeVisible()
})

it('the overview does not ask a user with a name', async () => {
  user = testUser({ firstname: '', lastname: '' })
  await show(LIVELY)
  await screen.findByText('Nothing is waiting right now. Lovely!')
  await screen.findByRole('link', { name: 'Add your name' })
  user = testUser()
  await queryClient.invalidateQueries({ queryKey: USERINFO_KEY })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Add your name' })).toBeNull())
})

it('the overview links non-empty queues only', async () => {
  await show(LIVELY, { ...QUIET, orders_to_ship: 3, reports: 12 })
  const waitingRegion = await screen.findByRole('region', { name: 'Waiting' })
  const links = await within(waitingRegion).findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['3Orders to ship', '/admin/orders?to_ship=true'],
    ['12Open reports about letterboxes', '/admin/reports'],
  ])
})

it('the overview says if all queues are empty', async () => {
  await show(LIVELY)
  expect(await screen.findByText('Nothing is waiting right now. Lovely!')).toBeVisible()
})

it('a plot is described in words for the last full month, and in a table', async () => {
  await show(LIVELY)
  const requests = await screen.findByRole('region', { name: 'Requests' })
  expect(
    within(requests).getByText(
      'In October 2026, 41 of 52 requests were answered within a day (79%).',
    ),
  ).toBeVisible()
  await userEvent.click(within(requests).getByText('The numbers as a table'))
  const rows = within(within(requests).getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Month', 'Requests', 'answered within a day', 'within a day, in per cent'],
    ['October 2026', '52', '41', '79'],
    ['November 2026 (so far)', '4', '0', '0'],
  ])
})

it('a table is saved as a CSV file in which no sticker is a formula', async () => {
  const savedFiles = catchSavedFiles()
  await show(LIVELY)
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV: Most wanted' }))
  const [[file]] = savedFiles.mock.calls as [[Blob]]
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(
    "Sticker;Requests;Wishes;Total\r\n'=Ladder;7;2;9\r\n",
  )
})

it('the overview loads the months and the region of the address', async () => {
  const { fetched } = await show(
    LIVELY,
    QUIET,
    '/admin/overview?from=2026-01&until=2026-12&region=CH-80',
  )
  await screen.findByRole('heading', { name: 'Stickers: Zürich (CH 80…)' })
  expect(fetched.mock.calls.map(([url]) => String(url))).toContain(
    '/api/v1/admin/overview?from=2026-01&until=2026-12&region=CH-80',
  )
  expect(screen.getByLabelText('Period')).toHaveValue('2026-01 2026-12')
})

it('the overview loads the yearly report with the chosen size of regions', async () => {
  const { fetched } = await show(LIVELY)
  const pages = await screen.findByRole('combobox', { name: 'A page of its own' })
  expect(pages).toHaveDisplayValue('from 3 letterboxes, today one region')
  await userEvent.selectOptions(pages, '200')
  await userEvent.click(screen.getByRole('button', { name: 'Save the yearly report as PDF' }))
  const asked = fetched.mock.calls.map(([url]) => `${url}`).filter((url) => url.includes('report'))
  expect(asked).toEqual([expect.stringContaining('regions_from=200')])
})

it('the overview shows how many letterboxes a region has, even if it is one', async () => {
  const regions = [...LIVELY.regions, { id: 'LI-94', city: 'Vaduz', letterboxes: 1 }]
  await show({ ...LIVELY, regions })
  const choice = await screen.findByLabelText('Region')
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['all regions', 'Zürich (CH 80…): 1,201 letterboxes', 'Vaduz (LI 94…): one letterbox'])
})

it('the overview invites to import letterboxes into a new community', async () => {
  user = testUser({ tasks: [...TASKS] })
  await show(NEW)
  expect(await screen.findByRole('heading', { name: 'Something will grow here' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Import letterboxes' })).toHaveAttribute(
    'href',
    '/admin/imports',
  )
  expect(screen.queryByRole('table')).toBeNull()
})
