import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { useSession } from './data/session.ts'
import { RefusedNotice } from './refused-notice.tsx'

const Who = () => <p>{useSession().user?.firstname}</p>

async function show(email_refused: boolean, compact = false) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser({ email: 'ada@example.org', email_refused }) }),
    'POST /auth/resendEmailConfirmationToken': () => ({ status: 204, body: null }),
  })
  vi.stubGlobal('fetch', api.fetch)
  writeToken('token')
  await renderInApp(
    <>
      <RefusedNotice compact={compact} />
      <Who />
    </>,
  )
  return api
}
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

it('the notice says that mails do not arrive and offers to change the address or try it again', async () => {
  const { calls } = await show(true)
  expect(await screen.findByRole('alert')).toHaveTextContent('E-mails to ada@example.org do not')
  expect(screen.getByRole('link', { name: 'Change the address' })).toHaveAttribute(
    'href',
    '/profile/updateAccount',
  )
  await userEvent.click(screen.getByRole('button'))
  expect(calls.map(({ name }) => name)).toContain('POST /auth/resendEmailConfirmationToken')
})

it('the notice is one line above a map', async () => {
  await show(true, true)
  expect(await screen.findByRole('alert')).toHaveTextContent(/do not arrive\. Change the address$/)
  expect(screen.queryByRole('button')).toBeNull()
})

it('the notice is not shown to a member whom mails reach', async () => {
  await show(false)
  expect(await screen.findByText('Mila')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
