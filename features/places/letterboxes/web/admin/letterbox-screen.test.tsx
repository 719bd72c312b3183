import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { USERINFO_KEY } from '#features/people/accounts/web/data/door.ts'
import { DEFAULT_PRIVACY } from '#features/places/letterboxes/privacy/contract.ts'
import type { Task } from '#platform/shared/tasks.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { AdminLetterbox } from '../../contract.admin.ts'
import { AdminLetterboxScreen } from './letterbox-screen.tsx'

beforeEach(() => writeToken('token'))
afterEach(() => vi.unstubAllGlobals())

const ID = 'a3c1f7de-8d0c-4b8e-9c34-0d1c6f1f5a01'
const AT = '2026-05-06T07:08:09.000Z'

const letterbox: AdminLetterbox = {
  id: ID,
  version: 3,
  address: 'Rosenweg 3',
  address_addition: null,
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  latitude: 47.37,
  longitude: 8.54,
  role_name: 'normal',
  active: true,
  enable_messaging: true,
  location_verified: false,
  created_at: AT,
  hidden: null,
  on_map: true,
  name: 'Mila Frei',
  stickers: 0,
  open_reports: 1,
  owner: {
    id: ID,
    email: 'mila@example.org',
    email_confirmed: true,
    lang: 'fr',
    suspended: false,
    last_seen_at: AT,
  },
  household: 1,
  items: [],
  privacy: DEFAULT_PRIVACY,
  holiday_until: null,
  silent: false,
  gone: false,
  address_verified: false,
  items_confirmed_at: '2026-05-06',
  reseller: false,
  supporter_until: null,
  supporter_given_until: null,
  history: [],
  reports: [
    { id: ID, type: 'other', title: 'Gone', message: '<b>No</b>', created_at: AT, open: true },
  ],
}

type Answers = Parameters<typeof answeringFetch>[0]
async function show(answers: Answers, tasks: Task[] = ['moderation', 'map']) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser({ tasks }) }),
    'GET /admin/letterboxes/byId': () => ({ body: letterbox }),
    ...answers,
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <AdminLetterboxScreen
      id={ID}
      map={() => null}
      itemPicker={() => null}
      locationPicker={() => null}
    />,
  )
  await screen.findByRole('heading', { name: 'Rosenweg 3, Zürich' })
  await waitFor(() => expect(queryClient.getQueryData(USERINFO_KEY)).toBeDefined())
  return { ...api, user: userEvent.setup() }
}

it('the screen hides a letterbox with a reason in the language of its owner', async () => {
  const { user, calls } = await show({
    'POST /admin/letterboxes/hide': () => ({
      body: { ...letterbox, version: 4, on_map: false, hidden: { at: AT, reason: 'Parti' } },
    }),
  })
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  await user.click(await screen.findByRole('button', { name: 'L’annonce enfreint nos règles.' }))
  const hideButtons = screen.getAllByRole('button', { name: 'Hide' })
  await user.click(hideButtons[hideButtons.length - 1] as HTMLElement)
  expect(await screen.findByText('Parti')).toBeVisible()
  expect(calls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
    id: ID,
    version: 3,
    ground: 'terms',
    reason: 'L’annonce enfreint nos règles.',
  })
  expect(screen.getByRole('button', { name: 'Show again' })).toBeVisible()
})

it('the screen offers only the actions of the viewer’s tasks', async () => {
  await show({}, ['moderation'])
  expect(await screen.findByRole('button', { name: 'Hide' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'The spot is right' })).toBeNull()
})

it('the screen requires a reason before it hides a letterbox', async () => {
  const { user, calls } = await show({})
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  const field = await screen.findByLabelText('Reason')
  const hideButtons = screen.getAllByRole('button', { name: 'Hide' })
  await user.click(hideButtons[hideButtons.length - 1] as HTMLElement)
  await waitFor(() => expect(field).toHaveFocus())
  expect(calls.filter(({ name }) => name.startsWith('POST'))).toEqual([])
})

it('the screen names who changed the letterbox first, and shows its current state', async () => {
  let changed = false
  const now = {
    ...letterbox,
    version: 4,
    city: 'Uster',
    history: [
      {
        id: ID,
        at: AT,
        actor: 'admin',
        by: { id: ID, name: 'Mona Frei' },
        verb: 'update',
        subject: 'letterbox',
        subject_id: ID,
        label: null,
        before: null,
        after: null,
      },
    ],
  }
  const { user } = await show({
    'GET /admin/letterboxes/byId': () => ({ body: changed ? now : letterbox }),
    'POST /admin/letterboxes/verify': () => {
      changed = true
      return { status: 409, body: { code: 'changed_meanwhile', message: '', current: now } }
    },
  })
  await user.click(screen.getByRole('button', { name: 'The spot is right' }))
  expect(await screen.findByRole('heading', { name: 'Rosenweg 3, Uster' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Last: Mona Frei, Changed.')
})

it('the screen shows typed text as plain text, and roles to administrators only', async () => {
  await show({})
  expect(screen.getByText('<b>No</b>')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All reports about this letterbox' })).toHaveAttribute(
    'href',
    `/admin/reports?letterbox_id=${ID}`,
  )
  expect(screen.queryByRole('heading', { name: 'Reselling and membership' })).toBeNull()
})

it('the screen keeps typed values after a conflict, and overwrites only the version that was shown', async () => {
  let current = letterbox
  const { user, calls } = await show({
    'GET /admin/letterboxes/byId': () => ({ body: current }),
    'GET /items': () => ({ body: [] }),
    'POST /admin/letterboxes/update': () => {
      const first = current === letterbox
      current = { ...letterbox, version: 4, address: 'Rosenweg 5' }
      return first
        ? { status: 409, body: { code: 'changed_meanwhile', message: '', errors: {}, current } }
        : { body: { ...current, version: 5, address: 'Rosenweg 4' } }
    },
  })
  await user.click(screen.getByRole('button', { name: 'Change' }))
  const address = screen.getByRole('textbox', { name: /^Street/ })
  await user.clear(address)
  await user.type(address, 'Rosenweg 4')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Rosenweg 5'))
  await user.click(screen.getByRole('button', { name: 'Save what I have typed' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  const updates = calls.filter(({ name }) => name === 'POST /admin/letterboxes/update')
  expect(updates.map(({ body }) => body)).toMatchObject([
    { version: 3, address: 'Rosenweg 4' },
    { version: 4, address: 'Rosenweg 4' },
  ])
})
