import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tasksOf } from '#platform/shared/tasks.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { catchSavedFiles } from '#platform/web/testing/saved-files.ts'
import type { AdminObjection, YearCount } from '../../contract.admin.ts'
import { ObjectionsScreen } from './objections-screen.tsx'
import { YearScreen } from './year-screen.tsx'

const HOSTILE = '<img src=x onerror=alert(1)>'
const OBJECTION: AdminObjection = {
  id: 'o1',
  kind: 'message_refused',
  ground: 'terms',
  reason: 'No advertising.',
  automated: true,
  decided_at: '2026-11-25T12:00:00.000Z',
  objected_at: '2026-11-25T13:00:00.000Z',
  outcome: null,
  answer: '',
  objection: 'I only asked.',
  messages: [
    { text: HOSTILE, created_at: '2026-11-25T11:00:00.000Z' },
    { text: HOSTILE, created_at: '2026-11-25T11:00:00.000Z' },
  ],
  user: { id: 'eve', name: 'Eve', lang: 'fr' },
  decided_by: { id: 'mod', name: 'Mo' },
  handled_at: null,
  handled_by: null,
  may_answer: true,
}

async function open(
  answers: Parameters<typeof answeringFetch>[0],
  screenToShow: React.ReactElement,
) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({
      body: { id: 'me', tasks: tasksOf({ role_id: 3, tasks: [] }) },
    }),
    ...answers,
  })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  await renderInApp(screenToShow, '/admin/objections')
  return api
}
const openList = (rows: AdminObjection[]) =>
  open(
    { 'GET /admin/objections': () => ({ body: { rows, total: rows.length } }) },
    <ObjectionsScreen />,
  )

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('the list shows a repeated refused message once, as text, and says that an answer does not deliver it', async () => {
  await openList([OBJECTION])
  expect(await screen.findByText('The 2 messages:')).toBeVisible()
  expect(screen.getAllByText(HOSTILE)).toHaveLength(1)
  expect(document.querySelector('img[src="x"]')).toBeNull()
  expect(screen.getByText(/A program had found it\./)).toBeVisible()
  expect(screen.getByText(/what was refused stays so/)).toBeVisible()
})

it('the list says that a message is not shown, for decisions about messages only', async () => {
  const hidden = { ...OBJECTION, id: 'o2', kind: 'letterbox_hidden', automated: false } as const
  await openList([
    { ...OBJECTION, messages: [] },
    { ...hidden, messages: [] },
  ])
  expect(await screen.findByText(/The message is not shown/)).toBeVisible()
  expect(screen.getByText(/show the letterbox again/)).toBeVisible()
  expect(screen.getAllByText(/A program had found it\./)).toHaveLength(1)
})

it('the list says in which language the person reads the answer', async () => {
  await openList([OBJECTION])
  const answer = await screen.findByLabelText(/^Answer, as .*\(French\)/)
  expect(answer).toHaveAttribute('lang', 'fr')
})

it('the yearly counts show refused messages as found by a program, in the file as well', async () => {
  const counts = [
    { about: 'decision', kind: 'message_refused', ground: 'terms', after_report: false },
    { about: 'decision', kind: 'author_warned', ground: 'terms', after_report: true },
  ] as const
  const body: YearCount[] = counts.map((row) => ({
    ...row,
    automated: row.kind === 'message_refused',
    count: 3,
    acted: 1,
    median_hours: null,
  }))
  await open({ 'GET /admin/objections/year': () => ({ body }) }, <YearScreen />)
  const table = within(await screen.findByRole('table'))
  expect(table.getByText('Message not delivered, Our rules, found by a program')).toBeVisible()
  expect(table.getByText('Warned because of a message, Our rules, after a report')).toBeVisible()
  const saved = catchSavedFiles()
  await userEvent.click(screen.getByRole('button', { name: 'As CSV' }))
  const file = saved.mock.calls[0]?.[0]
  if (!(file instanceof Blob)) throw new Error('Unexpected missing file')
  expect(await file.text()).toContain('found by a program')
  vi.restoreAllMocks()
})
