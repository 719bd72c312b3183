import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tasksOf } from '#platform/shared/tasks.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { Toasts } from '#platform/web/ui/feedback/toasts.tsx'
import type { HeldMessage } from '../../contract.admin.ts'
import { HeldMessages } from './held-messages.tsx'

const MESSAGE: HeldMessage = {
  id: 'm1',
  transaction_id: 't1',
  held_at: '2026-03-01T09:00:00.000Z',
  held_for: 'many_letterboxes',
  text: 'Send me <b>money</b>',
  warnings: [],
  request: true,
  item: { id: 1, name_de: 'Leiter', name_en: 'Ladder', name_fr: 'Échelle' },
  author: {
    id: 'eve',
    firstname: 'Eve',
    created_at: '2026-01-01T09:00:00.000Z',
    asked: 7,
    answered: 0,
    reachable: true,
    lang: 'fr',
  },
  letterboxes: 7,
  accounts: 1,
  read_by: null,
  context: [],
}

async function open(rows: HeldMessage[], discard: () => { status?: number; body: unknown }) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({
      body: { id: 'me', tasks: tasksOf({ role_id: 2, tasks: [] }) },
    }),
    'GET /admin/held-messages': () => ({ body: { rows, total: rows.length } }),
    'POST /admin/held-messages/discard': discard,
  })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  const toTop = vi.fn()
  await renderInApp(
    <>
      <HeldMessages decide={async () => {}} busy={false} toTop={toTop} />
      <Toasts />
    </>,
    '/admin/held-messages',
  )
  return { api, toTop, user: userEvent.setup() }
}

async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  const [first] = await screen.findAllByRole('button', { name: 'Discard' })
  if (first) await user.click(first)
  return within(await screen.findByRole('dialog', { name: 'Discard the message?' }))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('the discard dialog requires a reason, and can include all messages of one author', async () => {
  const other = { ...MESSAGE, id: 'm2' }
  const ofAnn = { ...MESSAGE, id: 'm3', author: { ...MESSAGE.author, id: 'ann' } }
  const { api, toTop, user } = await open([MESSAGE, other, ofAnn], () => ({ body: { decided: 2 } }))
  const dialog = await openDialog(user)
  const submit = () => user.click(dialog.getByRole('button', { name: 'Discard' }))
  await submit()
  expect(dialog.getByRole('textbox', { name: /French/ })).toBeInvalid()
  expect(api.calls.some(({ name }) => name.endsWith('/discard'))).toBe(false)
  await user.click(
    dialog.getByRole('checkbox', { name: 'Also one other message of Eve in this list' }),
  )
  await user.click(await dialog.findByRole('button', { name: 'Fraud or money' }))
  await user.click(dialog.getByRole('radio', { name: 'A law that the reason names' }))
  await submit()
  expect(await screen.findByText('2 messages are discarded.')).toBeVisible()
  expect(api.calls.find(({ name }) => name.endsWith('/discard'))?.body).toEqual({
    ids: ['m1', 'm2'],
    ground: 'law',
    reason: expect.stringContaining('argent'),
  })
  expect(toTop).toHaveBeenCalled()
})

it('the discard dialog keeps the typed text after an error, and says when no mail is sent', async () => {
  const unreachable = { ...MESSAGE, author: { ...MESSAGE.author, reachable: false } }
  const { user } = await open([unreachable], () => ({
    status: 500,
    body: { code: 'internal', message: '' },
  }))
  const dialog = await openDialog(user)
  expect(dialog.getByText(/no confirmed e-mail address/)).toBeVisible()
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await user.type(dialog.getByRole('textbox', { name: /French/ }), 'Non.')
  await user.click(dialog.getByRole('button', { name: 'Discard' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: /French/ })).toHaveValue('Non.')
})

it('the discard dialog says when another moderator was faster', async () => {
  const { user } = await open([MESSAGE], () => ({ body: { decided: 0 } }))
  const dialog = await openDialog(user)
  await user.type(dialog.getByRole('textbox', { name: /French/ }), 'Non.')
  await user.click(dialog.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText(/somebody else/i)).toBeVisible()
})
