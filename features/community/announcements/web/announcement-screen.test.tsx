import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { AdminAnnouncement } from '../contract.admin.ts'
import { actionColors } from './action-colors.ts'
import { AnnouncementScreen } from './admin/announcement-screen.tsx'
import { BUTTON_COLORS, BUTTON_PALETTE } from './admin/button-palette.ts'

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

const NOT_SENT = {
  mail: null,
  push: null,
  mails_per_hour: 600,
  pushes_per_hour: 6000,
  mail_hours: null,
  mails_go_on_at: null,
  plan: null,
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
    'GET /admin/announcements/sending': () => ({ body: NOT_SENT }),
    ...answers,
  })
  vi.stubGlobal('fetch', server.fetch)
  await renderInApp(<AnnouncementScreen id="7" picker={() => null} />)
  await screen.findByText('That is 12 people now.')
  return server.calls
}

const FRENCH = { title: null, content: null, title_fr: 'Fête', content_fr: 'Samedi.' }

it('the announcement form saves one language and says what readers of the others get', async () => {
  const calls = await show({
    'GET /admin/announcements/byId': () => ({ body: { ...draft, ...FRENCH } }),
    'POST /admin/announcements/update': (body) => ({
      body: { ...draft, ...Object(body), version: 1 },
    }),
  })
  const user = userEvent.setup()
  expect(screen.getByText('Whoever reads German gets it in French.')).toBeVisible()
  expect(screen.getByText('Whoever reads English gets it in French.')).toBeVisible()
  const preview = screen.getByRole('region', { name: 'What members see' })
  expect(within(preview).getByRole('heading', { name: 'Fête' })).toHaveAttribute('lang', 'fr')
  await user.type(screen.getByLabelText(/^Title/), 'Party')
  expect(screen.getByText(/^In English the title or the text is still missing/)).toBeVisible()
  await user.clear(screen.getByLabelText(/^Title/))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name.endsWith('/update'))?.body).toMatchObject(FRENCH),
  )
})

it('the announcement form focuses the missing field if no language is complete', async () => {
  const calls = await show({
    'GET /admin/announcements/byId': () => ({ body: { ...draft, ...FRENCH, content_fr: null } }),
  })
  const user = userEvent.setup()
  expect(screen.getByText('To save, it needs a title and a text in one language.')).toBeVisible()
  await user.click(screen.getByLabelText('Can be closed without an answer'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText('French')).toBeChecked()
  expect(screen.getByLabelText('Text')).toHaveFocus()
  expect(calls.some(({ name }) => name.endsWith('/update'))).toBe(false)
})

it('the announcement form updates its preview while typing, and saves the version that was read', async () => {
  const calls = await show({
    'POST /admin/announcements/update': (body) => ({
      body: { ...draft, ...Object(body), version: 1 },
    }),
  })
  const user = userEvent.setup()
  const preview = screen.getByRole('region', { name: 'What members see' })
  // The form opens in the author's language.
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

it('the announcement form shows a change by another moderator and offers the typed text', async () => {
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

it('the mail preview runs no scripts, and the announcement is sent after a confirmation', async () => {
  const running = { ...draft, state: 'running' as const, by_mail: true, version: 3 }
  const sending = {
    state: 'running',
    waiting: 12,
    sent: 0,
    refused: 0,
    unsubscribed: 0,
    skipped: 0,
    failed: 0,
    gone: 0,
  }
  const begun = { ...NOT_SENT, mail: sending }
  const calls = await show({
    'GET /admin/announcements/byId': () => ({ body: running }),
    'GET /admin/announcements/mail': () => ({
      body: { subject: 'Party', html: '<p>Hi</p>', text_lang: 'en' },
    }),
    'POST /admin/announcements/send': () => ({ body: begun }),
    'POST /admin/announcements/pause': () => ({
      body: { ...begun, mail: { ...sending, state: 'paused', sent: 5, waiting: 7 } },
    }),
  })
  const user = userEvent.setup()
  const frame = await screen.findByTitle('This is the e-mail')
  expect(frame).toHaveAttribute('sandbox', '')
  expect(frame).toHaveAttribute('srcdoc', '<p>Hi</p>')
  await user.click(screen.getByRole('button', { name: 'Begin to send …' }))
  expect(calls.some(({ name }) => name === 'POST /admin/announcements/send')).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Begin to send' }))
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(await screen.findByRole('button', { name: 'Go on sending' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'By e-mail: Paused' })).toBeVisible()
  expect(calls.find(({ name }) => name === 'POST /admin/announcements/send')?.body).toEqual({
    id: 7,
    version: 3,
  })
})

it('the button palette offers only colours with enough contrast', () => {
  for (const name of BUTTON_COLORS) {
    const colors = BUTTON_PALETTE[name]
    if (colors) expect(actionColors(colors), name).toBeDefined()
  }
})

it('a sending is planned for its time, says when mails go out, and can be cancelled', async () => {
  const scheduled = {
    ...draft,
    state: 'scheduled' as const,
    by_mail: true,
    visible_from: '2026-11-27T09:00',
  }
  const hours = { ...NOT_SENT, mail_hours: { from: 21, until: 6 } }
  const planned = { ...hours, plan: { by: 'Mona Frei', done_at: null } }
  const calls = await show({
    'GET /admin/announcements/byId': () => ({ body: scheduled }),
    'GET /admin/announcements/mail': () => ({
      body: { subject: 'Party', html: '<p>Hi</p>', text_lang: 'en' },
    }),
    'GET /admin/announcements/sending': () => ({ body: hours }),
    'POST /admin/announcements/send': () => ({ body: planned }),
    'POST /admin/announcements/unplan': () => ({ body: hours }),
  })
  const user = userEvent.setup()
  expect(await screen.findByText('E-mails to many go out between 21:00 and 6:00.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send at its time …' }))
  await user.click(await screen.findByRole('button', { name: 'Plan' }))
  expect(await screen.findByText(/Begins by itself at .*, planned by Mona Frei/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Call off planned sending' }))
  expect(await screen.findByRole('button', { name: 'Send at its time …' })).toBeVisible()
  expect(calls.map(({ name }) => name)).toContain('POST /admin/announcements/unplan')
})

it('a sending says when mails that wait for their hours go out', async () => {
  const running = { ...draft, state: 'running' as const, by_mail: true }
  const counts = {
    waiting: 12,
    sent: 0,
    refused: 0,
    unsubscribed: 0,
    skipped: 0,
    failed: 0,
    gone: 0,
  }
  await show({
    'GET /admin/announcements/byId': () => ({ body: running }),
    'GET /admin/announcements/mail': () => ({
      body: { subject: 'Party', html: '<p>Hi</p>', text_lang: 'en' },
    }),
    'GET /admin/announcements/sending': () => ({
      body: {
        ...NOT_SENT,
        mail: { state: 'running', ...counts },
        mail_hours: { from: 21, until: 6 },
        mails_go_on_at: '2026-11-27T21:00',
      },
    }),
  })
  expect(
    await screen.findByText(/E-mails go on at .*27.*21:00|E-mails go on at .*9:00/),
  ).toBeVisible()
})
