import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { AdminAnnouncement } from '../contract.admin.ts'
import { actionColors } from './action-colors.ts'
import { AnnouncementScreen } from './announcement-screen.tsx'
import { BUTTON_COLORS, BUTTON_PALETTE } from './button-palette.ts'

const draft: AdminAnnouncement = {
  id: 7,
  version: 0,
  state: 'draft',
  audience: 'all',
  region: null,
  on_page: true,
  by_mail: false,
  by_push: false,
  title: 'Street party',
  title_de: null,
  title_fr: null,
  content: 'On **Saturday**.',
  content_de: null,
  content_fr: null,
  closeable: true,
  actions: '[]',
  visible_from: null,
  visible_until: null,
  reach: null,
  seen: 0,
  answered_yes: 0,
  answered_no: 0,
  created_at: '2026-06-10T12:00:00.000Z',
  updated_at: '2026-06-10T12:00:00.000Z',
}

beforeEach(() => writeToken('secret'))
afterEach(() => {
  writeToken(null)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function show(answers: Parameters<typeof answeringFetch>[0]) {
  const server = answeringFetch({
    'GET /admin/announcements/byId': () => ({ body: draft }),
    'GET /admin/announcements/reach': () => ({ body: { people: 12 } }),
    ...answers,
  })
  vi.stubGlobal('fetch', server.fetch)
  await renderInApp(<AnnouncementScreen id="7" picker={() => null} />)
  await screen.findByText('12 people would see it now.')
  return server.calls
}

it('shows what members will see while it is typed, and saves what was read', async () => {
  const calls = await show({
    'POST /admin/announcements/update': (body) => ({
      body: { ...draft, ...Object(body), version: 1 },
    }),
  })
  const user = userEvent.setup()
  const preview = screen.getByRole('region', { name: 'What members see' })
  // It begins in the language of whoever writes.
  expect(screen.getByLabelText('English')).toBeChecked()
  await user.click(screen.getByLabelText('German'))
  await user.type(screen.getByLabelText(/^Title/), 'Strassenfest')
  expect(within(preview).getByRole('heading')).toHaveTextContent('Strassenfest')
  expect(screen.getByText('Not in every language yet')).toBeVisible()
  await user.click(screen.getByLabelText('English'))
  expect(within(preview).getByRole('heading')).toHaveTextContent('Street party')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name.includes('update'))?.body).toMatchObject({
      id: 7,
      version: 0,
      title: 'Street party',
      title_de: 'Strassenfest',
    }),
  )
})

it('shows what somebody else has changed meanwhile, and offers what was typed', async () => {
  let current = draft
  await show({
    'GET /admin/announcements/byId': () => ({ body: current }),
    'POST /admin/announcements/update': () => {
      current = { ...draft, title: 'Party of the quarter', version: 1 }
      return { status: 409, body: { code: 'changed_meanwhile', message: '', current } }
    },
  })
  const user = userEvent.setup()
  const title = screen.getByLabelText(/^Title/)
  await user.clear(title)
  await user.type(title, 'Party in the street')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Somebody else was faster')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveValue('Party of the quarter'))
  await user.click(screen.getByRole('button', { name: 'Continue with your changes' }))
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Party in the street')
})

it('offers colours alone that can be read', () => {
  for (const name of BUTTON_COLORS) {
    const colors = BUTTON_PALETTE[name]
    if (colors) expect(actionColors(colors), name).toBeDefined()
  }
})
