import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { logIn } from '#features/people/accounts/web/data/session.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp, startEnglish } from '#platform/web/testing/render.tsx'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { InboxOf } from '../inbox.fixtures.tsx'

const ben = testUser({ id: 'ben' })
const replied = testMessage({ id: 'm1', text: 'Yes!', has_quoted: true })
const transaction = testTransaction({ messages: [testMessage({ id: 'm0' }), replied] })

afterEach(() => {
  cleanup()
  writeToken(null)
  vi.unstubAllGlobals()
})

async function show(answer: { status?: number; body?: object }) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: ben }),
    'GET /transactions': () => ({ body: [transaction] }),
    'GET /transactions/quotedText': () => answer,
    'POST /transactions/markMessagesSeen': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', api.fetch)
  await startEnglish()
  await logIn('bens')
  await renderInApp(<InboxOf user={ben} />, `/profile/inbox?transaction_id=${transaction.id}`)
  return api
}

it('the quoted text of a message can be shown and hidden again', async () => {
  await show({ body: { text: '> May I <b>borrow</b> it?' } })
  // Only a message with a cut part has the button.
  const button = await screen.findByRole('button', { name: 'Show the quoted text' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByText('> May I <b>borrow</b> it?')).toBeNull()
  fireEvent.click(button)
  const text = await screen.findByText('> May I <b>borrow</b> it?')
  expect(text).toBeVisible()
  const hide = screen.getByRole('button', { name: 'Hide the quoted text' })
  expect(hide).toHaveAttribute('aria-expanded', 'true')
  expect(hide.getAttribute('aria-controls')).toBe(text.parentElement?.id)
  fireEvent.click(hide)
  await waitFor(() => expect(text).not.toBeVisible())
})

it('the quoted text of a message shows why it could not be loaded', async () => {
  await show({ status: 404, body: { code: 'not_found', message: '' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Show the quoted text' }))
  const error = await screen.findByText('We could not find this.')
  expect(error).toBeVisible()
})
