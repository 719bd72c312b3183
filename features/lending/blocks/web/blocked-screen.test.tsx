import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { Toasts } from '#platform/web/ui/feedback/toasts.tsx'
import { BlockedScreen } from './blocked-screen.tsx'

const BEN = {
  user_id: 'ben',
  name: '<b>Ben</b>',
  letterbox_id: null,
  blocked_at: new Date().toISOString(),
}
const UNNAMED = { ...BEN, user_id: 'nobody', name: null }

async function show(people: object[], unblock: () => { status?: number; body?: unknown }) {
  const api = answeringFetch({
    'GET /users/blocked': () => ({ body: people }),
    'POST /users/unblock': unblock,
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <>
      <BlockedScreen />
      <Toasts />
    </>,
  )
  const unblocked = () =>
    api.calls.filter(({ name }) => name.endsWith('/unblock')).map(({ body }) => body)
  return { unblocked, user: userEvent.setup() }
}

afterEach(() => vi.unstubAllGlobals())

it('the blocked screen says that no account is blocked', async () => {
  await show([], () => ({ status: 204 }))
  expect(await screen.findByText('You have blocked nobody')).toBeVisible()
})

it('the blocked screen lists accounts by their known names and unblocks them by keyboard', async () => {
  const people = [BEN, UNNAMED]
  const { unblocked, user } = await show(people, () => {
    people.shift()
    return { status: 204 }
  })
  const button = await screen.findByRole('button', { name: 'Unblock <b>Ben</b>' })
  expect(screen.getByText('Somebody without a shown name')).toBeVisible()
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(unblocked()).toEqual([{ user_id: 'ben' }])
  expect(await screen.findByText('<b>Ben</b> is no longer blocked.')).toBeVisible()
  // The focus is where the row was and not lost.
  expect(document.activeElement).toContainElement(screen.getByRole('list'))
})

it('the blocked screen keeps the row and shows the error after a failed unblocking', async () => {
  const { user } = await show([BEN], () => ({ status: 503, body: { code: 'unavailable' } }))
  const button = await screen.findByRole('button', { name: /Unblock/ })
  await user.click(button)
  expect(await screen.findByText(/not available right now/)).toBeVisible()
  expect(button).not.toHaveAttribute('aria-disabled')
})
