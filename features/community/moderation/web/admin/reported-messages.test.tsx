import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tasksOf } from '#platform/shared/tasks.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { Toasts } from '#platform/web/ui/feedback/toasts.tsx'
import type { MessageReport } from '../../contract.admin.ts'
import { CasesScreen } from './cases-screen.tsx'

const REPORT: MessageReport = {
  id: 'r1',
  created_at: '2026-03-01T10:00:00.000Z',
  reason: 'rude',
  note: 'Look',
  handled_at: null,
  outcome: null,
  measure: null,
  assignee: null,
  read_by: null,
  reporter: { id: 'ben', firstname: 'Ben', side: 'lender' },
  message: {
    id: 'm1',
    text: 'You <b>fool</b>',
    created_at: '2026-03-01T09:00:00.000Z',
    warnings: [],
  },
  author: {
    id: 'eve',
    firstname: 'Eve',
    created_at: '2026-01-01T09:00:00.000Z',
    reported_by: 2,
    warned: 1,
    suspended: false,
    reachable: true,
    lang: 'fr',
  },
  letterbox_id: 'box',
  item: { id: 1, name_de: 'Leiter', name_en: 'Ladder', name_fr: 'Échelle' },
  status: 'handed_over',
  closed: false,
  messages: 12,
  context: [{ text: 'Before', by_author: false, created_at: '2026-03-01T08:00:00.000Z' }],
}

type Answers = Parameters<typeof answeringFetch>[0]
async function open(report: MessageReport, role_id: number, answers: Answers = {}) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: { id: 'me', tasks: tasksOf({ role_id, tasks: [] }) } }),
    'GET /admin/message-reports': () => ({
      body: { rows: [report], total: 1, counts: { open: 1, mine: 0, settled: 0 } },
    }),
    ...answers,
  })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  await renderInApp(
    <>
      <CasesScreen kind="message-reports" waiting={{ 'message-reports': 3 }} />
      <Toasts />
    </>,
    '/admin/message-reports',
  )
  return { api, user: userEvent.setup() }
}
const openDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Settle …' }))
  return within(await screen.findByRole('dialog', { name: 'Settle the report' }))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('a reported message links the account and the letterbox for administrators, and shows the state of the loan', async () => {
  await open(REPORT, 3)
  expect(await screen.findByRole('link', { name: 'Eve' })).toHaveAttribute(
    'href',
    '/admin/users/eve',
  )
  expect(screen.getByText(/reported by 2, warned 1 time/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Look at the letterbox' })).toHaveAttribute(
    'href',
    '/admin/letterboxes/box',
  )
  expect(screen.getByText('lent, 2 of 12 messages shown')).toBeVisible()
})

it('a reported message shows moderators the name alone, without a link or a suspension', async () => {
  const { user } = await open(REPORT, 2)
  expect(await screen.findByText(/^Eve \(/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Eve' })).toBeNull()
  const dialog = await openDialog(user)
  expect(dialog.getByRole('radio', { name: 'Warn Eve by e-mail' })).toBeVisible()
  expect(dialog.queryByRole('radio', { name: 'Suspend Eve' })).toBeNull()
  expect(dialog.getByText(/Administrators can suspend/)).toBeVisible()
})

it('the settling dialog requires a measure, and a reason in the language of the author', async () => {
  const answerSettle = vi.fn(() => ({ body: { decided: 1 } }))
  const { api, user } = await open(REPORT, 3, {
    'POST /admin/message-reports/settle': answerSettle,
  })
  const dialog = await openDialog(user)
  await user.click(dialog.getByRole('button', { name: 'Settle' }))
  expect(dialog.getByText('Please choose what is done.')).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: 'Warn Eve by e-mail' }))
  await user.click(dialog.getByRole('button', { name: 'Warn' }))
  expect(dialog.getByRole('textbox', { name: /French/ })).toBeInvalid()
  expect(answerSettle).not.toHaveBeenCalled()
  await user.click(await dialog.findByRole('button', { name: 'An insult or a threat' }))
  await user.click(dialog.getByRole('button', { name: 'Warn' }))
  expect(await screen.findByText('The report is settled.')).toBeVisible()
  const settleCall = api.calls.find(({ name }) => name.endsWith('/settle'))
  expect(settleCall?.body).toEqual({
    ids: ['r1'],
    outcome: 'justified',
    measure: 'warn',
    reason: expect.stringContaining('courtoisie'),
  })
})

it('the settling dialog settles without a measure, and offers none against a deleted account', async () => {
  const { api, user } = await open({ ...REPORT, author: null }, 3, {
    'POST /admin/message-reports/settle': () => ({ body: { decided: 0 } }),
  })
  const dialog = await openDialog(user)
  expect(dialog.getAllByRole('radio')).toHaveLength(2)
  await user.click(dialog.getByRole('radio', { name: 'Nothing: the report is unfounded' }))
  await user.click(dialog.getByRole('button', { name: 'Settle as unfounded' }))
  expect(await screen.findByText(/somebody else/i)).toBeVisible()
  const settleCall = api.calls.find(({ name }) => name.endsWith('/settle'))
  expect(settleCall?.body).toEqual({ ids: ['r1'], outcome: 'unfounded' })
})
