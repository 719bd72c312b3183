import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { AdminReport } from '../../contract.admin.ts'
import { CasesScreen } from './cases-screen.tsx'

const REPORT: AdminReport = {
  id: 'r1',
  version: 3,
  created_at: '2026-03-01T10:00:00.000Z',
  status: 'open',
  assignee: null,
  handled_at: null,
  outcome: null,
  answered: 0,
  excerpt: 'It hangs.',
  type: 'other',
  letterbox: { id: 'box', address: 'Weg 1, 8000 Zürich', open_reports: 3 },
  repeats: 1,
  title: 'Lid <b>broken</b>',
  name: '',
  message: 'It hangs.',
  email: 'eve@example.org',
  lang: 'en',
  reporter: null,
  note: '',
  handled_by: null,
  answers: [],
  read_by: [{ at: '2026-03-01T11:00:00.000Z', by: { id: 'a', name: 'Ada Admin' } }],
}

const user = () => ({ body: { id: 'me', tasks: ['moderation'] } })
async function open(answers: Parameters<typeof answeringFetch>[0], path: string) {
  const api = answeringFetch({ 'GET /users/userinfo': user, ...answers })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  await renderInApp(
    <Routes>
      <Route
        path="/admin/held-messages"
        element={<CasesScreen kind="held-messages" waiting={{}} />}
      />
      <Route path="/admin/message-reports" element={<p>reported messages</p>} />
      <Route
        path="/admin/reports/:id?"
        element={<CasesScreen kind="reports" waiting={{ reports: 4 }} />}
      />
    </Routes>,
    path,
  )
  return { api, user: userEvent.setup() }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('the queue lists reports with the number of open ones about the letterbox, and counts by state', async () => {
  const list = () => ({
    body: { rows: [REPORT], total: 1, counts: { open: 1, mine: 0, settled: 7 } },
  })
  await open({ 'GET /admin/reports': list }, '/admin/reports')
  const link = await screen.findByRole('link', { name: 'Something else' })
  expect(link).toHaveAttribute('href', '/admin/reports/r1')
  expect(screen.getByText('Weg 1, 8000 Zürich (3 open reports)')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Settled 7' })).toHaveAttribute('aria-pressed', 'false')
})

it('each kind of case has a tab with the number that waits', async () => {
  await open({}, '/admin/reports')
  const tabs = within(await screen.findByRole('navigation', { name: 'Moderation' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Reports4',
    'Reported messages',
    'Held messages',
    'Feedback',
  ])
  expect(tabs.getByRole('link', { name: 'Reports 4' })).toHaveAttribute('aria-current', 'page')
  expect(tabs.getByRole('link', { name: 'Feedback' })).toHaveAttribute('href', '/admin/feedback')
})

it('people who look after one kind alone see no tabs', async () => {
  const mapper = () => ({ body: { id: 'me', tasks: ['map'] } })
  await open({ 'GET /users/userinfo': mapper }, '/admin/reports')
  expect(await screen.findByRole('heading', { name: 'Reports' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Moderation' })).toBeNull()
})

it('the address that reported messages had leads to their tab', async () => {
  await open({}, '/admin/held-messages?tab=reported')
  expect(await screen.findByText('reported messages')).toBeVisible()
})

it('a report shows its kind in the language of the reader, next to its original title', async () => {
  const report = { ...REPORT, type: 'illegal', title: 'Etwas Rechtswidriges' }
  await open({ 'GET /admin/reports/byId': () => ({ body: report }) }, '/admin/reports/r1')
  expect(await screen.findByRole('heading', { name: 'Something illegal' })).toBeVisible()
  expect(screen.getByText('Etwas Rechtswidriges')).toBeVisible()
})

it('a report is answered once, in the version that was read, and the screen confirms it', async () => {
  const answeredReport = { ...REPORT, version: 4, status: 'in_progress', answers: [] }
  const { api, user } = await open(
    {
      'GET /admin/reports/byId': () => ({ body: REPORT }),
      'POST /admin/reports/answer': () => ({ body: answeredReport }),
    },
    '/admin/reports/r1',
  )
  expect(await screen.findByRole('heading', { name: 'Lid <b>broken</b>' })).toBeVisible()
  expect(screen.getByText('Ada Admin,', { exact: false })).toBeInTheDocument()
  await user.type(screen.getByLabelText('Your answer'), 'Thanks')
  await user.dblClick(screen.getByRole('button', { name: 'Send the answer' }))
  await waitFor(() => expect(screen.getByLabelText('Your answer')).toHaveValue(''))
  const answerCalls = api.calls.filter(({ name }) => name === 'POST /admin/reports/answer')
  expect(answerCalls.map(({ body }) => body)).toEqual([
    { id: 'r1', version: 3, text: 'Thanks', request_id: expect.any(String), keep_open: false },
  ])
})

it('a report that another moderator changed is reloaded, and the typed text is kept', async () => {
  const now = { ...REPORT, version: 4, status: 'in_progress', assignee: { id: 'x', name: 'Mo' } }
  let readCount = 0
  const { user } = await open(
    {
      'GET /admin/reports/byId': () => ({ body: readCount++ === 0 ? REPORT : now }),
      'POST /admin/reports/assign': () => ({
        status: 409,
        body: { code: 'changed_meanwhile', message: '' },
      }),
    },
    '/admin/reports/r1',
  )
  await user.type(await screen.findByLabelText('Your answer'), 'Half')
  await user.click(screen.getByRole('button', { name: 'I take this' }))
  expect(await screen.findByText('With Mo')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Somebody has changed this in the meantime')
  expect(screen.getByLabelText('Your answer')).toHaveValue('Half')
})

it.each([
  ['by mail, who left an address', {}, true],
  ['no one, if there is no address', { email: '' }, false],
  ['no one, if the reporter was answered', { answered: 1 }, false],
])('a report says whom settling it notifies: %s', async (_, fields, isTold) => {
  await open(
    { 'GET /admin/reports/byId': () => ({ body: { ...REPORT, ...fields } }) },
    '/admin/reports/r1',
  )
  await screen.findByRole('button', { name: 'Settle it' })
  expect(screen.queryByText(/^Whoever reported it gets an e-mail/) !== null).toBe(isTold)
})

it('an unsaved note is offered again until it is saved', async () => {
  const answers = {
    'GET /admin/reports/byId': () => ({ body: REPORT }),
    'POST /admin/reports/note': () => ({ body: { ...REPORT, version: 4, note: 'Call first' } }),
  }
  await open(answers, '/admin/reports/r1')
  const typing = userEvent.setup()
  await typing.type(await screen.findByLabelText(/^For those who help/), 'Call first')
  cleanup()
  const { user } = await open(answers, '/admin/reports/r1')
  await user.click(await screen.findByRole('button', { name: 'Continue with your changes' }))
  expect(screen.getByLabelText(/^For those who help/)).toHaveValue('Call first')
  await user.click(screen.getByRole('button', { name: 'Save the note' }))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})
